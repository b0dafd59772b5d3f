/* cg.c - kernel CG of the NAS benchmarks: the smallest eigenvalue of a sparse matrix by the inverse power method.
 *
 * Usage   cg [iterations]
 * Output  residual and estimate of each iteration, VERIFIED; status 1 if the last is not the specification's.
 *
 * HAND: what the main loop needs saved
 *   x          sizeof x            the eigenvector so far
 *   iteration  sizeof(int)         where the loop is
 * LEFT OUT:
 *   values     sizeof values       recomputed: the matrix is as make_matrix left it
 *   columns    sizeof columns      recomputed: the same
 *   starts     sizeof starts       recomputed: the same
 *   z          sizeof z            dead: solve begins with z = 0
 *   r          sizeof r            dead: solve begins with r = x
 *   p          sizeof p            dead: solve begins with p = r
 *   q          sizeof q            dead: solve computes it first
 *   lengths    sizeof lengths      dead: of make_matrix only
 *   places     sizeof places       dead: of make_matrix only
 *   elements   sizeof elements     dead: of make_matrix only
 *   used       ROWS * sizeof(int)  dead: of make_matrix only
 *   seed       sizeof seed         dead: of make_matrix only
 */
#include <math.h>
#include <stdio.h>

#include "nas.h"

#if IS_CLASS(S)
#define ROWS 1400
#define NONZERO 7                               /* of each random vector */
#define SHIFT 10.0
#define ZETA 8.5971775078648
#else
#define ROWS 7000
#define NONZERO 8
#define SHIFT 12.0
#define ZETA 10.362595087124
#endif
#define ITERATIONS 15
#define STEPS 25                                /* of the conjugate gradient method in each */
#define CONDITION 0.1                           /* reciprocal of the condition number */
#define LONGEST (NONZERO + 1)
#define ENTRIES (ROWS * LONGEST * LONGEST)      /* at most */

/* The matrix by compressed rows. */
static double values[ENTRIES];
static int columns[ENTRIES];
static int starts[ROWS + 1];

static double x[ROWS], z[ROWS], r[ROWS], p[ROWS], q[ROWS];

/* The random vectors that the matrix is made of. */
static int lengths[ROWS];
static int places[ROWS][LONGEST];
static double elements[ROWS][LONGEST];
static uint64_t seed = 314159265;

static int place_of(int row, int place)
{
    for (int k = 0; k < lengths[row]; k++)
        if (places[row][k] == place)
            return k;
    return -1;
}

/* A vector with NONZERO random elements at random places, and one half at the place of its own number. */
static void make_vector(int row)
{
    int range = 1, own;

    while (range < ROWS)
        range *= 2;
    lengths[row] = 0;
    while (lengths[row] < NONZERO) {
        double element = nas_random(&seed);
        int place = (int)(range * nas_random(&seed));

        if (place >= ROWS || place_of(row, place) >= 0)
            continue;
        places[row][lengths[row]] = place;
        elements[row][lengths[row]++] = element;
    }
    own = place_of(row, row);
    if (own < 0)
        own = lengths[row]++;
    places[row][own] = row;
    elements[row][own] = 0.5;
}

/* Adds to an entry of a row that begins at `start` and has `used` entries in the order of their columns; returns how many it has now. */
static int add_entry(int start, int used, int column, double value)
{
    int at = start + used;

    while (at > start && columns[at - 1] > column)
        at--;
    if (at > start && columns[at - 1] == column) {
        values[at - 1] += value;
        return used;
    }
    for (int k = start + used; k > at; k--) {
        values[k] = values[k - 1];
        columns[k] = columns[k - 1];
    }
    values[at] = value;
    columns[at] = column;
    return used + 1;
}

/* Closes the gaps between rows that begin at starts[] and have used[] entries. */
static void close_gaps(const int *used)
{
    int at = 0;

    for (int row = 0; row < ROWS; row++) {
        int start = starts[row];

        starts[row] = at;
        for (int k = start; k < start + used[row]; k++, at++) {
            values[at] = values[k];
            columns[at] = columns[k];
        }
    }
    starts[ROWS] = at;
}

/* The sum of w v v' over all random vectors v, weights w falling from 1 to CONDITION, and CONDITION - SHIFT on the diagonal. */
static void make_matrix(void)
{
    static int used[ROWS];
    double ratio = nas_exp(nas_log(CONDITION) / ROWS), weight = 1.0;

    nas_random(&seed);
    for (int row = 0; row < ROWS; row++)
        used[row] = 0;
    for (int i = 0; i < ROWS; i++) {
        make_vector(i);
        for (int k = 0; k < lengths[i]; k++)
            used[places[i][k]] += lengths[i];
    }
    starts[0] = 0;
    for (int row = 0; row < ROWS; row++) {
        starts[row + 1] = starts[row] + used[row];
        used[row] = 0;
    }
    for (int i = 0; i < ROWS; i++) {
        for (int k = 0; k < lengths[i]; k++) {
            int row = places[i][k];

            for (int l = 0; l < lengths[i]; l++) {
                double value = elements[i][l] * (elements[i][k] * weight);

                if (row == i && places[i][l] == i)
                    value += CONDITION - SHIFT;
                used[row] = add_entry(starts[row], used[row], places[i][l], value);
            }
        }
        weight *= ratio;
    }
    close_gaps(used);
}

static void multiply(const double *in, double *out)
{
    for (int row = 0; row < ROWS; row++) {
        double sum = 0.0;

        for (int k = starts[row]; k < starts[row + 1]; k++)
            sum += values[k] * in[columns[k]];
        out[row] = sum;
    }
}

static double dot(const double *a, const double *b)
{
    double sum = 0.0;

    for (int i = 0; i < ROWS; i++)
        sum += a[i] * b[i];
    return sum;
}

/* z so that A z = x, nearly; returns the norm of what is left. */
static double solve(void)
{
    double rho, rest = 0.0;

    for (int i = 0; i < ROWS; i++) {
        z[i] = 0.0;
        r[i] = x[i];
        p[i] = r[i];
    }
    rho = dot(r, r);
    for (int step = 0; step < STEPS; step++) {
        multiply(p, q);
        double alpha = rho / dot(p, q);
        for (int i = 0; i < ROWS; i++) {
            z[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        double next = dot(r, r), beta = next / rho;
        rho = next;
        for (int i = 0; i < ROWS; i++)
            p[i] = r[i] + beta * p[i];
    }
    multiply(z, r);
    for (int i = 0; i < ROWS; i++)
        rest += (x[i] - r[i]) * (x[i] - r[i]);
    return sqrt(rest);
}

int main(int argc, char **argv)
{
    int iterations = nas_iterations(argc, argv, ITERATIONS);
    double zeta = 0.0;

    make_matrix();
    for (int i = 0; i < ROWS; i++)
        x[i] = 1.0;
    for (int iteration = 1; iteration <= iterations; iteration++) {
        #pragma ckpt name(power_iteration)
        double rest = solve();
        double scale = 1.0 / sqrt(dot(z, z));

        zeta = SHIFT + 1.0 / dot(x, z);
        for (int i = 0; i < ROWS; i++)
            x[i] = scale * z[i];
        printf("  %3d %20.13e %20.13e\n", iteration, rest, zeta);
    }
    return iterations != ITERATIONS ? 0 : nas_verdict("CG", nas_agrees("zeta", zeta, ZETA, 1e-10));
}
