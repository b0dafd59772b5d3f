// Blocks whose size is made of parts: a structure up to its last member and elements behind it, in any order; a size of a header's that the program
// keeps in a variable; several of one.
// C-SUPPORT: Allocation | sizes of parts: `offsetof(T, last) + n * sizeof(E)`, `n * sizeof(E) + sizeof(T)`, `c ? sizeof(A) : sizeof(B)` | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct element { long number; char letter; struct element *other; };
struct vector { int length; struct vector *next; double weight; struct element at[]; };
struct small { short a; const char *name; struct element at[]; };

static struct vector *make(size_t size, int length, struct vector *next)
{
    (void)size;
    struct vector *v = malloc(offsetof(struct vector, at) + (size_t)length * sizeof(struct element));
    v->length = length;
    v->next = next;
    return v;
}

static void fill(struct vector *v, int from)
{
    v->weight = from + 0.5;
    for (int i = 0; i < v->length; i++)
        v->at[i] = (struct element){ from * 1000L + i, (char)('a' + i), i ? &v->at[i - 1] : NULL };
}

static void show(const struct vector *v)
{
    for (; v; v = v->next) {
        printf("%d %g:", v->length, v->weight);
        for (int i = 0; i < v->length; i++)
            printf(" %ld%c%ld", v->at[i].number, v->at[i].letter, v->at[i].other ? v->at[i].other->number : -1);
        puts("");
    }
}

int main(void)
{
    size_t header = offsetof(struct vector, at);
    struct vector *list = NULL;

    list = make(0, 3, list);
    struct vector *b = malloc(4 * sizeof(struct element) + offsetof(struct vector, at));
    *b = (struct vector){ .length = 4, .next = list };
    struct vector *c = malloc(2 * sizeof(struct element) + sizeof(struct vector));
    *c = (struct vector){ .length = 2, .next = b };
    struct vector *d = malloc(header + 5 * sizeof(struct element));
    *d = (struct vector){ .length = 5, .next = c };
    struct vector *e = malloc(d->length > 4 ? sizeof *e + 2 * sizeof(struct element) : sizeof *e);
    *e = (struct vector){ .length = 2, .next = d };
    struct small *s = malloc(offsetof(struct small, at[3]));
    *s = (struct small){ .a = 3, .name = "small" };
    struct element *several = malloc((size_t)e->length * sizeof *several << 1), *more = calloc(2, sizeof *more);
    for (struct vector *v = e; v; v = v->next)
        fill(v, v->length);
    for (int i = 0; i < 4; i++)
        several[i] = (struct element){ i, 'x', &several[3 - i] };
    for (int i = 0; i < 3; i++)
        s->at[i] = several[i];
    more[1].other = &s->at[1];
    more[0].number = 9;
    more[0].letter = more[1].letter = 'm';
    for (int round = 0; round < 2; round++) {
        #pragma ckpt
        show(e);
        printf("%d %s %ld %ld %c %ld\n", s->a, s->name, s->at[2].other->number, several[1].other->number, more[1].letter, more[1].other->number);
        e->at[1].number += round + 1;
        several[2].number *= 5;
    }
    return 0;
}
