/* lu.h - the equations that kernel LU solves, at one point (lu_equations.c).
 *
 * Directions: 0 is x, 1 is y, 2 is z. Of the five unknowns 0 is the density, 1 + direction the momentum in that direction,
 * 4 the energy. The domain is the unit cube.
 */
#ifndef NAS_LU_H
#define NAS_LU_H

#define LU_VISCOSITY 0.1                        /* c3 c4 of the specification */
#define LU_GAS 0.4                              /* c2 */

/* The exact solution. */
void lu_exact(const double at[3], double value[5]);

/* Convective flux in a direction. */
void lu_convective_flux(int direction, const double w[5], double flux[5]);

/* h times the viscous flux in a direction between `before` and w, which lie h apart, over LU_VISCOSITY. */
void lu_viscous_flux(int direction, const double before[5], const double w[5], double flux[5]);

/* matrix := matrix + scale * Jacobian of the convective flux at w; of the viscous one. */
void lu_add_convective(double matrix[5][5], const double w[5], int direction, double scale);
void lu_add_viscous(double matrix[5][5], const double w[5], int direction, double scale);

/* right := inverse of the matrix * right, by elimination without pivots. The matrix is lost. */
void lu_solve(double matrix[5][5], double right[5]);

#endif
