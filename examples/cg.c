/* cg.c - conjugate gradient on a sparse matrix, with a choice of preconditioners.
 *
 * Usage   cg [points per side] [right-hand sides] [iterations]
 * Output  the residual every few iterations, a checksum of each solution.
 *
 * The matrix is the five-point Laplacian with uneven coefficients, in compressed sparse rows. Preconditioners are reached
 * through a function pointer and a void pointer to their data. The site is in solve(), below solve_all() below main.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int rows;
    int *start;              /* rows + 1 */
    int *column;             /* start[rows] */
    double *value;
} matrix_t;

typedef struct {
    const char *name;
    void (*apply)(const void *data, const double *in, double *out, int n);
    void *data;
} preconditioner_t;

typedef struct {
    int n;
    double *inverse;         /* of the diagonal */
} jacobi_t;

typedef struct {
    double *r, *z, *p, *q;
    double *storage;         /* one block that the four above point into */
} work_t;

static unsigned multiplications;

static void *need(void *block)
{
    if (!block) {
        perror("cg");
        exit(1);
    }
    return block;
}

static double coefficient(int row, int col)
{
    return 1.0 + ((row * 7 + col * 13) % 5) * 0.25;
}

static matrix_t *matrix_build(int side)
{
    matrix_t *m = need(malloc(sizeof *m));
    int capacity = 16, used = 0;

    m->rows = side * side;
    m->start = need(malloc((m->rows + 1) * sizeof(int)));
    m->column = need(malloc(capacity * sizeof(int)));
    m->value = need(malloc(capacity * sizeof(double)));
    for (int row = 0; row < m->rows; row++) {
        static const int dx[] = { 0, -1, 0, 1, 0 }, dy[] = { -1, 0, 0, 0, 1 };
        int x = row % side, y = row / side;
        double diagonal = 0.05;

        m->start[row] = used;
        for (int k = 0; k < 5; k++) {
            int nx = x + dx[k], ny = y + dy[k];
            int to = ny * side + nx;
            if (nx < 0 || ny < 0 || nx >= side || ny >= side || to == row)
                continue;
            if (used + 2 > capacity) {                       /* grown past its size on purpose, as people do */
                capacity *= 2;
                m->column = need(realloc(m->column, capacity * sizeof(int)));
                m->value = need(realloc(m->value, capacity * sizeof(double)));
            }
            double c = coefficient(row < to ? row : to, row < to ? to : row);
            m->column[used] = to;
            m->value[used++] = -c;
            diagonal += c;
        }
        m->column[used] = row;
        m->value[used++] = diagonal;
    }
    m->start[m->rows] = used;
    return m;
}

static void matrix_free(matrix_t *m)
{
    free(m->start);
    free(m->column);
    free(m->value);
    free(m);
}

static void multiply(const matrix_t *m, const double *x, double *y)
{
    const int rows = m->rows, *start = m->start, *column = m->column;
    const double *value = m->value;

    for (int row = 0; row < rows; row++) {
        double sum = 0.0;
        for (int k = start[row]; k < start[row + 1]; k++)
            sum += value[k] * x[column[k]];
        y[row] = sum;
    }
    multiplications++;
}

static double dot(const double *a, const double *b, int n)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void apply_identity(const void *data, const double *in, double *out, int n)
{
    (void)data;
    for (int i = 0; i < n; i++)
        out[i] = in[i];
}

static void apply_jacobi(const void *data, const double *in, double *out, int n)
{
    const jacobi_t *jacobi = data;

    for (int i = 0; i < n; i++)
        out[i] = in[i] * jacobi->inverse[i];
}

static jacobi_t *jacobi_new(const matrix_t *m)
{
    jacobi_t *jacobi = need(malloc(sizeof *jacobi));

    jacobi->n = m->rows;
    jacobi->inverse = need(malloc(m->rows * sizeof *jacobi->inverse));
    for (int row = 0; row < m->rows; row++)
        for (int k = m->start[row]; k < m->start[row + 1]; k++)
            if (m->column[k] == row)
                jacobi->inverse[row] = 1.0 / m->value[k];
    return jacobi;
}

static void work_init(work_t *w, int n)
{
    w->storage = need(malloc(4 * (size_t)n * sizeof(double)));
    w->r = w->storage;
    w->z = w->r + n;
    w->p = w->z + n;
    w->q = w->p + n;
}

/* Solve m x = b; at most `limit` iterations. Returns how many were made. */
static int solve(const matrix_t *m, const preconditioner_t *pre, const double *b, double *x, work_t *w, int limit)
{
    const int n = m->rows;
    double rho, target = 1e-20 * dot(b, b, n);
    int iteration;

    for (int i = 0; i < n; i++) {
        x[i] = 0.0;
        w->r[i] = b[i];
    }
    pre->apply(pre->data, w->r, w->z, n);
    for (int i = 0; i < n; i++)
        w->p[i] = w->z[i];
    rho = dot(w->r, w->z, n);
    for (iteration = 0; iteration < limit; iteration++) {
        #pragma ckpt name(iteration)
        double rr = dot(w->r, w->r, n);
        if (rr <= target)
            break;
        if (iteration % 8 == 0)
            printf("  %3d |r| = %.17g\n", iteration, sqrt(rr));
        multiply(m, w->p, w->q);
        double alpha = rho / dot(w->p, w->q, n);
        for (int i = 0; i < n; i++) {
            x[i] += alpha * w->p[i];
            w->r[i] -= alpha * w->q[i];
        }
        pre->apply(pre->data, w->r, w->z, n);
        double next = dot(w->r, w->z, n), beta = next / rho;
        rho = next;
        for (int i = 0; i < n; i++)
            w->p[i] = w->z[i] + beta * w->p[i];
    }
    return iteration;
}

/* Every right-hand side with every preconditioner. Returns all the iterations. */
static int solve_all(const matrix_t *m, const preconditioner_t *pre, int kinds, int sides, int limit)
{
    double *b = need(malloc(m->rows * sizeof *b)), *x = need(malloc(m->rows * sizeof *x));
    work_t work;
    int total = 0;

    work_init(&work, m->rows);
    for (int side = 0; side < sides; side++) {
        for (int i = 0; i < m->rows; i++)
            b[i] = (double)((i * (side + 3)) % 17) - 8.0;
        for (const preconditioner_t *p = pre; p < pre + kinds; p++) {
            printf("right-hand side %d, %s\n", side + 1, p->name);
            int iterations = solve(m, p, b, x, &work, limit);
            total += iterations;
            printf("  %d iterations, x.x = %.17g, x[0] = %.17g\n", iterations, dot(x, x, m->rows), x[0]);
        }
    }
    free(work.storage);
    free(b);
    free(x);
    return total;
}

int main(int argc, char **argv)
{
    int side = argc > 1 ? atoi(argv[1]) : 24;
    int sides = argc > 2 ? atoi(argv[2]) : 2;
    int limit = argc > 3 ? atoi(argv[3]) : 40;

    if (side < 2 || sides < 1) {
        fprintf(stderr, "usage: cg [points per side] [right-hand sides] [iterations]\n");
        return 2;
    }
    matrix_t *m = matrix_build(side);
    jacobi_t *jacobi = jacobi_new(m);
    preconditioner_t pre[] = {
        { "plain", apply_identity, NULL },
        { "Jacobi", apply_jacobi, jacobi },
    };
    int total = solve_all(m, pre, sizeof pre / sizeof *pre, sides, limit);
    printf("%d iterations, %u multiplications\n", total, multiplications);
    free(jacobi->inverse);
    free(jacobi);
    matrix_free(m);
    return 0;
}
