// Blocks that a program carves into parts of several types: a matrix with its row pointers in front of it, a record with a name and a list behind it,
// parts whose places depend on the sizes of pointers. Each part is declared by a pointer to it (#pragma ckpt type).
// C-SUPPORT: Allocation | blocks of several types one behind the other, each part declared by `#pragma ckpt type` | 6.5 | supported |
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
    const char *name;
    short weight;
};

struct record {
    long number;
    char *name, *end;            /* behind the entries */
    struct entry *entries;       /* behind the record */
    short *order;                /* behind the name, rounded up */
    struct record *next;
    int n;
};

#define ROUND8(x) (((x) + 7) & ~(size_t)7)

static double **make_matrix(int rows, int columns)
{
    double **m = malloc(rows * sizeof(double *) + (size_t)rows * columns * sizeof(double));
    double *data = (double *)(void *)((char *)m + ROUND8(rows * sizeof(double *)));

    if (rows * sizeof(double *) % 8)
        m = realloc(m, ROUND8(rows * sizeof(double *)) + (size_t)rows * columns * sizeof(double)), data = (double *)(void *)((char *)m + ROUND8(rows * sizeof(double *)));
    for (int i = 0; i < rows; i++)
        m[i] = data + i * columns;
    #pragma ckpt type(data, double[rows * columns])
    return m;
}

static struct record *make_record(long number, const char *name, int n, struct record *next)
{
    size_t size = sizeof(struct record) + n * sizeof(struct entry) + ROUND8(strlen(name) + 1) + n * sizeof(short);
    struct record *r = calloc(1, size);

    r->number = number;
    r->n = n;
    r->next = next;
    r->entries = (struct entry *)(r + 1);
    r->name = (char *)(r->entries + n);
    r->order = (short *)(void *)((char *)r->entries + n * sizeof(struct entry) + ROUND8(strlen(name) + 1));
    #pragma ckpt type(r->entries, struct entry[n])
    #pragma ckpt type(r->name, char[strlen(name) + 1])
    #pragma ckpt type(r->order, short[n])
    strcpy(r->name, name);
    r->end = r->name + strlen(name) + 1;  /* where the next part begins, or what its place has been rounded up by */
    for (int i = 0; i < n; i++) {
        r->entries[i].name = r->name + i % (int)strlen(name);
        r->entries[i].weight = (short)(i * 3 - 7);
        r->order[i] = (short)(n - i);
    }
    return r;
}

static void show(double **m, int rows, int columns, const struct record *list, const double *end, const short *last)
{
    double sum = 0;

    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            sum += m[i][k] * (i + 2 * k);
    printf("matrix %.17g, %d to the end\n", sum, (int)(end - m[0]));
    for (; list; list = list->next) {
        printf("%ld %s %d", list->number, list->name, (int)(list->end - list->name));
        for (int i = 0; i < list->n; i++)
            printf(" %s:%d:%d", list->entries[i].name, list->entries[i].weight, list->order[i]);
        printf("\n");
    }
    printf("last %d\n", *last);
}

int main(void)
{
    int rows = 3, columns = 5;
    double **m = make_matrix(rows, columns), *end = m[rows - 1] + columns;
    struct record *list = 0;

    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            m[i][k] = i * 10 + k + 0.5;
    for (int i = 0; i < 4; i++) {
        static const char *const names[] = { "one", "twenty-two", "three33", "x" };

        list = make_record(i * 100000L - 7, names[i], i + 1, list);
    }
    for (int step = 0; step < 3; step++) {
        struct record *first = list;

        #pragma ckpt
        m[step][step] += step;
        list->entries[0].weight++;
        list = list->next;               /* and that block is free */
        free(first);
        show(m, rows, columns, list, end, list->order + list->n - 1);
    }
    return 0;
}
