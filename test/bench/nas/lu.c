/* lu.c - kernel LU of the NAS benchmarks: five coupled equations of compressible flow by symmetric successive over-relaxation.
 *
 * Usage   lu [steps]
 * Output  norms of residual and error, a surface integral, VERIFIED; status 1 if they are not the specification's.
 *
 * HAND: what the main loop needs saved
 *   u          sizeof u            the solution so far
 *   step       sizeof(int)         where the loop is
 * LEFT OUT:
 *   forcing    sizeof forcing      recomputed: as make_forcing left it
 *   rest       sizeof rest         dead: the residual is computed at the beginning of each step
 *   diagonal   sizeof diagonal     dead: Jacobians, computed anew for each plane
 *   beside_x   sizeof beside_x     dead: the same
 *   beside_y   sizeof beside_y     dead: the same
 *   beside_z   sizeof beside_z     dead: the same
 *   line       sizeof line         dead: filled anew for each line
 *   flux       sizeof flux         dead: the same
 *   change     sizeof change       dead: the same
 *   first      sizeof first        recomputed: as set_coefficients left them
 *   second     sizeof second       recomputed: the same
 *   damping    sizeof damping      recomputed: the same
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lu.h"
#include "nas.h"

#if IS_CLASS(S)
#define N 12                                    /* points per side, the boundary's included */
#define STEPS 50
#define TIME_STEP 0.5
#else
#define N 33
#define STEPS 300
#define TIME_STEP 1.5e-3
#endif
#define OMEGA 1.2
#define DISSIPATION 0.25
static const double wanted_residual[5] = {
#if IS_CLASS(S)
    1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03, 1.5029584435994323e-03, 3.4264073155896461e-02,
#else
    0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01, 0.2826799444189e+02,
#endif
};
static const double wanted_error[5] = {
#if IS_CLASS(S)
    6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05, 5.8474222595157350e-05, 1.3103347914111294e-03,
#else
    0.4867877144216e+00, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01, 0.1084277417792e+01,
#endif
};
#if IS_CLASS(S)
#define INTEGRAL 7.8418928865937083e+00
#else
#define INTEGRAL 0.1161399311023e+02
#endif

typedef double field_t[N][N][N][5];             /* by z, y, x */
typedef double plane_t[N][N][5][5];             /* matrices of one plane, by y, x */

static field_t u, rest, forcing;
static plane_t diagonal, beside_x, beside_y, beside_z;
static double line[N][5], flux[N][5], change[N][5];
static double first[3], second[3];              /* of differences: 1 / (2 h), 1 / (h h) */
static double damping[3][5];                    /* second-order, in each direction and equation */

static void set_coefficients(void)
{
    const double h = 1.0 / (N - 1);

    for (int d = 0; d < 3; d++) {
        first[d] = 1.0 / (2.0 * h);
        second[d] = 1.0 / (h * h);
        for (int m = 0; m < 5; m++)
            damping[d][m] = d < 2 ? 0.75 : 1.0;
    }
}

/* The exact solution at a point of the grid. */
static void exact(int i, int j, int k, double value[5])
{
    const double at[3] = { (double)i / (N - 1), (double)j / (N - 1), (double)k / (N - 1) };

    lu_exact(at, value);
}

static double *cell(field_t f, int direction, int s, int t, int i)
{
    return direction == 0 ? f[s][t][i] : direction == 1 ? f[s][i][t] : f[i][s][t];
}

/* Fourth differences along `line`; the two points next to each boundary have shorter ones, without the boundary's value. */
static double fourth_difference(int i, int m)
{
    if (i == 1)
        return 5.0 * line[1][m] - 4.0 * line[2][m] + line[3][m];
    if (i == 2)
        return -4.0 * line[1][m] + 6.0 * line[2][m] - 4.0 * line[3][m] + line[4][m];
    if (i == N - 3)
        return line[N - 5][m] - 4.0 * line[N - 4][m] + 6.0 * line[N - 3][m] - 4.0 * line[N - 2][m];
    if (i == N - 2)
        return line[N - 4][m] - 4.0 * line[N - 3][m] + 5.0 * line[N - 2][m];
    return line[i - 2][m] - 4.0 * line[i - 1][m] + 6.0 * line[i][m] - 4.0 * line[i + 1][m] + line[i + 2][m];
}

/* change := what one direction adds to the operator along `line`. */
static void line_operator(int direction)
{
    for (int i = 0; i < N; i++)
        lu_convective_flux(direction, line[i], flux[i]);
    for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++)
            change[i][m] = -first[direction] * (flux[i + 1][m] - flux[i - 1][m]);
    for (int i = 1; i < N; i++)
        lu_viscous_flux(direction, line[i - 1], line[i], flux[i]);
    for (int i = 1; i < N - 1; i++)
        for (int m = 0; m < 5; m++) {
            double second_difference = line[i - 1][m] - 2.0 * line[i][m] + line[i + 1][m];

            change[i][m] += second[direction] * (LU_VISCOSITY * (flux[i + 1][m] - flux[i][m])
                                                 + damping[direction][m] * second_difference)
                            - DISSIPATION * fourth_difference(i, m);
        }
}

/* out := out + L in, at the inner points. */
static void add_operator(field_t in, field_t out)
{
    for (int direction = 0; direction < 3; direction++)
        for (int s = 1; s < N - 1; s++)
            for (int t = 1; t < N - 1; t++) {
                for (int i = 0; i < N; i++)
                    memcpy(line[i], cell(in, direction, s, t, i), sizeof line[i]);
                line_operator(direction);
                for (int i = 1; i < N - 1; i++)
                    for (int m = 0; m < 5; m++)
                        cell(out, direction, s, t, i)[m] += change[i][m];
            }
}

/* The forcing term makes the exact solution one of the discrete equations. */
static void make_forcing(void)
{
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                exact(i, j, k, rest[k][j][i]);
                for (int m = 0; m < 5; m++)
                    forcing[k][j][i][m] = 0.0;
            }
    add_operator(rest, forcing);
}

/* The exact solution on the boundary; inside, what transfinite interpolation from the six sides gives. */
static void set_initial(void)
{
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                const int at[3] = { i, j, k };
                double mean[3][5];

                exact(i, j, k, u[k][j][i]);
                if (i == 0 || j == 0 || k == 0 || i == N - 1 || j == N - 1 || k == N - 1)
                    continue;
                for (int d = 0; d < 3; d++) {
                    double low[5], high[5], part = (double)at[d] / (N - 1);

                    exact(d == 0 ? 0 : i, d == 1 ? 0 : j, d == 2 ? 0 : k, low);
                    exact(d == 0 ? N - 1 : i, d == 1 ? N - 1 : j, d == 2 ? N - 1 : k, high);
                    for (int m = 0; m < 5; m++)
                        mean[d][m] = (1.0 - part) * low[m] + part * high[m];
                }
                for (int m = 0; m < 5; m++) {
                    double x = mean[0][m], y = mean[1][m], z = mean[2][m];
                    u[k][j][i][m] = x + y + z - x * y - y * z - z * x + x * y * z;
                }
            }
}

/* rest := L u - forcing. */
static void compute_rest(void)
{
    for (int k = 0; k < N; k++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++)
                for (int m = 0; m < 5; m++)
                    rest[k][j][i][m] = -forcing[k][j][i][m];
    add_operator(u, rest);
}

/* The implicit operator, for a point and for its neighbours on one side (-1 or 1), in the plane k. */
static void make_matrices(int k, int side)
{
    for (int j = 1; j < N - 1; j++)
        for (int i = 1; i < N - 1; i++) {
            double (*beside[3])[5] = { beside_x[j][i], beside_y[j][i], beside_z[j][i] };
            const double *neighbour[3] = { u[k][j][i + side], u[k][j + side][i], u[k + side][j][i] };

            memset(diagonal[j][i], 0, sizeof diagonal[j][i]);
            for (int m = 0; m < 5; m++)
                diagonal[j][i][m][m] = 1.0;
            for (int d = 0; d < 3; d++) {
                memset(beside[d], 0, sizeof beside_x[j][i]);
                lu_add_viscous(diagonal[j][i], u[k][j][i], d, 2.0 * TIME_STEP * second[d]);
                lu_add_viscous(beside[d], neighbour[d], d, -TIME_STEP * second[d]);
                lu_add_convective(beside[d], neighbour[d], d, side * TIME_STEP * first[d]);
                for (int m = 0; m < 5; m++) {
                    diagonal[j][i][m][m] += 2.0 * TIME_STEP * second[d] * damping[d][m];
                    beside[d][m][m] -= TIME_STEP * second[d] * damping[d][m];
                }
            }
        }
}

/* sum := sum + matrix * w. */
static void add_product(double matrix[5][5], const double w[5], double sum[5])
{
    for (int m = 0; m < 5; m++)
        for (int n = 0; n < 5; n++)
            sum[m] += matrix[m][n] * w[n];
}

/* One triangular system: side -1 is the lower one, solved upwards, side 1 the upper one, solved downwards. In the lower one the
 * right-hand side is `rest`, in the upper one D times it. */
static void sweep(int side)
{
    const int from = side < 0 ? 1 : N - 2, to = side < 0 ? N - 1 : 0;

    for (int k = from; k != to; k -= side) {
        make_matrices(k, side);
        for (int j = from; j != to; j -= side)
            for (int i = from; i != to; i -= side) {
                double sum[5] = { 0.0, 0.0, 0.0, 0.0, 0.0 };
                double *w = rest[k][j][i];

                add_product(beside_z[j][i], rest[k + side][j][i], sum);
                add_product(beside_y[j][i], rest[k][j + side][i], sum);
                add_product(beside_x[j][i], rest[k][j][i + side], sum);
                for (int m = 0; m < 5; m++)
                    sum[m] = (side < 0 ? w[m] : 0.0) - OMEGA * sum[m];
                lu_solve(diagonal[j][i], sum);
                for (int m = 0; m < 5; m++)
                    w[m] = side < 0 ? sum[m] : w[m] + sum[m];
            }
    }
}

/* One step of relaxation of the system whose right-hand side is `rest`. */
static void relax(void)
{
    for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < N - 1; i++)
                for (int m = 0; m < 5; m++)
                    rest[k][j][i][m] *= TIME_STEP;
    sweep(-1);
    sweep(1);
    for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < N - 1; i++)
                for (int m = 0; m < 5; m++)
                    u[k][j][i][m] += rest[k][j][i][m] / (OMEGA * (2.0 - OMEGA));
}

/* Root of the mean square over the inner points of u less the exact solution, or of `rest`. */
static void norms(int of_error, double norm[5])
{
    for (int m = 0; m < 5; m++)
        norm[m] = 0.0;
    for (int k = 1; k < N - 1; k++)
        for (int j = 1; j < N - 1; j++)
            for (int i = 1; i < N - 1; i++) {
                double value[5];

                exact(i, j, k, value);
                for (int m = 0; m < 5; m++) {
                    double term = of_error ? value[m] - u[k][j][i][m] : rest[k][j][i][m];
                    norm[m] += term * term;
                }
            }
    for (int m = 0; m < 5; m++)
        norm[m] = sqrt(norm[m] / ((double)(N - 2) * (N - 2) * (N - 2)));
}

static double pressure(int k, int j, int i)
{
    const double *w = u[k][j][i];

    return LU_GAS * (w[4] - 0.5 * (w[1] * w[1] + w[2] * w[2] + w[3] * w[3]) / w[0]);
}

/* Integral of the pressure over the surface of a box, by the trapezoidal rule. */
static double surface_integral(void)
{
    const int low[3] = { 1, 1, 2 }, high[3] = { N - 2, N - 3, N - 2 };
    double sum = 0.0;

    for (int d = 0; d < 3; d++) {
        const int s = d == 0 ? 1 : 0, t = d == 2 ? 1 : 2;

        for (int end = 0; end < 2; end++)
            for (int a = low[s]; a < high[s]; a++)
                for (int b = low[t]; b < high[t]; b++)
                    for (int corner = 0; corner < 4; corner++) {
                        int at[3];

                        at[d] = end ? high[d] : low[d];
                        at[s] = a + (corner & 1);
                        at[t] = b + (corner >> 1);
                        sum += pressure(at[2], at[1], at[0]);
                    }
    }
    return 0.25 * sum / ((double)(N - 1) * (N - 1));
}

static int report(int verify)
{
    double residual[5], error[5], integral = surface_integral();
    int good = 1;

    norms(0, residual);
    norms(1, error);
    for (int m = 0; m < 5; m++)
        printf("  %d %20.13e %20.13e\n", m, residual[m], error[m]);
    printf("  surface integral %20.13e\n", integral);
    if (!verify)
        return 0;
    for (int m = 0; m < 5; m++) {
        good &= nas_agrees("norm of the residual", residual[m], wanted_residual[m], 1e-8);
        good &= nas_agrees("norm of the error", error[m], wanted_error[m], 1e-8);
    }
    good &= nas_agrees("surface integral", integral, INTEGRAL, 1e-8);
    return nas_verdict("LU", good);
}

/* The list above, said to ckptcc; -DNAS_SAVE_ALL: not. */
#ifndef NAS_SAVE_ALL
#pragma ckpt exclude(forcing, rest, diagonal, beside_x, beside_y, beside_z, line, flux, change, first, second, damping)
#pragma ckpt on_restart(set_coefficients(), make_forcing())
#endif

int main(int argc, char **argv)
{
    int steps = nas_iterations(argc, argv, STEPS);

    set_coefficients();
    make_forcing();
    set_initial();
    for (int step = 1; step <= steps; step++) {
        #pragma ckpt name(time_step)
        compute_rest();
        relax();
    }
    compute_rest();
    return report(steps == STEPS);
}
