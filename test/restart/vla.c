// Variable length arrays: of one and two dimensions, in loops, as parameters, pointers to them, sizeof after a restart, zero-ish sizes, elements of no size.
// C-SUPPORT: Arrays | variable length arrays, of several dimensions, in loops | 6.7.6.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <stdio.h>
#include <stdlib.h>

static int next_size(int n)
{
    #pragma ckpt
    return n;
}

static double trace(int n, double m[n][n])
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        #pragma ckpt
        sum += m[i][i];
    }
    return sum;
}

static int changed_bound(int n, int m[n][n + 1])
{
    int rows = n;
    n = 100;                         /* the type of m keeps the n of the entry */
    #pragma ckpt
    return m[rows - 1][rows] + (int)(sizeof m[0] / sizeof m[0][0]) + n;
}

static long one(int n)
{
    long v[n], sum = 0;
    for (int i = 0; i < n; i++)
        v[i] = i * i;
    long *middle = &v[n / 2], *end = v + n;
    #pragma ckpt
    for (long *p = middle; p < end; p++)
        sum += *p;
    return sum + (long)(sizeof v / sizeof v[0]);
}

static int in_loop(int upto)
{
    int sum = 0;
    for (int n = 1; n <= upto; n++) {
        char text[n + 1];
        int squares[n], *at = squares;
        for (int i = 0; i < n; i++) {
            squares[i] = i + n;
            text[i] = 'a' + i;
        }
        text[n] = 0;
        #pragma ckpt
        while (at < squares + n)
            sum += *at++;
        printf("%s %d\n", text, sum);
    }
    return sum;
}

static int side_effect(int n)
{
    int i = n, v[i++], w[next_size(i)];          /* bounds are evaluated once */
    v[0] = i;
    w[i - 1] = 7;
    #pragma ckpt
    i += 10;
    return v[0] * 100 + (int)(sizeof v / sizeof *v) * 10 + (int)(sizeof w / sizeof *w) + w[n] + i;
}

static int pointers(int rows, int columns)
{
    int (*grid)[columns] = malloc(rows * sizeof *grid), sum = 0;
    typedef int row_t[columns];
    row_t extra;

    if (!grid)
        abort();
    columns = 1;
    for (size_t r = 0; r < (size_t)rows; r++)
        for (size_t c = 0; c < sizeof extra / sizeof *extra; c++)
            grid[r][c] = (int)(r * 10 + c);
    for (size_t c = 0; c < sizeof extra / sizeof *extra; c++)
        extra[c] = -1;
    #pragma ckpt
    for (int r = 0; r < rows; r++)
        sum += grid[r][r] + extra[r];
    row_t late;
    late[0] = 5;
    #pragma ckpt
    sum += late[0] + (int)(sizeof late / sizeof *late);
    free(grid);
    return sum;
}

static int recursive(int n)
{
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = n * i;
    if (n > 1)
        v[0] += recursive(n - 1);
    #pragma ckpt
    return v[0] + v[n - 1];
}

struct cell { char c; double d; };

static double structs(int n, int m)
{
    struct cell cube[n][m][2], (*plane)[m][2] = &cube[n - 1];
    double sum = 0;
    for (int i = 0; i < n * m * 2; i++)
        (&cube[0][0][0])[i] = (struct cell){ (char)i, i / 2.0 };
    #pragma ckpt
    for (int j = 0; j < m; j++)
        sum += (*plane)[j][1].d + (*plane)[j][0].c;
    return sum;
}

struct empty { };

static long of_nothing(int n)
{
    struct empty none[n], *p = none;
    #pragma ckpt
    return (p == none) + (long)sizeof none;
}

int main(void)
{
    double m[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    int k[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

    printf("%g\n", trace(3, m));
    printf("%d\n", changed_bound(2, k));
    printf("%ld\n", one(7));
    printf("%d\n", in_loop(3));
    printf("%d\n", side_effect(3));
    printf("%d\n", pointers(3, 4));
    printf("%d\n", recursive(4));
    printf("%g\n", structs(2, 3));
    printf("%ld\n", of_nothing(4));
    return 0;
}
