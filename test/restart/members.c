// Flexible array members (also spelt [0] and, in last place, [1]), anonymous members, empty structs, arrays of arrays, packed and
// aligned structs, const and volatile members.
// C-SUPPORT: Types | flexible array members, anonymous members, packed and nested structures | 6.7.2.1 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdalign.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t length; char bytes[]; };
struct old { int n; short values[0]; };
struct older { int n; struct { char tag; double value; } entry[1]; };
struct list { struct list *next; int n; struct list *others[]; };
struct anonymous {
    int before;
    struct { int x; struct { char y; double z; }; };
    struct { short inner; } named;
};
struct empty { };
struct holder { struct empty e; int after; struct empty many[3]; char last; };
struct __attribute__((packed)) packed { char c; int i; short s; double d; char *p; };
struct aligned { char c; alignas(32) int i; int tail; };
struct cube { int cells[2][3][2]; const int fixed; volatile char v; };

static struct text *text_new(const char *s)
{
    struct text *t = malloc(sizeof *t + strlen(s) + 1);
    t->length = strlen(s);
    strcpy(t->bytes, s);
    return t;
}

static struct list *list_new(struct list *next, int n)
{
    struct list *l = malloc(offsetof(struct list, others) + n * sizeof(struct list *));
    l->next = next;
    l->n = n;
    for (int i = 0; i < n; i++)
        l->others[i] = i % 2 ? l : next;
    return l;
}

int main(void)
{
    struct text *t = text_new("flexible"), *u = text_new("");
    char *into = &t->bytes[4], *end = t->bytes + t->length;
    struct old *o = malloc(sizeof *o + 3 * sizeof o->values[0]);
    struct older *p = malloc(sizeof *p + 2 * sizeof p->entry[0]);
    struct list *l = list_new(list_new(NULL, 1), 4);
    struct anonymous a = { 1, { 2, { 'y', 3.5 } }, { 4 } }, *pa = &a;
    double *pz = &a.z;
    struct holder h = { .after = 6, .last = 'l' };
    struct packed k = { 'c', 100000, -2, 0.1, into }, *pk = malloc(3 * sizeof *pk);
    struct aligned al[2] = { { 'a', 1, 2 }, { 'b', 3, 4 } }, *ha = aligned_alloc(32, 2 * sizeof *ha);
    struct cube c = { { { { 1, 2 }, { 3, 4 }, { 5, 6 } }, { { 7, 8 }, { 9, 10 }, { 11, 12 } } }, 99, 'v' };
    int (*plane)[2] = c.cells[1], *cell = &c.cells[1][2][1];

    o->n = 3, o->values[0] = 1, o->values[1] = -1, o->values[2] = 300;
    p->n = 3;
    for (int i = 0; i < 3; i++)
        p->entry[i].tag = 'A' + i, p->entry[i].value = i / 2.0;
    pk[2] = k;
    ha[1] = al[1];
    #pragma ckpt
    *into = 'X';
    printf("%s %s %d\n", t->bytes, u->bytes, (int)(end - into));
    printf("%d %d %d\n", o->values[0] + o->values[1], o->values[2], o->n);
    printf("%c %g %c %g\n", p->entry[1].tag, p->entry[1].value, p->entry[2].tag, p->entry[2].value);
    printf("%d %d %d\n", l->others[0] == l->next, l->others[1] == l, l->next->others[0] == NULL);
    *pz += 1;
    printf("%d %d %c %g %d\n", pa->before, pa->x, pa->y, pa->z, pa->named.inner);
    #pragma ckpt
    t = realloc(t, sizeof *t + 20);
    strcpy(t->bytes + t->length, " member");
    printf("%s %d %c\n", t->bytes, h.after, h.last);
    k.p = t->bytes;
    printf("%d %g %s %d %g\n", k.i, k.d, k.p, pk[2].s, pk[2].d);
    printf("%d %d %d %d\n", al[1].i, al[0].tail, ha[1].i, (int)((size_t)&ha[0] % 32 + (size_t)&al[1].i % 32));
    plane[0][1]++;
    #pragma ckpt
    printf("%d %d %d %d %c\n", c.cells[1][0][1], *cell, (int)(cell - plane[0]), c.fixed, c.v);
    free(t), free(u), free(o), free(p), free(l->next), free(l), free(pk), free(ha);
    return 0;
}
