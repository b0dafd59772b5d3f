// Nested calls, calls as arguments (of library functions too), through pointers, with structs by value.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 20
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double x, y; char tag[3]; } point_t;
typedef struct { long many[40]; } large_t;
typedef int operation(int, int);
typedef operation *chooser(char);

static int add(int a, int b)
{
    #pragma ckpt
    return a + b;
}
static int multiply(int a, int b)
{
    int product = a * b;
    #pragma ckpt
    return product;
}
static operation *choose(char c)
{
    #pragma ckpt
    return c == '+' ? add : multiply;
}

static point_t point(double x, double y)
{
    point_t p = { x, y, "pt" };
    #pragma ckpt
    return p;
}
static point_t swap(point_t p)
{
    point_t q = p;
    #pragma ckpt
    q.x = p.y;
    q.y = p.x;
    return q;
}
static large_t large(int seed)
{
    large_t l;
    for (int i = 0; i < 40; i++)
        l.many[i] = seed * i;
    #pragma ckpt
    return l;
}
static long total(large_t l, int upto)
{
    long sum = 0;
    for (int i = 0; i < upto; i++) {
        sum += l.many[i];
        if (i == 10) {
            #pragma ckpt
        }
    }
    return sum;
}

struct machine {
    operation *operate;
    struct { chooser *choose; } inner;
    operation *table[2];
};

static const char *name(int i)
{
    static char text[16];
    #pragma ckpt
    snprintf(text, sizeof text, "n%d", i);
    return text;
}

int main(void)
{
    struct machine m = { add, { choose }, { multiply, add } }, *pm = &m;
    int (*pf)(int, int) = multiply;

    printf("nested %d\n", add(add(1, multiply(2, 3)), multiply(add(4, 5), add(6, 7))));
    printf("pointer %d %d %d\n", pf(2, 3), (*pf)(4, 5), (**pf)(6, 7));
    printf("member %d %d\n", m.operate(1, 2), pm->operate(3, 4));
    printf("table %d\n", pm->table[add(0, 1)](multiply(1, 5), 6));
    printf("chosen %d\n", choose('+')(2, choose('*')(3, 4)));
    printf("inner %d\n", pm->inner.choose('*')(add(1, 1), 7));
    printf("member of result %g %g %s\n", point(1, 2).x, swap(point(3, 4)).x, swap(swap(point(5, 6))).tag);
    printf("large %ld %ld\n", total(large(2), 40), large(3).many[add(3, 4)]);
    printf("library %g %d %zu\n", sqrt(multiply(3, 3)), abs(add(-5, 1)), strlen(name(123)));
    double root = sqrt((double)add(multiply(3, 3), multiply(4, 4)));
    printf("root %g\n", root);
    operation *pick = *(add(1, 0) ? &pm->table[0] : &pf);
    printf("pick %d\n", pick(5, 5));
    puts(name(add(40, 2)));
    (void)add(1, 1), multiply(2, 2);
    return add(2, -2);
}
