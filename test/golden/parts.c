/* Format version 4: blocks that the program has carved into parts: a record and what lies behind it, a matrix behind the pointers to its rows, and
 * one of which a part is not declared. At its only site. The fuzz tests' server has a finished() of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record { struct record *next; double *values; char *name; int n; long id; };
static struct record *list;
static double **rows;
static long long *spare;
void finished(void);
__attribute__((weak)) void finished(void) {}

static size_t up(size_t n) { return (n + 7) / 8 * 8; }

static struct record *make(const char *name, int n, struct record *next)
{
    size_t values = up(sizeof(struct record)), text = values + n * sizeof(double);
    struct record *r = malloc(text + strlen(name) + 1);
    r->next = next;
    r->values = (double *)((char *)r + values);
    r->name = (char *)r + text;
    r->n = n;
    r->id = 7 * n;
    strcpy(r->name, name);
    #pragma ckpt type(r, struct record[1])
    #pragma ckpt type(r->values, double[n])
    #pragma ckpt type(r->name, char[])
    for (int i = 0; i < n; i++)
        r->values[i] = n + i / 4.0;
    return r;
}

static void fill(int n)
{
    rows = malloc(n * sizeof *rows + 8 + n * n * sizeof(double));
    double *all = (double *)((char *)rows + up(n * sizeof *rows));
    #pragma ckpt type(rows, double *[n])
    #pragma ckpt type(all, double[n * n])
    for (int i = 0; i < n; i++)
        rows[i] = all + n * i;
    for (int i = 0; i < n * n; i++)
        all[i] = i * 0.5;
}

int main(void)
{
    list = make("first", 2, make("second one", 0, make("the third", 5, 0)));
    fill(3);
    spare = calloc(1, 64);
    short *counts = (short *)(spare + 2);
    #pragma ckpt type(spare, long long[2])
    #pragma ckpt type(counts, short[4])
    spare[1] = -5000000000;
    counts[3] = 12;
    #pragma ckpt name(parts)
    finished();
    for (struct record *r = list; r; r = r->next)
        printf("%s %d %ld %g\n", r->name, r->n, r->id, r->n ? r->values[r->n - 1] : 0);
    printf("%g %g %lld %d\n", rows[1][2], rows[2][0], spare[1], counts[3]);
    return 0;
}
