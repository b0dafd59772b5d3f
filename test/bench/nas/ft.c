/* ft.c - kernel FT of the NAS benchmarks: a partial differential equation by three-dimensional fast Fourier transforms.
 *
 * Usage   ft [steps]
 * Output  a checksum of each step, VERIFIED; status 1 if one is not the specification's.
 *
 * HAND: what the main loop needs saved
 *   spectrum  sizeof spectrum     each step multiplies it by decay
 *   sums      sizeof sums         checksums so far, compared at the end
 *   step      sizeof(int)         where the loop is
 * LEFT OUT:
 *   field     sizeof field        dead: computed from the spectrum in each step
 *   decay     sizeof decay        recomputed: as make_decay left it
 *   roots     sizeof roots        recomputed: as nas_roots left it
 *   line      sizeof line         dead: filled anew for each line that is transformed
 *   spare     sizeof spare        dead: the same
 */
#include <stdio.h>
#include <string.h>

#include "nas.h"

#if IS_CLASS(S)
#define NX 64
#define NY 64
#define NZ 64
#else
#define NX 128
#define NY 128
#define NZ 32
#endif
#define LONGEST 128                             /* no line is longer */
#define POINTS (NX * NY * NZ)
#define STEPS 6
#define MOST_STEPS 32
#define ALPHA 1e-6
#define SUMMANDS 1024

static const nas_complex wanted[STEPS] = {
#if IS_CLASS(S)
    { 5.546087004964e+02, 4.845363331978e+02 }, { 5.546385409189e+02, 4.865304269511e+02 },
    { 5.546148406171e+02, 4.883910722336e+02 }, { 5.545423607415e+02, 4.901273169046e+02 },
    { 5.544255039624e+02, 4.917475857993e+02 }, { 5.542683411902e+02, 4.932597244941e+02 },
#else
    { 5.673612178944e+02, 5.293246849175e+02 }, { 5.631436885271e+02, 5.282149986629e+02 },
    { 5.594024089970e+02, 5.270996558037e+02 }, { 5.560698047020e+02, 5.260027904925e+02 },
    { 5.530898991250e+02, 5.249400845633e+02 }, { 5.504159734538e+02, 5.239212247086e+02 },
#endif
};

static nas_complex spectrum[NZ][NY][NX];
static nas_complex field[NZ][NY][NX];
static double decay[NZ][NY][NX];                /* of each frequency in one step */
static nas_complex roots[LONGEST];
static nas_complex line[LONGEST], spare[LONGEST];
static nas_complex sums[MOST_STEPS];

static void make_initial(void)
{
    uint64_t seed = 314159265;

    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                spectrum[k][j][i].re = nas_random(&seed);
                spectrum[k][j][i].im = nas_random(&seed);
            }
}

/* Frequency of an index: those of the upper half are negative. Squared. */
static double square(int index, int n)
{
    int frequency = index < n / 2 ? index : index - n;

    return (double)(frequency * frequency);
}

static void make_decay(void)
{
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++)
                decay[k][j][i] = nas_exp(-4.0 * ALPHA * NAS_PI * NAS_PI
                                         * (square(i, NX) + square(j, NY) + square(k, NZ)));
}

/* Transforms line[0..n), n a power of two, by Stockham's method: no reordering, from one array to the other and back.
 * sign: of the exponent. */
static void transform_line(int n, int sign)
{
    nas_complex *from = line, *to = spare;

    for (int half = n / 2, blocks = 1; half >= 1; half /= 2, blocks *= 2) {
        for (int k = 0; k < half; k++) {
            nas_complex w = roots[k * blocks * (LONGEST / n)];
            w.im *= sign;
            for (int b = 0; b < blocks; b++) {
                nas_complex a = from[b + blocks * k], c = from[b + blocks * (k + half)];
                nas_complex d = { a.re - c.re, a.im - c.im };
                to[b + blocks * 2 * k] = (nas_complex){ a.re + c.re, a.im + c.im };
                to[b + blocks * (2 * k + 1)] = (nas_complex){ d.re * w.re - d.im * w.im, d.re * w.im + d.im * w.re };
            }
        }
        nas_complex *other = from;
        from = to;
        to = other;
    }
    if (from != line)
        memcpy(line, from, (size_t)n * sizeof *line);
}

/* Transforms along each of the three directions in turn. Nothing is scaled. */
static void transform(nas_complex a[NZ][NY][NX], int sign)
{
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++) {
            memcpy(line, a[k][j], NX * sizeof *line);
            transform_line(NX, sign);
            memcpy(a[k][j], line, NX * sizeof *line);
        }
    for (int k = 0; k < NZ; k++)
        for (int i = 0; i < NX; i++) {
            for (int j = 0; j < NY; j++)
                line[j] = a[k][j][i];
            transform_line(NY, sign);
            for (int j = 0; j < NY; j++)
                a[k][j][i] = line[j];
        }
    for (int j = 0; j < NY; j++)
        for (int i = 0; i < NX; i++) {
            for (int k = 0; k < NZ; k++)
                line[k] = a[k][j][i];
            transform_line(NZ, sign);
            for (int k = 0; k < NZ; k++)
                a[k][j][i] = line[k];
        }
}

/* One step of time on the spectrum, which is copied to the field. */
static void evolve(void)
{
    for (int k = 0; k < NZ; k++)
        for (int j = 0; j < NY; j++)
            for (int i = 0; i < NX; i++) {
                spectrum[k][j][i].re *= decay[k][j][i];
                spectrum[k][j][i].im *= decay[k][j][i];
                field[k][j][i] = spectrum[k][j][i];
            }
}

static nas_complex checksum(void)
{
    nas_complex sum = { 0.0, 0.0 };

    for (int n = 1; n <= SUMMANDS; n++) {
        nas_complex *at = &field[5 * n % NZ][3 * n % NY][n % NX];

        sum.re += at->re;
        sum.im += at->im;
    }
    return (nas_complex){ sum.re / POINTS, sum.im / POINTS };
}

static int verify(void)
{
    int good = 1;

    for (int step = 0; step < STEPS; step++) {
        good &= nas_agrees("real part of checksum", sums[step].re, wanted[step].re, 1e-12);
        good &= nas_agrees("imaginary part", sums[step].im, wanted[step].im, 1e-12);
    }
    return good;
}

int main(int argc, char **argv)
{
    int steps = nas_iterations(argc, argv, STEPS);

    if (steps > MOST_STEPS) {
        fprintf(stderr, "ft: at most %d steps\n", MOST_STEPS);
        return 2;
    }
    nas_roots(roots, LONGEST);
    make_decay();
    make_initial();
    transform(spectrum, -1);
    for (int step = 0; step < steps; step++) {
        #pragma ckpt name(time_step)
        evolve();
        transform(field, 1);
        sums[step] = checksum();
        printf("  %3d %20.13e %20.13e\n", step + 1, sums[step].re, sums[step].im);
    }
    return steps != STEPS ? 0 : nas_verdict("FT", verify());
}
