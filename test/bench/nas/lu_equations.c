/* lu_equations.c - the equations that kernel LU solves, at one point: exact solution, fluxes and their Jacobians, 5 x 5 systems.
 *
 * Constants and formulas are the specification's. What the three directions have in common is written once.
 */
#include "lu.h"

#define C1 1.40
#define C2 LU_GAS
#define C3C4 LU_VISCOSITY
#define C5 1.40
#define C1345 (C1 * C3C4 * C5)

/* Coefficients of the exact solution: constant, then powers 1 to 4 of x, y, z by turns. */
static const double exact_coefficients[5][13] = {
    { 2.0, 0.0, 0.0, 4.0, 5.0, 3.0, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3 },
    { 1.0, 0.0, 0.0, 0.0, 1.0, 2.0, 3.0, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5 },
    { 2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4 },
    { 2.0, 2.0, 0.0, 0.0, 0.0, 2.0, 3.0, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3 },
    { 5.0, 4.0, 3.0, 2.0, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2 },
};

void lu_exact(const double at[3], double value[5])
{
    for (int m = 0; m < 5; m++) {
        const double *c = exact_coefficients[m];

        value[m] = c[0];
        for (int d = 0; d < 3; d++)
            value[m] += (c[1 + d] + (c[4 + d] + (c[7 + d] + c[10 + d] * at[d]) * at[d]) * at[d]) * at[d];
    }
}

void lu_convective_flux(int direction, const double w[5], double flux[5])
{
    double speed = w[1 + direction] / w[0], q = 0.5 * (w[1] * w[1] + w[2] * w[2] + w[3] * w[3]) / w[0];

    flux[0] = w[1 + direction];
    for (int m = 1; m < 4; m++)
        flux[m] = w[m] * speed;
    flux[1 + direction] += C2 * (w[4] - q);
    flux[4] = (C1 * w[4] - C2 * q) * speed;
}

void lu_viscous_flux(int direction, const double before[5], const double w[5], double flux[5])
{
    double squares = 0.0;

    flux[0] = 0.0;
    for (int m = 1; m < 4; m++) {
        double v = w[m] / w[0], v_before = before[m] / before[0];

        flux[m] = (m == 1 + direction ? 4.0 / 3.0 : 1.0) * (v - v_before);
        squares += v * v - v_before * v_before;
    }
    double v = w[1 + direction] / w[0], v_before = before[1 + direction] / before[0];
    flux[4] = 0.5 * (1.0 - C1 * C5) * squares + (v * v - v_before * v_before) / 6.0
              + C1 * C5 * (w[4] / w[0] - before[4] / before[0]);
}

void lu_add_convective(double matrix[5][5], const double w[5], int direction, double scale)
{
    const int n = 1 + direction;
    double v[4], q = 0.0, enthalpy = C1 * w[4] / w[0];

    for (int m = 1; m < 4; m++) {
        v[m] = w[m] / w[0];
        q += 0.5 * v[m] * v[m];
    }
    matrix[0][n] += scale;
    for (int m = 1; m < 4; m++) {
        matrix[m][0] -= scale * v[m] * v[n];
        matrix[m][m] += scale * v[n];
        matrix[m][n] += scale * v[m];
        matrix[n][m] -= scale * C2 * v[m];
        matrix[4][m] -= scale * C2 * v[m] * v[n];
    }
    matrix[n][0] += scale * C2 * q;
    matrix[n][4] += scale * C2;
    matrix[4][0] += scale * (2.0 * C2 * q - enthalpy) * v[n];
    matrix[4][n] += scale * (enthalpy - C2 * q);
    matrix[4][4] += scale * C1 * v[n];
}

void lu_add_viscous(double matrix[5][5], const double w[5], int direction, double scale)
{
    double reciprocal = 1.0 / w[0], corner = -C1345 * w[4] * reciprocal * reciprocal;

    for (int m = 1; m < 4; m++) {
        double c = (m == 1 + direction ? 4.0 / 3.0 : 1.0) * C3C4, v = w[m] * reciprocal;

        matrix[m][0] -= scale * c * v * reciprocal;
        matrix[m][m] += scale * c * reciprocal;
        matrix[4][m] += scale * (c - C1345) * v * reciprocal;
        corner -= (c - C1345) * v * v * reciprocal;
    }
    matrix[4][0] += scale * corner;
    matrix[4][4] += scale * C1345 * reciprocal;
}

void lu_solve(double matrix[5][5], double right[5])
{
    for (int p = 0; p < 5; p++)
        for (int m = p + 1; m < 5; m++) {
            double factor = matrix[m][p] / matrix[p][p];

            for (int n = p + 1; n < 5; n++)
                matrix[m][n] -= factor * matrix[p][n];
            right[m] -= factor * right[p];
        }
    for (int m = 4; m >= 0; m--) {
        for (int n = m + 1; n < 5; n++)
            right[m] -= matrix[m][n] * right[n];
        right[m] /= matrix[m][m];
    }
}
