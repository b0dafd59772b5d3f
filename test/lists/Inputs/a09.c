/* rows of doubles (matrix row cache) and line buffers of char; calloc; copied head local; emptied by loop */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 6 };
static double *rows; static char *lines;
static double *row(void)
{
    double *r = rows;
    if (r) { rows = *(double **)r; memset(r, 0, N * sizeof *r); return r; }
    return calloc(N, sizeof(double));
}
static void row_put(double *r) { *(double **)r = rows; rows = r; }
static char *line(void)
{
    char *l = lines;
    if (l) { lines = *(char **)l; l[0] = 0; return l; }
    return calloc(80, 1);
}
static void line_put(char *l) { *(char **)l = lines; lines = l; }
static int count(void) { double *p = rows; int n = 0; while (p) { n++; p = *(double **)p; } return n; }
int main(void)
{
    double *m[5]; char *t[5];
    for (int i = 0; i < 5; i++) { m[i] = row(); t[i] = line(); for (int k = 0; k < N; k++) m[i][k] = i * 10 + k; sprintf(t[i], "the line number %d", i); }
    row_put(m[0]); row_put(m[3]); line_put(t[2]); line_put(t[4]); row_put(m[1]);
    for (int i = 1; i <= 3; i++) {
#pragma ckpt
        printf("visit %d %d\n", i, count());
        if (i == 1) { m[1] = row(); m[1][2] = 1.5; t[4] = line(); strcpy(t[4], "back"); }
        if (i == 2) { line_put(t[0]); row_put(m[4]); }
    }
    m[4] = row(); m[3] = row(); m[0] = row(); t[0] = line(); t[2] = line();
    strcat(t[0], "zero"); strcat(t[2], "two");
    for (int i = 0; i < 5; i++) printf("%g %g %g %s\n", m[i][0], m[i][2], m[i][5], t[i]);
    printf("%d\n", count());
    return 0;
}
