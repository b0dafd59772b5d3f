// Unions whose members hold the same at the same places are carried by themselves: vectors with named parts, signed and unsigned numbers, in
// structures, anonymous, in arrays and in heap blocks; pointers to functions, which are saved by the function's name.
// C-SUPPORT: Types | unions of like members | 6.7.2.1 | supported | others are refused
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>

union bits { unsigned u; int i; };
typedef union { float v[3]; struct { float x, y, z; }; struct { float r, g, b; } c; } vector;
union get { int (*number)(void); double (*real)(int); void (*any)(void); };
struct entry { const char *name; char kind; union get by; };
struct body { char name; union { struct { double re, im; }; double part[2]; }; vector at; union { struct body *next, *link; }; };
static union { unsigned char bytes[4]; signed char small[4]; } bytes = { { 1, 2, 255, 128 } };

static int one(void) { return 1; }
static double half(int n) { return n / 2.0; }
static const struct entry table[] = { { "one", 'n', { one } }, { "half", 'r', { .real = half } } };

static double look_up(const struct entry *e, int n) { return e->kind == 'n' ? e->by.number() : e->by.real(n); }

int main(void)
{
    struct entry own = table[0], *kept = malloc(sizeof *kept);
    const struct entry *used = &table[1];
    *kept = table[1];
    union bits b = { 0xffffff00u };
    vector local = { .x = 1, .y = 2, .z = 3 }, *pointer = &local;
    float *inside = &local.v[1];
    struct body *list = NULL;

    for (int i = 0; i < 4; i++) {
        struct body *new = calloc(1, sizeof *new);
        new->name = (char)('a' + i);
        new->re = i;
        new->part[1] = -i;
        new->at.c.g = (float)i / 2;
        new->link = list;
        list = new;
        #pragma ckpt
        b.i++;
        *inside += 1;
        bytes.bytes[0]++;
        pointer->c.b *= 2;
        double sum = 0;
        for (struct body *p = list; p; p = p->next)
            sum += p->part[0] * 100 + p->im + p->at.y + p->name;
        printf("%d %u %g %g %g %d %d\n", b.i, b.u, sum, (double)local.y, (double)local.z, bytes.small[2], bytes.bytes[0]);
        printf("%g %g %g %d\n", look_up(&own, i), look_up(kept, i), look_up(used, i), kept->by.any == (void (*)(void))half);
        own.by.real = half;
        own.kind = 'r';
    }
    return 0;
}
