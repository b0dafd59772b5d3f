// Arenas of bytes, memory behind a header, free lists of several types; and allocators that need no word.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stddef.h>
#include <stdlib.h>

struct node { int value; struct node *next; };
struct header { size_t size; };
struct block { size_t size; char data[]; };
struct plain { char data[8]; };
struct arena { char *base; size_t used; char small[64]; };
struct cell { double number; long count; };

/* Parts of what is saved as bytes. */
static char pool[4096];
static size_t used;
static void *element(size_t n) { used += n; return &pool[used - n]; } // expect: ckpt-handed-out
static void *local(size_t n)
{
    void *p = pool + used;
    used += n;
    return p; // expect: ckpt-handed-out
}
static void *inMember(struct arena *a, size_t n)
{
    char *p = a->base + a->used;
    a->used += n;
    return n > 64 ? NULL : p; // expect: ckpt-handed-out
}
static char *small(struct arena *a) { return a->small; } // expect: ckpt-handed-out
static void *room(size_t n) { used += n; return &pool[used - n]; } // expect: ckpt-handed-out
static void *again(size_t n) { return room(n); }
static void *told(size_t n) { used += n; return &pool[used - n]; } // expect: ckpt-layout-as-number
static void *texts(size_t n) { used += n; return &pool[used - n]; }
static char *word(struct arena *a) { return a->base + a->used; }
void *others(size_t n) { used += n; return &pool[used - n]; } // expect: ckpt-handed-out
static void *byAddress(size_t n) { used += n; return &pool[used - n]; } // expect: ckpt-handed-out
static void *(*hook)(size_t) = byAddress;

/* A number is no arena; a pointer that is moved often is followed once. */
static size_t base;
static void *atNumber(size_t n) { return (char *)base + n; }
#define MOVED if (n & 1) p = p + 1; if (n & 2) p = q + 2; if (n & 4) q = p + 3; n >>= 1;
#define OFTEN MOVED MOVED MOVED MOVED MOVED MOVED MOVED MOVED
static char *often(char *from, size_t n)
{
    char *p = from, *q = from;
    OFTEN OFTEN OFTEN OFTEN OFTEN OFTEN OFTEN OFTEN
    return p + 1;
}

/* Behind a header: the run time knows where, and callers say what (lang/header_places.c); but memory may come from the lists of this file, too. */
static void *behind(size_t n)
{
    struct header *h = malloc(sizeof *h + n);
    h->size = n;
    return h + 1; // expect: ckpt-handed-out
}
static void *inData(size_t n)
{
    struct block *b = malloc(sizeof *b + n);
    b->size = n;
    return b->data; // expect: ckpt-handed-out
}
/* They do not, or not all of them; or there are two places. */
struct untold { size_t size; };
static void *untold(size_t n)
{
    struct untold *h = malloc(sizeof *h + n);
    h->size = n;
    return h + 1; // expect: ckpt-handed-out
}
struct places { size_t size; };
static void *places(size_t n)
{
    struct places *h = malloc(sizeof *h + n + 64);
    h->size = n;
    return n > 64 ? (char *)h + 64 : (char *)(h + 1); // expect: ckpt-handed-out
}
static void *moved(size_t n)
{
    size_t *p = malloc(n + 16); // expect: ckpt-untold-block
    *p++ = n;
    return p; // expect: ckpt-handed-out
}
static void *raw(size_t n)
{
    void *p = malloc(n + 16);
    return p ? (char *)p + 16 : NULL; // expect: ckpt-handed-out
}
static void *whole(size_t n)
{
    struct plain *b = malloc(n);
    return b->data;
}
static void *checked(size_t n)
{
    void *p = malloc(n);
    if (!p)
        exit(1);
    return p;
}

/* Lists of what was given back: callers say what a block is each time. */
static void *list;
static struct node *nodes;
static void *either(size_t n)
{
    void *p = list;
    if (p) {
        list = *(void **)p;
        return p;
    }
    return malloc(n);
}
static void *one(void)
{
    void *p = nodes;
    if (!p)
        return malloc(sizeof(struct node));
    nodes = ((struct node *)p)->next;
    return p;
}
static void *find(int key)
{
    struct node *p = nodes;
    while (p && p->value != key)
        p = p->next;
    return p;
}

int main(void)
{
    static struct arena a;
    struct node *n[12];
    n[0] = element(sizeof *n[0]);
    n[1] = (struct node *)local(sizeof *n[1]);
    n[2] = inMember(&a, sizeof *n[2]);
    n[3] = (struct node *)small(&a);
    n[4] = again(sizeof *n[4]);
    struct cell *c = told(sizeof *c);
    #pragma ckpt type(c, struct cell[1])
    char *t = texts(10), *w = word(&a);
    n[5] = behind(sizeof *n[5]);
    n[5]->next = untold(sizeof *n[5]);
    n[5]->next->next = untold(16);
    n[5]->next->next->next = places(sizeof *n[5]);
    n[6] = inData(sizeof *n[6]);
    double *d = moved(4 * sizeof *d);
    struct cell *r = raw(sizeof *r);
    n[7] = whole(sizeof *n[7]);
    n[8] = checked(sizeof *n[8]);
    n[9] = either(sizeof *n[9]);
    struct cell *e = either(sizeof *e);
    n[10] = one();
    n[11] = find(3);
    c = atNumber(n[11] != NULL);
    t = often(t, 3);
    struct cell *other = (struct cell *)find(4);
    #pragma ckpt
    return n[0]->value + (t == w) + d[0] + r->count + e->count + c->count + (other != NULL) + (hook(3) != NULL) + (others == hook) + n[11]->value;
}
