// Structures that are used as others, through pointers of another type or through structures that begin alike: what lies between their members goes
// with them where types lie in memory as they did, also what bit-fields, _Bool and long double leave unused, and numbers in the places of pointers.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3 --only x86_64
// RUN: %restart %s --visits 2 --only s390x
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct inner { char c; int i; };
struct outer { char t; struct inner in[3]; double d; bool b[3]; char e; };
struct bytes { char byte[sizeof(struct outer)]; };
struct shorts { short value[sizeof(struct outer) / 2]; };
struct packed { unsigned a : 3; char c; unsigned b : 9; double d; };
struct longs { long long value[sizeof(struct packed) / 8]; };
struct wide { long double x; bool b; };
struct ints { int value[sizeof(struct wide) / 4]; };
struct node { struct node *next; char tag; double weight; };
struct point { double x, y, z; };

static struct outer one, many[5];
static struct packed flags[2];
static struct bytes *view, *views[5];
static struct shorts *shorts;
static struct longs *longs;
static struct ints *ints;
static struct point *points[3];
static struct node *nodes;

static unsigned sum(const void *p, size_t size)
{
    unsigned h = 7;
    for (size_t i = 0; i < size; i++)
        h = 31 * h + ((const unsigned char *)p)[i];
    return h;
}

static void fill(void *p, size_t size, int by)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)p)[i] = (unsigned char)(by * (int)(i + 1));
}

int main(void)
{
    view = (struct bytes *)&one;
    fill(view, sizeof *view, 7);
    for (int i = 0; i < 5; i++)
        fill(views[i] = (struct bytes *)&many[i], sizeof *view, 11 + i);
    struct outer *typed = malloc(3 * sizeof *typed);
    memset(typed, 0, 3 * sizeof *typed);
    typed->d = 1;
    fill(shorts = (struct shorts *)(typed + 1), sizeof *shorts, 31);
    fill(longs = (struct longs *)flags, sizeof *longs, 5);
    struct wide *wide = malloc(sizeof *wide);
    fill(ints = (struct ints *)wide, sizeof *ints, 3);
    wide = NULL;
    for (int i = 0; i < 6; i++) {
        struct node *n = malloc(sizeof *n);
        *n = (struct node){ nodes, (char)('a' + i), i / 2.0 };
        nodes = n;
    }
    for (int i = 0; i < 3; i++) { /* nodes that are not needed any more */
        void *free_one = nodes;
        nodes = nodes->next;
        points[i] = free_one;
        *points[i] = (struct point){ i + 0.1, i + 0.2, i + 0.3 };
    }
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        printf("step %d: %u %u %u %u %g", step, sum(view, sizeof *view), sum(shorts, sizeof *shorts), sum(longs, sizeof *longs), sum(ints, sizeof *ints), typed->d++);
        for (int i = 0; i < 5; i++)
            printf(" %u", sum(views[i], sizeof *view));
        for (int i = 0; i < 3; i++)
            printf(" %g %g %g", points[i]->x++, points[i]->y++, points[i]->z++);
        for (struct node *n = nodes; n; n = n->next)
            printf(" %c %g", n->tag, n->weight++);
        puts("");
    }
    return 0;
}
