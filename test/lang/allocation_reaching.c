// A variable that holds one size here and another one there says at an allocation what it was set to last; *= and += count, too.
// C-SUPPORT: Allocation | one variable for several sizes, `n *= sizeof(T)` | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
// RUN: rm -rf %t.d && %ckptcc %s -o %t && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.out 2>&1; test $? = 75) && %not grep ckpt: %t.out
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point { short tag; double x; struct point *other; };
struct name { char *text; int length; };
struct list { int n; struct list *next; long at[]; };

static struct point *points, *more, *either, *again;
static struct name *names;
static double *numbers;
static long *longs;
static struct list *list;

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (!block)
        exit(1);
    return block;
}

static void make(int n, int kind)
{
    size_t size, count = (size_t)n;
    int bytes;

    size = count * sizeof(struct point);
    points = allocate(size);
    size = count * sizeof(struct name);
    names = allocate(size);
    bytes = (n * 2 - 1) * (int)sizeof(double);
    if ((numbers = (double *)malloc((size_t)bytes)) == NULL)
        exit(1);
    size = count;
    size *= sizeof *longs;
    longs = malloc(size);
    size = sizeof *list;
    size += count * sizeof list->at[0];
    list = malloc(size);
    size = 0;
    size += count * sizeof *more;
    size += sizeof *more;
    more = malloc(size);
    if (kind == 1)
        size = sizeof *either;
    else
        size = count * sizeof *either;
    either = malloc(size);
    for (int round = 0; round < 2; round++) {
        again = realloc(again, size = (size_t)(round + 1) * sizeof *again);
        size = 1;
    }
}

int main(void)
{
    int n = 4;

    make(n, 2);
    for (int i = 0; i < n; i++) {
        points[i] = (struct point){ (short)i, i * 0.5, points + n - 1 - i };
        names[i] = (struct name){ "abcd" + i, 4 - i };
        numbers[i] = i / 8.0;
        longs[i] = -i;
        list->at[i] = i * 1000;
        more[i] = points[i];
        either[i] = more[i];
    }
    list->n = n;
    list->next = list;
    again[1] = points[2];
    #pragma ckpt
    for (int i = 0; i < n; i++)
        printf("%d %g %d %s %d %g %ld %ld %g %g\n", points[i].tag, points[i].x, points[i].other->tag, names[i].text, names[i].length, numbers[i],
               longs[i], list->next->at[i], more[i].x, either[i].other->x);
    printf("%g\n", again[1].x);
    return 0;
}
