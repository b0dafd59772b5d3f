/* lu.c - dense linear systems by LU factorisation, with variable length arrays.
 *
 * Usage   lu [largest order] [refinements]
 * Output  for each order: the pivots' order, the determinant, the residual after each refinement.
 *
 * The matrix, the right-hand side and the permutation are variable length arrays of solve_order()'s frame; the functions below it take
 * them as `double a[n][n]`. The sites are in factor(), in the middle of its loops, and in refine().
 */
#include <stdio.h>
#include <stdlib.h>

static int row_swaps;

static double absolute(double x)
{
    return x < 0 ? -x : x;
}

/* A matrix that is far from singular, but needs pivoting. */
static void fill(int n, double a[n][n], double b[n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i][j] = (double)((i * 31 + j * 17) % 23 - 11) + (((i + 1) % n) == j ? 2.0 * n : 0.0);
        b[i] = i % 5 - 2.0;
    }
}

static void swap_rows(int n, double a[n][n], int permutation[n], int i, int j)
{
    double saved[n];

    if (i == j)
        return;
    for (int k = 0; k < n; k++) {
        saved[k] = a[i][k];
        a[i][k] = a[j][k];
        a[j][k] = saved[k];
    }
    int p = permutation[i];
    permutation[i] = permutation[j];
    permutation[j] = p;
    row_swaps++;
}

/* Factor in place. Returns the sign of the permutation, or 0 if the matrix is singular. */
static int factor(int n, double a[n][n], int permutation[n])
{
    int sign = 1;

    for (int i = 0; i < n; i++)
        permutation[i] = i;
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (absolute(a[i][k]) > absolute(a[pivot][k]))
                pivot = i;
        if (a[pivot][k] == 0.0)
            return 0;
        if (pivot != k)
            sign = -sign;
        swap_rows(n, a, permutation, k, pivot);
        double factors[n - k];                           /* a size that changes from step to step */
        for (int i = k + 1; i < n; i++)
            factors[i - k] = a[i][k] / a[k][k];
        #pragma ckpt name(eliminate)
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++)
                a[i][j] -= factors[i - k] * a[k][j];
            a[i][k] = factors[i - k];
        }
    }
    return sign;
}

static void substitute(int n, double lu[n][n], const int permutation[n], const double b[n], double x[n])
{
    for (int i = 0; i < n; i++) {
        x[i] = b[permutation[i]];
        for (int j = 0; j < i; j++)
            x[i] -= lu[i][j] * x[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= lu[i][j] * x[j];
        x[i] /= lu[i][i];
    }
}

/* The largest component of b - a x, which is left in r. */
static double residual(int n, double a[n][n], const double b[n], const double x[n], double r[n])
{
    double largest = 0.0;

    for (int i = 0; i < n; i++) {
        r[i] = b[i];
        for (int j = 0; j < n; j++)
            r[i] -= a[i][j] * x[j];
        if (absolute(r[i]) > largest)
            largest = absolute(r[i]);
    }
    return largest;
}

static double refine(int n, double a[n][n], double lu[n][n], const int permutation[n], const double b[n], double x[n],
                     int rounds)
{
    double r[n], correction[n], error = residual(n, a, b, x, r);

    for (int round = 0; round < rounds; round++) {
        #pragma ckpt name(refine)
        substitute(n, lu, permutation, r, correction);
        for (int i = 0; i < n; i++)
            x[i] += correction[i];
        error = residual(n, a, b, x, r);
        printf("    round %d: largest residual %.17g\n", round + 1, error);
    }
    return error;
}

static int solve_order(int n, int rounds)
{
    double a[n][n], lu[n][n], b[n], x[n];
    int permutation[n];
    double determinant, sum = 0.0;

    fill(n, a, b);
    fill(n, lu, x);
    int sign = factor(n, lu, permutation);
    if (!sign) {
        printf("order %d: singular\n", n);
        return 0;
    }
    determinant = sign;
    for (int i = 0; i < n; i++)
        determinant *= lu[i][i];
    printf("order %d: determinant %.17g, pivots", n, determinant);
    for (int i = 0; i < n && i < 8; i++)
        printf(" %d", permutation[i]);
    putchar('\n');
    substitute(n, lu, permutation, b, x);
    double error = refine(n, a, lu, permutation, b, x, rounds);
    for (int i = 0; i < n; i++)
        sum += x[i];
    printf("    sum of the solution %.17g, error %.17g\n", sum, error);
    return 1;
}

int main(int argc, char **argv)
{
    int largest = argc > 1 ? atoi(argv[1]) : 16;
    int rounds = argc > 2 ? atoi(argv[2]) : 2;
    int solved = 0;

    if (largest < 1 || largest > 400) {
        fprintf(stderr, "usage: lu [order 1..400] [refinements]\n");
        return 2;
    }
    for (int n = 1; n <= largest; n = n < 4 ? n + 1 : n * 2)
        solved += solve_order(n, rounds);
    printf("%d systems, %d rows swapped\n", solved, row_swaps);
    return 0;
}
