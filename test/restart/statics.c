// Statics, externs across files, statics of the same name in several files and functions, tentative definitions, static libraries.
// C-SUPPORT: Declarations | statics of one name in several files and functions, externs | 6.2.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/statics_b.c --library Inputs/statics_c.c,Inputs/statics_d.c
#include "Inputs/statics.h"
#include <stdio.h>

static int counter = 1;
static const char *name = "a";
int shared_array[4] = { 1, 2, 3, 4 };
int tentative;
struct point *shared_point;

static int next(void)
{
    static int counter = 100;
    int result = counter++;
    {
        static int counter = 1000;
        result += counter++;
    }
    return result;
}

static int other(void)
{
    static int counter, *self = &counter;
    ++*self;
    return counter;
}

static struct point *spot(void)
{
    static struct point p = { 1, 2 }, *last;
    if (!last)
        last = &p;
    last->x++;
    return last;
}

int main(void)
{
    shared_point = spot();
    for (int i = 0; i < 3; i++) {
        counter += i;
        printf("%d %d %d %s\n", counter, next(), other(), name);
        int b = unit_b(i);
        int c = unit_c(i);
        printf("%d %d %d %d\n", b, c, tentative, shared_array[i]);
        spot();
        printf("%d %d %d\n", shared_point->x, *pointer_into_c, callback ? callback(i) : -1);
    }
    printf("%d\n", tree_of_units());
    return 0;
}
