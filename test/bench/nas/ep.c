/* ep.c - kernel EP of the NAS benchmarks: pairs of normally distributed numbers, counted by square annuli.
 *
 * Usage   ep [batches]
 * Output  the sums of both numbers of all pairs, the counts, VERIFIED; status 1 if they are not the specification's.
 *
 * HAND: what the main loop needs saved
 *   sx      sizeof(double)   sum over the batches so far
 *   sy      sizeof(double)   sum over the batches so far
 *   counts  sizeof counts    pairs of each annulus so far
 *   batch   sizeof(int)      where the loop is
 * LEFT OUT:
 *   numbers sizeof numbers   dead: drawn anew for each batch
 */
#include <math.h>
#include <stdio.h>

#include "nas.h"

#if IS_CLASS(S)
#define LOG_PAIRS 24
#define SUM_X -3.247834652034740e+3
#define SUM_Y -6.958407078382297e+3
#else
#define LOG_PAIRS 25
#define SUM_X -2.863319731645753e+3
#define SUM_Y -6.320053679109499e+3
#endif
#define LOG_BATCH 16
#define PAIRS (1 << LOG_BATCH)                  /* of one batch */
#define BATCHES (1 << (LOG_PAIRS - LOG_BATCH))
#define ANNULI 10
#define SEED UINT64_C(271828183)

static double numbers[2 * PAIRS];
static double counts[ANNULI];

/* The random numbers of a batch, uniform in (0, 1). */
static void draw(int batch)
{
    uint64_t seed = nas_random_ahead(SEED, 2 * (uint64_t)PAIRS * (uint64_t)batch);

    for (int i = 0; i < 2 * PAIRS; i++)
        numbers[i] = nas_random(&seed);
}

/* Acceptance-rejection: those pairs that lie in the unit circle make two normally distributed numbers. */
static void tally(double *sum_x, double *sum_y)
{
    for (int i = 0; i < PAIRS; i++) {
        double u = 2.0 * numbers[2 * i] - 1.0, v = 2.0 * numbers[2 * i + 1] - 1.0;
        double t = u * u + v * v;

        if (t > 1.0)
            continue;
        double scale = sqrt(-2.0 * nas_log(t) / t);
        double x = u * scale, y = v * scale;
        counts[(int)fmax(fabs(x), fabs(y))] += 1.0;
        *sum_x += x;
        *sum_y += y;
    }
}

int main(int argc, char **argv)
{
    int batches = nas_iterations(argc, argv, BATCHES);
    double sx = 0.0, sy = 0.0, pairs = 0.0;

    for (int i = 0; i < ANNULI; i++)
        counts[i] = 0.0;
    for (int batch = 0; batch < batches; batch++) {
        #pragma ckpt name(batch)
        double x = 0.0, y = 0.0;

        draw(batch);
        tally(&x, &y);
        sx += x;
        sy += y;
    }
    for (int i = 0; i < ANNULI; i++) {
        pairs += counts[i];
        printf("  %d %.13e\n", i, counts[i]);
    }
    printf("  %d batches, %.0f pairs, sums %.13e %.13e\n", batches, pairs, sx, sy);
    if (batches != BATCHES)
        return 0;
    int good = nas_agrees("sum of x", sx, SUM_X, 1e-8) & nas_agrees("sum of y", sy, SUM_Y, 1e-8);
    return nas_verdict("EP", good);
}
