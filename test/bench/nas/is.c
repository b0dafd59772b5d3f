/* is.c - kernel IS of the NAS benchmarks: ranks of integer keys, by counting.
 *
 * Usage   is [iterations]
 * Output  how many ranks were right in each iteration, VERIFIED; status 1 if ranks or order are wrong.
 *
 * HAND: what the main loop needs saved
 *   keys       sizeof keys         each iteration changes two
 *   iteration  sizeof(int)         where the loop is
 *   right      sizeof(int)         ranks found right so far
 * LEFT OUT:
 *   ranks      sizeof ranks        dead: counted anew in each iteration
 *   sorted     sizeof sorted       dead: filled anew in each iteration
 *   sizes      sizeof sizes        dead: counted anew in each iteration
 *   ends       sizeof ends         dead: summed anew in each iteration
 */
#include <stdio.h>

#include "nas.h"

#if IS_CLASS(S)
#define LOG_KEYS 16
#define LOG_VALUES 11
#define LOG_BUCKETS 9
#else
#define LOG_KEYS 20
#define LOG_VALUES 16
#define LOG_BUCKETS 10
#endif
#define KEYS (1 << LOG_KEYS)
#define VALUES (1 << LOG_VALUES)
#define BUCKETS (1 << LOG_BUCKETS)
#define BUCKET(key) ((key) >> (LOG_VALUES - LOG_BUCKETS))
#define ITERATIONS 10
#define TESTS 5

static int keys[KEYS];
static int sorted[KEYS];                        /* by buckets */
static int ranks[VALUES];                       /* of each key: how many keys are not greater */
static int sizes[BUCKETS];
static int ends[BUCKETS];

/* Keys whose ranks the specification gives, and the ranks before any iteration. Ranks of the first ones rise by one with each
 * iteration (the keys that it puts at the beginning come before them), those of the others fall. */
#if IS_CLASS(S)
static const int test_places[TESTS] = { 48427, 17148, 23627, 62548, 4431 };
static const int test_ranks[TESTS] = { 0, 18, 346, 64917, 65463 };
#define RISING 3
#define BEFORE 0
#else
static const int test_places[TESTS] = { 357773, 934767, 875723, 898999, 404505 };
static const int test_ranks[TESTS] = { 1249, 11698, 1039987, 1043896, 1048018 };
#define RISING 2
#define BEFORE 2
#endif

/* Sums of four random numbers: nearly normally distributed. */
static void make_keys(void)
{
    uint64_t seed = 314159265;

    for (int i = 0; i < KEYS; i++) {
        double sum = nas_random(&seed);

        for (int k = 1; k < 4; k++)
            sum += nas_random(&seed);
        keys[i] = (int)(VALUES / 4 * sum);
    }
}

/* Keys bucket by bucket, so that what counts them stays in the cache. */
static void fill_buckets(void)
{
    int at = 0;

    for (int b = 0; b < BUCKETS; b++)
        sizes[b] = 0;
    for (int i = 0; i < KEYS; i++)
        sizes[BUCKET(keys[i])]++;
    for (int b = 0; b < BUCKETS; b++) {
        ends[b] = at;
        at += sizes[b];
    }
    for (int i = 0; i < KEYS; i++)
        sorted[ends[BUCKET(keys[i])]++] = keys[i];
}

static void rank_keys(void)
{
    fill_buckets();
    for (int v = 0; v < VALUES; v++)
        ranks[v] = 0;
    for (int i = 0; i < KEYS; i++)
        ranks[sorted[i]]++;
    for (int v = 1; v < VALUES; v++)
        ranks[v] += ranks[v - 1];
}

/* Of the keys that are tested, how many have the rank that the specification gives for this iteration. */
static int count_right(const int *tested, int iteration)
{
    int right = 0;

    for (int i = 0; i < TESTS; i++) {
        int key = tested[i], wanted = test_ranks[i] + (i < RISING ? iteration - BEFORE : -iteration);

        if (key > 0)
            right += ranks[key - 1] == wanted;
    }
    return right;
}

/* One iteration: two keys change, all are ranked. Returns how many of the tested ones are right. */
static int iterate(int iteration)
{
    int tested[TESTS];

    keys[iteration] = iteration;
    keys[iteration + ITERATIONS] = VALUES - iteration;
    for (int i = 0; i < TESTS; i++)
        tested[i] = keys[test_places[i]];
    rank_keys();
    return count_right(tested, iteration);
}

/* Puts each key where its rank says; returns how many are out of order then. */
static int count_wrong_order(void)
{
    int wrong = 0;

    for (int i = 0; i < KEYS; i++)
        keys[--ranks[sorted[i]]] = sorted[i];
    for (int i = 1; i < KEYS; i++)
        wrong += keys[i - 1] > keys[i];
    return wrong;
}

/* The list above, said to ckptcc; -DNAS_SAVE_ALL: not. */
#ifndef NAS_SAVE_ALL
#pragma ckpt exclude(ranks, sorted, sizes, ends)
#endif

int main(int argc, char **argv)
{
    int iterations = nas_iterations(argc, argv, ITERATIONS), right = 0;

    make_keys();
    for (int iteration = 1; iteration <= iterations; iteration++) {
        #pragma ckpt name(ranking)
        right += iterate(iteration);
        printf("  %3d %20.13e\n", iteration, (double)right);
    }
    int wrong = count_wrong_order();
    printf("  %d ranks right, %d keys out of order\n", right, wrong);
    return iterations != ITERATIONS ? wrong != 0 : nas_verdict("IS", right == TESTS * ITERATIONS && !wrong);
}
