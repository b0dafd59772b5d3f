// Pointers to the end of an array are never pointers to what the compiler placed behind it: arrays of three longs and of five ints follow each
// other closely on some targets and with gaps on others, whatever their storage. sizeof, & and typeof see the arrays as they were written.
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/past_end_b.c --arches i386,s390x,powerpc --visits 4
// RUN: %restart %s Inputs/past_end_b.c --arches i386 --visits 2 --flags "-O2 -std=c99 -pedantic-errors -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-pointer-arith -Wno-unneeded-internal-declaration"
#include <stdio.h>
#include <string.h>
#include "Inputs/past_end.h"

#define SHOW(A, END) printf(#A " %ld\n", (long)((END) - (A)))

long first[3] = { 1, 2, 3 }, second[3], third[] = { 7, 8, 9 };
int grid[2][5], row[5] = { 5 };
static const char *const names[] = { "a", "b", "c" }, *const more[] = { "d", "e", "f" }, *const last[] = { "g" };
static long hidden[3], behind[3], *const hidden_end = hidden + 3;
static struct { long v[3]; } items[3], *others = items;
static int (*whole)[5] = &row;
static long one, only_measured[4], two, *to_one = &one, *to_two = &two;
static char text[5] = "hello", tail[3] = "abc", word[] = "word";
enum { LENGTH = sizeof hidden / sizeof hidden[0] };

static void variable(int n)
{
    long v[n], w[n], *ve = v + n, *we = w + n, *vb = v, *wb = w, (*whole_v)[n] = &v;
    int m[n][n + 2], (*me)[n + 2] = m + n, (*all)[n][n + 2] = &m;

    memset(v, 0, sizeof v);
    memset(w, 0, sizeof(w));
    memset(m, 0, sizeof m);
    #pragma ckpt
    SHOW(v, ve); SHOW(w, we); SHOW(v, vb); SHOW(w, wb); SHOW(m, me);
    printf("%d %d %d %d %d\n", (int)(sizeof v / sizeof v[0]), (int)(sizeof m / sizeof m[0]), whole_v == &v, all == &m, all + 1 == &m + 1);
}

static char measured[sizeof text + sizeof tail + sizeof(word)];

int main(void)
{
    static long inside[3], beside[3];
    long local[3] = { 0 }, neighbour[3] = { 1, 1, 1 }, cube[2][3][1] = { { { 0 } } };
    long *l1 = first + 3, *l2 = second + 3, *l3 = third + sizeof third / sizeof *third, *l4 = hidden + LENGTH, *l5 = behind + 3;
    long *l6 = inside + 3, *l7 = beside + 3, *l8 = local + 3, *l9 = neighbour + 3, *s1 = first, *s2 = second, *s3 = third;
    long (*c)[3][1] = cube + 2, *in_item = items[2].v + 3;
    int *g = &grid[1][5], *r = row + 5, (*rows)[5] = grid + 2;
    const char *const *n1 = names + 3, *const *n2 = more + 3, *const *n3 = last + 1;
    char *t1 = text + sizeof text, *t2 = tail + sizeof(tail), *t3 = word + sizeof word;
    void *begin = behind, *end = behind + 3;
    long *elsewhere = far_end();

    #pragma ckpt
    SHOW(first, l1); SHOW(second, l2); SHOW(third, l3); SHOW(hidden, l4); SHOW(behind, l5);
    SHOW(inside, l6); SHOW(beside, l7); SHOW(local, l8); SHOW(neighbour, l9);
    SHOW(first, s1); SHOW(second, s2); SHOW(third, s3); SHOW(hidden, hidden_end);
    #pragma ckpt
    SHOW(&one, to_one); SHOW(&two, to_two); printf("%d\n", (int)(sizeof only_measured / sizeof one));
    SHOW(cube, c); SHOW(others[0].v, in_item);
    SHOW(grid[0], g); SHOW(row, r); SHOW(grid, rows);
    SHOW(names, n1); SHOW(more, n2); SHOW(last, n3);
    SHOW(text, t1); SHOW(tail, t2); SHOW(word, t3);
    #pragma ckpt
    printf("%ld %d\n", (long)((char *)end - (char *)begin == sizeof behind), begin == (void *)behind);
    printf("far %ld\n", far_distance(elsewhere));
    printf("%d %d %d %d\n", (int)(sizeof measured), (int)(sizeof *whole / sizeof(int)), whole == &row, (int)(&grid + 1 == (void *)rows));
    printf("%d %d %d %.5s\n", (int)(sizeof(grid) / sizeof grid[0]), (int)(sizeof first / sizeof(long)), (int)sizeof local == (int)sizeof(long[3]), text);
    variable(3);
    return (int)(local[0] + neighbour[0]) - 1;
}
