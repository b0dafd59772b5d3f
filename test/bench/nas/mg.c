/* mg.c - kernel MG of the NAS benchmarks: a discrete Poisson problem, periodic in three directions, by a multigrid method.
 *
 * Usage   mg [iterations]
 * Output  norm of the residual after each iteration, VERIFIED; status 1 if the last is not the specification's.
 *
 * HAND: what the main loop needs saved
 *   u          sizeof u           the solution so far
 *   iteration  sizeof(int)        where the loop is
 * LEFT OUT:
 *   v          sizeof v           recomputed: the right-hand side is as make_charges left it
 *   r          sizeof r           dead: residuals, of all grids, are computed in each iteration
 *   z          sizeof z           dead: corrections, of all grids, are computed in each iteration
 *   begins     sizeof begins      recomputed: where in r and z each grid begins
 */
#include <math.h>
#include <stdio.h>

#include "nas.h"

#if IS_CLASS(S)
#define GRIDS 5                                 /* the finest has 2^GRIDS points per side */
#define NORM 0.5307707005734e-04
#else
#define GRIDS 7
#define NORM 0.6467329375339e-05
#endif
#define ITERATIONS 4
#define SIDE(grid) ((1 << (grid)) + 2)          /* with one copy of the opposite side's points at each end */
#define FINEST SIDE(GRIDS)
#define POINTS ((size_t)FINEST * FINEST * FINEST)
#define CHARGES 10

/* All grids together have less than 8/7 of the points of the finest, but for the copies at their ends. */
#define ALL_POINTS (POINTS + POINTS / 7 + 2 * (size_t)FINEST * FINEST + 64)

static double u[FINEST][FINEST][FINEST];
static double v[FINEST][FINEST][FINEST];
static double r[ALL_POINTS];
static double z[ALL_POINTS];
static size_t begins[GRIDS + 1];
#define LEVEL(array, grid) ((double (*)[SIDE(grid)][SIDE(grid)])(array + begins[grid]))

/* Weights of a point itself, its neighbours across faces, edges and corners, in the operator and in its approximate inverse. */
static const double operator_weights[4] = { -8.0 / 3.0, 0.0, 1.0 / 6.0, 1.0 / 12.0 };
static const double smoother_weights[4] = { -3.0 / 8.0, 1.0 / 32.0, -1.0 / 64.0, 0.0 };

static void place_grids(void)
{
    begins[GRIDS] = 0;
    for (int grid = GRIDS - 1; grid >= 1; grid--) {
        size_t side = SIDE(grid + 1);
        begins[grid] = begins[grid + 1] + side * side * side;
    }
    begins[0] = 0;
}

/* Copies the points of each side beyond the opposite one. */
static void wrap(int n, double a[n][n][n])
{
    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++) {
            a[k][j][0] = a[k][j][n - 2];
            a[k][j][n - 1] = a[k][j][1];
        }
    for (int k = 1; k < n - 1; k++)
        for (int i = 0; i < n; i++) {
            a[k][0][i] = a[k][n - 2][i];
            a[k][n - 1][i] = a[k][1][i];
        }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            a[0][j][i] = a[n - 2][j][i];
            a[n - 1][j][i] = a[1][j][i];
        }
}

static void clear(int n, double a[n][n][n])
{
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                a[k][j][i] = 0.0;
}

/* Sums over the neighbours in a row's own plane and column, and over its diagonal ones: what neighbouring points share. */
static void row_sums(int n, double a[n][n][n], int k, int j, double *near, double *diagonal)
{
    for (int i = 0; i < n; i++) {
        near[i] = a[k][j - 1][i] + a[k][j + 1][i] + a[k - 1][j][i] + a[k + 1][j][i];
        diagonal[i] = a[k - 1][j - 1][i] + a[k - 1][j + 1][i] + a[k + 1][j - 1][i] + a[k + 1][j + 1][i];
    }
}

/* rest := right - A a. `rest` and `right` may be the same. */
static void residual(int n, double a[n][n][n], double right[n][n][n], double rest[n][n][n])
{
    const double *w = operator_weights;
    double near[FINEST], diagonal[FINEST];

    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++) {
            row_sums(n, a, k, j, near, diagonal);
            for (int i = 1; i < n - 1; i++)
                rest[k][j][i] = right[k][j][i] - w[0] * a[k][j][i]
                                - w[2] * (diagonal[i] + near[i - 1] + near[i + 1])
                                - w[3] * (diagonal[i - 1] + diagonal[i + 1]);
        }
    wrap(n, rest);
}

/* a := a + S rest. */
static void smooth(int n, double rest[n][n][n], double a[n][n][n])
{
    const double *w = smoother_weights;
    double near[FINEST], diagonal[FINEST];

    for (int k = 1; k < n - 1; k++)
        for (int j = 1; j < n - 1; j++) {
            row_sums(n, rest, k, j, near, diagonal);
            for (int i = 1; i < n - 1; i++)
                a[k][j][i] += w[0] * rest[k][j][i]
                              + w[1] * (rest[k][j][i - 1] + rest[k][j][i + 1] + near[i])
                              + w[2] * (diagonal[i] + near[i - 1] + near[i + 1]);
        }
    wrap(n, a);
}

/* coarse := P fine: weighted means around every second point. */
static void project(int n, double fine[n][n][n], int m, double coarse[m][m][m])
{
    double near[FINEST], diagonal[FINEST];

    for (int k = 1; k < m - 1; k++)
        for (int j = 1; j < m - 1; j++) {
            row_sums(n, fine, 2 * k, 2 * j, near, diagonal);
            for (int i = 1; i < m - 1; i++) {
                const double *row = fine[2 * k][2 * j];
                int at = 2 * i;

                coarse[k][j][i] = 0.5 * row[at]
                                  + 0.25 * (row[at - 1] + row[at + 1] + near[at])
                                  + 0.125 * (diagonal[at] + near[at - 1] + near[at + 1])
                                  + 0.0625 * (diagonal[at - 1] + diagonal[at + 1]);
            }
        }
    wrap(m, coarse);
}

/* fine := Q coarse, trilinear: a point of the coarse grid and the seven between it and its next ones. */
static void interpolate(int m, double coarse[m][m][m], int n, double fine[n][n][n])
{
    double front[FINEST], back[FINEST], square[FINEST];

    for (int k = 0; k < m - 1; k++)
        for (int j = 0; j < m - 1; j++) {
            double *row = fine[2 * k][2 * j], *next_row = fine[2 * k][2 * j + 1];
            double *plane = fine[2 * k + 1][2 * j], *both = fine[2 * k + 1][2 * j + 1];

            for (int i = 0; i < m; i++) {
                front[i] = coarse[k][j][i] + coarse[k][j + 1][i];
                back[i] = coarse[k][j][i] + coarse[k + 1][j][i];
                square[i] = front[i] + coarse[k + 1][j][i] + coarse[k + 1][j + 1][i];
            }
            for (int i = 0; i < m - 1; i++) {
                row[2 * i] = coarse[k][j][i];
                row[2 * i + 1] = 0.5 * (coarse[k][j][i] + coarse[k][j][i + 1]);
                next_row[2 * i] = 0.5 * front[i];
                next_row[2 * i + 1] = 0.25 * (front[i] + front[i + 1]);
                plane[2 * i] = 0.5 * back[i];
                plane[2 * i + 1] = 0.25 * (back[i] + back[i + 1]);
                both[2 * i] = 0.25 * square[i];
                both[2 * i + 1] = 0.125 * (square[i] + square[i + 1]);
            }
        }
}

/* u := u + M r, where M is one V-cycle: down to the coarsest grid, and up again with a smoothing on each. */
static void correct(void)
{
    for (int grid = GRIDS; grid > 1; grid--)
        project(SIDE(grid), LEVEL(r, grid), SIDE(grid - 1), LEVEL(r, grid - 1));
    clear(SIDE(1), LEVEL(z, 1));
    smooth(SIDE(1), LEVEL(r, 1), LEVEL(z, 1));
    for (int grid = 2; grid <= GRIDS; grid++) {
        int n = SIDE(grid);

        interpolate(SIDE(grid - 1), LEVEL(z, grid - 1), n, LEVEL(z, grid));
        residual(n, LEVEL(z, grid), LEVEL(r, grid), LEVEL(r, grid));
        smooth(n, LEVEL(r, grid), LEVEL(z, grid));
    }
    double (*correction)[FINEST][FINEST] = LEVEL(z, GRIDS);
    for (int k = 0; k < FINEST; k++)
        for (int j = 0; j < FINEST; j++)
            for (int i = 0; i < FINEST; i++)
                u[k][j][i] += correction[k][j][i];
}

typedef struct {
    double value;
    int k, j, i;
} extreme_t;

/* Keeps the CHARGES greatest values (sign 1) or least (sign -1) in order, the most extreme one first. */
static void keep_extreme(extreme_t *kept, int sign, extreme_t candidate)
{
    int at = CHARGES;

    while (at > 0 && sign * candidate.value > sign * kept[at - 1].value) {
        if (at < CHARGES)
            kept[at] = kept[at - 1];
        at--;
    }
    if (at < CHARGES)
        kept[at] = candidate;
}

/* v := -1 where the least of as many random numbers as there are points are, 1 where the greatest are. */
static void make_charges(void)
{
    extreme_t least[CHARGES], greatest[CHARGES];
    uint64_t seed = 314159265;

    for (int c = 0; c < CHARGES; c++) {
        least[c] = (extreme_t){ 1.0, 0, 0, 0 };
        greatest[c] = (extreme_t){ 0.0, 0, 0, 0 };
    }
    for (int k = 1; k < FINEST - 1; k++)
        for (int j = 1; j < FINEST - 1; j++)
            for (int i = 1; i < FINEST - 1; i++) {
                extreme_t candidate = { nas_random(&seed), k, j, i };

                keep_extreme(least, -1, candidate);
                keep_extreme(greatest, 1, candidate);
            }
    clear(FINEST, v);
    for (int c = 0; c < CHARGES; c++) {
        v[least[c].k][least[c].j][least[c].i] = -1.0;
        v[greatest[c].k][greatest[c].j][greatest[c].i] = 1.0;
    }
    wrap(FINEST, v);
}

static double norm(double a[FINEST][FINEST][FINEST])
{
    double sum = 0.0, points = (double)(FINEST - 2) * (FINEST - 2) * (FINEST - 2);

    for (int k = 1; k < FINEST - 1; k++)
        for (int j = 1; j < FINEST - 1; j++)
            for (int i = 1; i < FINEST - 1; i++)
                sum += a[k][j][i] * a[k][j][i];
    return sqrt(sum / points);
}

/* The list above, said to ckptcc; -DNAS_SAVE_ALL: not. */
#ifndef NAS_SAVE_ALL
#pragma ckpt exclude(v, r, z, begins)
#pragma ckpt on_restart(place_grids(), make_charges())
#endif

int main(int argc, char **argv)
{
    int iterations = nas_iterations(argc, argv, ITERATIONS);

    place_grids();
    make_charges();
    clear(FINEST, u);
    for (int iteration = 1; iteration <= iterations; iteration++) {
        #pragma ckpt name(v_cycle)
        residual(FINEST, u, v, LEVEL(r, GRIDS));
        printf("  %3d %20.13e\n", iteration, norm(LEVEL(r, GRIDS)));
        correct();
    }
    residual(FINEST, u, v, LEVEL(r, GRIDS));
    double last = norm(LEVEL(r, GRIDS));
    printf("  end %20.13e\n", last);
    return iterations != ITERATIONS ? 0 : nas_verdict("MG", nas_agrees("norm of the residual", last, NORM, 1e-8));
}
