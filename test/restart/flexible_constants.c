// Constants whose flexible array members have initialisers: pointers lead into the array, too. Local ones, of characters, of a structure with room at its end, in an array of pointers.
// C-SUPPORT: Declarations | an initialised flexible array member of a constant | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64,i386
#include <stdio.h>

struct code { int length; const char *name; unsigned char op[]; };
struct table { int n; int v[]; };
struct tail { long first; char short_one; short v[]; };
typedef struct { double scale; const struct table *next; long v[]; } unnamed;

static const struct code code = { 8, "double", { 3, 0, 7, 1, 0, 9, 2, 0 } };
static const struct table table = { 3, { 10, 20, 30 } }, *tables[1] = { &table };
const struct tail tail = { 1, 'x', { 1, 2, 3, 4, 5, 6 } };
static const unnamed last = { 0.5, &table, { 7, 8 } };

static int run(const struct code *c)
{
    int sum = 0;
    const unsigned char *end = c->op + c->length;
    for (const unsigned char *p = c->op; p < end; p++) {
        #pragma ckpt
        sum = sum * 3 + *p;
        printf("%s %d\n", c->name, sum);
    }
    return sum;
}

int main(void)
{
    static const struct table local = { 2, { 4, 5 } };
    const struct table *s = tables[0], *t = &local;
    const short *middle = &tail.v[3];
    const long *number = &last.v[1];
    const unnamed *whole = &last;

    for (const int *p = s->v; p < s->v + s->n; p++) {
        #pragma ckpt
        printf("%d %d %d %ld %g %d\n", *p, *middle, t->v[t->n - 1], *number, whole->scale, whole->next->v[0]);
    }
    return run(&code) == 0;
}
