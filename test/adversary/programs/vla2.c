// Variable length arrays: two-dimensional, in loops with continue and break, typedefs, pointers to them, as parameters with side effects
// in the bound, sizeof of them, recursion with growing ones. ADV:
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bound(int n)
{
#pragma ckpt
    return n;
}

static long trace(int n, int m, double a[n][m], int row[static n])
{
    long t = 0;
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        t += (long)a[i][i % m] * row[i];
        n += 0;
    }
    return t + (long)(sizeof a[0] / sizeof(double));
}

static int fold(int depth, int n, int (*above)[n])
{
    int here[depth + 1][n];
    for (int i = 0; i <= depth; i++)
        for (int j = 0; j < n; j++)
            here[i][j] = above ? above[0][j] + i : j;
    if (depth == 0) {
        #pragma ckpt
        return here[0][n - 1];
    }
    int below = fold(depth - 1, n, here + depth);
    return below + (*above ? above[0][0] : 0) + here[depth][0] + (int)(sizeof here / sizeof(int));
}

static void words(const char *text)
{
    int n = (int)strlen(text);
    while (n > 0) {
        char copy[bound(n) + 1], *end = copy + n;
        memcpy(copy, text, (size_t)n);
        *end = 0;
        #pragma ckpt
        if (n-- % 2)
            continue;
        typedef short grid[n + 1][2];
        grid g, *pg = &g;
        for (int i = 0; i <= n; i++)
            g[i][0] = (short)i, (*pg)[i][1] = copy[i];
        #pragma ckpt
        printf("%s %d %c %zu %td\n", copy, g[n][0], (*pg)[n][1], sizeof(grid), end - copy);
        if (n < 2)
            break;
    }
}

int main(void)
{
    int n = 3, m = 4, first[5] = { 1, 2, 3, 4, 5 };
    double (*matrix)[m] = malloc(sizeof(double[n][m]));
    int row[n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            matrix[i][j] = i * 10 + j;
    for (int i = 0; i < n; i++)
        row[i] = i + 1;
    printf("%ld\n", trace(n, m, matrix, row));
    m = 17;
    printf("%d %zu\n", fold(3, 5, &first), sizeof *matrix);
    words("abcdef");
again:;
    int v[bound(n)];
    v[n - 1] = n;
    #pragma ckpt
    printf("%d %zu\n", v[n - 1], sizeof v / sizeof *v);
    if (n-- > 1)
        goto again;
    free(matrix);
    return 0;
}
