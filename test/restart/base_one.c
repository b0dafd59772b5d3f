// Base-1 arrays in blocks of the heap (Numerical Recipes' vector() and matrix()): the only pointer leads to one value, or a few small ones, before the
// block. CKPT_STRICT takes it for known; freed blocks of the same kind lie between; small, medium and large blocks; a pointer too far out is a trap.
// C-SUPPORT: Allocation | base-1 arrays in a block (`v = malloc(...) - 1`), fewer than 16 bytes before it | 6.5.6p8 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x,arm --visits 6
// RUN: %ckptcc %s -o %t && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 CKPT_STRICT=1 %t > %t.1; test $? = 75
// RUN: %ckpt show %t.d/*.img > %t.show && grep -x '.*numbers *= &.*{0} - 1' %t.show && grep '{0} - 3' %t.show && ! grep 'nothing known' %t.show && %ckpt verify %t.d/*.img
// RUN: %ckpt show --json %t.d/*.img | grep '"before": 3' > %t.json
// RUN: %ckpt diff %t.d/*.img %t.d/*.img
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && grep -x 'all freed' %t.2
#include <stdio.h>
#include <stdlib.h>

struct pair { short a, b; };

static double *vector(long low, long high) { return (double *)malloc((size_t)(high - low + 1) * sizeof(double)) - low; }
static void free_vector(double *v, long low) { free(v + low); }
static int *ivector(long n) { int *v = malloc((size_t)n * sizeof *v); return v - 1; }
static unsigned char *cvector(long n) { unsigned char *v = (unsigned char *)malloc((size_t)n); return v - 1; }
static void *need(size_t bytes) { void *block = malloc(bytes); if (!block) exit(2); return block; }

static double **matrix(int rows, int columns)
{
    double **m = malloc((size_t)rows * sizeof *m);

    m -= 1;
    for (int i = 1; i <= rows; i++) {
        m[i] = malloc((size_t)columns * sizeof(double));
        m[i] -= 1;
    }
    return m;
}

static short *shorts;                                   /* from 3 */
static float *table[4];
static struct pair *pairs;

int main(void)
{
    enum { N = 300, LARGE = 200000, MORE = 3000 };
    double *numbers = vector(1, N), **m = matrix(5, 7), *large = vector(1, LARGE), sum = 0;
    int *whole = ivector(MORE);
    long *longs = need(10 * sizeof(long));
    unsigned char *text = cvector(5);

    longs -= 1;
    pairs = malloc(4 * sizeof *pairs);
    pairs -= 1;
    shorts = malloc(6 * sizeof *shorts);
    shorts -= 3;
    for (int i = 0; i < 4; i++) {
        table[i] = calloc(3, sizeof(float));
        table[i]--;
        free(malloc(3 * sizeof(float)));
    }
    for (int i = 1; i <= N; i++)
        numbers[i] = i;
    for (int i = 1; i <= LARGE; i++)
        large[i] = i % 7;
    for (int i = 1; i <= MORE; i++)
        whole[i] = 2 * i;
    for (int i = 1; i <= 10; i++)
        longs[i] = -i;
    for (int i = 1; i <= 5; i++) {
        text[i] = (unsigned char)(200 + i);
        for (int j = 1; j <= 7; j++)
            m[i][j] = 10 * i + j;
    }
    for (int i = 1; i <= 4; i++)
        pairs[i] = (struct pair){ (short)i, (short)-i };
    for (int i = 3; i <= 8; i++)
        shorts[i] = (short)(100 * i);
    for (int step = 1; step <= 6; step++) {
        #pragma ckpt
        numbers[step] += m[step % 5 + 1][step] + large[LARGE - step] + whole[MORE - step] + (double)longs[step] + text[step % 5 + 1];
        table[step % 4][step % 3 + 1] += (float)numbers[step];
        pairs[step % 4 + 1].b = (short)(pairs[step % 4 + 1].b + shorts[step + 2]);
        whole[step] = pairs[step % 4 + 1].b;
        sum += numbers[step] + whole[step];
        printf("%d: %g %g %d\n", step, sum, (double)table[step % 4][step % 3 + 1], whole[step]);
    }
    for (int i = 0; i < 4; i++)
        free(table[i] + 1);
    for (int i = 1; i <= 5; i++)
        free(m[i] + 1);
    free(m + 1);
    free(pairs + 1);
    free(shorts + 3);
    free(text + 1);
    free(longs + 1);
    free(whole + 1);
    free_vector(numbers, 1);
    free_vector(large, 1);
    puts("all freed");
    return 0;
}
