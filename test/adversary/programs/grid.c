// Matrices in every form: rows of pointers into one block, pointers to rows, arrays of arrays in structures, functions that return
// pointers to arrays, complex values, windows on others' data, a const table of weights; a file of results read again. ADV: outputs=grid.txt
#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 4 };
typedef double row[N];
struct matrix { int rows, columns; double **at, *cells; };
struct window { const struct matrix *of; double *const corner; int stride, w, h; };
struct block { row rows[N]; float _Complex c[2]; double (*picked)[N]; };
static const int weights[3][3] = { { 1, 2, 1 }, { 2, 4, 2 }, { 1, 2, 1 } };
static struct block blocks[2];

static struct matrix *matrix_new(int rows, int columns)
{
    struct matrix *m = malloc(sizeof(struct matrix));
    m->rows = rows, m->columns = columns;
    m->at = malloc(sizeof(double *) * (size_t)rows);
    m->cells = calloc((size_t)(rows * columns), sizeof(double));
    for (int i = 0; i < rows; i++)
        m->at[i] = m->cells + i * columns;
    return m;
}
static row *pick(int which)
{
    struct block *b = &blocks[which & 1];
#pragma ckpt
    return b->picked = &b->rows[which % N];
}
static double smooth(const struct window *w, int y, int x)
{
    double sum = 0;
    for (int i = -1; i <= 1; i++)
        for (int j = -1; j <= 1; j++) {
            int yy = y + i, xx = x + j;
            if (yy < 0 || yy >= w->h || xx < 0 || xx >= w->w)
                continue;
            sum += weights[i + 1][j + 1] * w->corner[yy * w->stride + xx];
        }
#pragma ckpt if (y == x)
    return sum / 16;
}
int main(void)
{
    struct matrix *a = matrix_new(5, 6), *b = matrix_new(5, 6), *pair[2] = { a, b };
    double *swap, *end = a->cells + 30, total = 0;
    FILE *f = fopen("grid.txt", "w+");
    for (double *p = a->cells; p < end; p++)
        *p = (double)(p - a->cells);
    swap = a->at[0], a->at[0] = a->at[4], a->at[4] = swap;
    for (int round = 0; round < 3; round++) {
        struct window w = { pair[round % 2], pair[round % 2]->at[3] - 6, 6, 6 - round, 3 };
        for (int y = 0; y < w.h; y++)
            for (int x = 0; x < w.w; x++)
                pair[!(round % 2)]->at[y][x] += smooth(&w, y, x);
        fprintf(f, "%d %.10g\n", round, pair[round % 2]->at[1][2]);
        (*pick(round))[round] += round + 0.5;
        pick(round + 1)[0][3] -= 1;
        blocks[round % 2].c[1] += 1 + 2 * I;
        #pragma ckpt
        fflush(f);
    }
    rewind(f);
    for (int r; fscanf(f, "%d%lf", &r, &total) == 2;) {
        #pragma ckpt
        printf("%d %.10g\n", r, total);
    }
    for (int i = 0; i < 5; i++)
        printf("%.10g %.10g\n", a->at[i][i], b->at[i][i + 1]);
    printf("%g %g %d %g\n", blocks[0].rows[1][3], blocks[1].rows[2][3], (int)(blocks[1].picked - blocks[1].rows), (double)cimagf(blocks[0].c[1]));
    return ferror(f) || fclose(f);
}
