// Sizes in which a type stands that is not the block's: the least size of an allocator, what it rounds to, a choice of two, a variable used twice, an element's
// size given to a constructor, the first object of a pool. The blocks are what the pointers to them say.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2 --only x86_64 --flags=-w
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct link { struct link *next; int owner; };
struct entry { int key; short state; double value; };
struct index { double at; struct index *up; };
struct element { long long id; float *none; };
struct vector { double sum; int length; size_t each; void *data; };
#define MAX(a, b) ((a) > (b) ? (a) : (b))

static void *clamped(size_t n) { return memset(malloc(n < sizeof(struct link) ? sizeof(struct link) : n), 0, n); }
static void *rounded(size_t n) { return malloc((n + sizeof(void *) - 1) & ~(sizeof(void *) - 1)); }
static void *in_words(size_t n) { return malloc((n + sizeof(long) - 1) / sizeof(long) * sizeof(long)); }
static void *chosen(int kind) { return calloc(1, kind ? sizeof(struct index) : sizeof(struct entry)); }
static void *chosen_rounded(int kind) { return calloc(((kind ? sizeof(struct index) : sizeof(struct entry)) + 7) & ~(size_t)7, 1); }

static struct vector *vector_new(size_t each, int n)
{
    struct vector *v = calloc(1, sizeof *v);
    v->each = each;
    v->length = n;
    v->data = calloc((size_t)n, each);
    return v;
}

static void *opaque_new(size_t each) { return vector_new(each, 3); }

/* a pool: what is taken first lies at the start of the block */
static char *chunk;
static size_t taken;
static void *from_pool(size_t n)
{
    void *p = chunk + taken;
    taken += (n + 15) & ~(size_t)15;
    return p;
}

static void *entries, *indices;

int main(void)
{
    struct entry *a = clamped(sizeof *a), *b = rounded(sizeof *b);
    float *short_one = clamped(2 * sizeof *short_one), *words = in_words(3 * sizeof *words);
    a->value = 0.5;
    *b = (struct entry){ 1, 2, 1.5 };
    for (int i = 0; i < 3; i++)
        words[i] = i + 0.25f;
    short_one[1] = 8.5f;
    struct index *c = chosen(1), *rounded_up = chosen_rounded(1);
    struct entry *d = chosen(0);
    *c = (struct index){ 2.5, c };
    d->value = 3.5;
    rounded_up->at = 10.5;
    size_t total = sizeof(struct entry);
    entries = calloc(1, total);
    total = sizeof(struct index);
    indices = calloc(1, total);
    ((struct index *)indices)->at = 4.5;
    struct index *inside = indices;
    struct vector *v = opaque_new(sizeof(struct element));
    struct element *elements = v->data;
    v->sum = 5.5;
    elements[2].id = 1234567890123;
    chunk = calloc(1, 256);
    struct entry *first = from_pool(sizeof *first);
    double *second = from_pool(2 * sizeof *second);
    first->value = 6.5;
    second[1] = 7.5;
    void *larger = malloc(MAX(sizeof(struct link), sizeof(struct index)));
    struct index *e = larger;
    *e = (struct index){ 9.5, NULL };
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d: %g %g %d %g %g %g %d %g %g %g %d %lld %g %g %g %g\n", i, a->value++, b->value++, b->state, words[2]++, short_one[1]++, c->at++, c->up == c, d->value++,
               inside->at++, v->sum++, v->length, elements[2].id++, first->value++, second[1]++, e->at++,
               rounded_up->at++);
    }
    return 0;
}
