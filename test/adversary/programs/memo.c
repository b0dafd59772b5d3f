// Memo tables and graphs: a trie with a flexible tail in each node, strings shared between structures, a doubly linked ring with a sentinel
// inside another structure, shared subtrees by hash consing, cyclic structures found again, pointers to pointers to locals. ADV:
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct trie { short count; char letter; bool end; struct trie *up; struct trie *down[]; };
struct expr { enum { NUM, ADD, MUL } kind; int value, uses; struct expr *left, *right, *chain; };
struct ring { struct ring *prev, *next; const char *name; };
struct owner { char tag[5]; struct ring ring; int size; struct owner *self; };
struct chain { struct chain *outer; int **slot; };

static struct expr *cons[7];
static struct trie *root;

static struct trie *grow(struct trie *t, char letter)
{
    int n = t ? t->count : 0;
    struct trie *u = realloc(t, sizeof *u + (size_t)(n + 1) * sizeof u->down[0]);
    if (!t)
        *u = (struct trie){ 0 };
    struct trie *leaf = malloc(sizeof *leaf);
    *leaf = (struct trie){ .letter = letter };
    u->down[u->count++] = leaf;
    for (int i = 0; i < u->count; i++) {
        u->down[i]->up = u;
        for (int j = 0; j < u->down[i]->count; j++)
            u->down[i]->down[j]->up = u->down[i];
    }
    return u;
}
static void enter(struct trie **at, const char *word)
{
#pragma ckpt
    if (!*word) {
        (*at)->end = true;
        return;
    }
    for (int i = 0; *at && i < (*at)->count; i++)
        if ((*at)->down[i]->letter == *word)
            return enter(&(*at)->down[i], word + 1);
    *at = grow(*at, *word);
    enter(&(*at)->down[(*at)->count - 1], word + 1);
}
static int words(const struct trie *t, char *text, char *end)
{
    int n = t->end;
    *end = 0;
    if (t->end)
        printf("%s ", text);
    for (int i = 0; i < t->count; i++) {
        *end = t->down[i]->letter;
        n += words(t->down[i], text, end + 1);
    }
    #pragma ckpt if (n > 1)
    return n;
}
static struct expr *make(int kind, int value, struct expr *l, struct expr *r)
{
    unsigned h = (unsigned)(kind * 31 + value + (l ? l->value * 7 : 0) + (r ? r->value * 3 : 0)) % 7;
    for (struct expr *e = cons[h]; e; e = e->chain)
        if (e->kind == (unsigned)kind && e->left == l && e->right == r && (kind != NUM || e->value == value))
            return e->uses++, e;
    struct expr *e = calloc(1, sizeof *e);
    e->kind = kind, e->left = l, e->right = r, e->chain = cons[h], cons[h] = e;
    #pragma ckpt
    e->value = kind == NUM ? value : kind == ADD ? l->value + r->value : l->value * r->value;
    return e;
}
static struct expr *build(int n)
{
    return n < 2 ? make(NUM, n, NULL, NULL) : make(n % 2 ? ADD : MUL, 0, build(n - 1), make(ADD, 0, build(n - 2), make(NUM, 1, 0, 0)));
}
static void link_in(struct owner *o, struct ring *r, const char *name)
{
    *r = (struct ring){ &o->ring, o->ring.next, name };
    o->ring.next->prev = r;
    o->ring.next = r;
    o->size++;
}
static int descend(struct chain *outer, int n)
{
    int mine = n, *at = &mine;
    struct chain here = { outer, &at };
    if (n == 0) {
        #pragma ckpt
        for (struct chain *c = &here; c; c = c->outer)
            **c->slot += 10;
        return mine;
    }
    int below = descend(&here, n - 1);
    return below + *at + (at == &mine);
}
int main(void)
{
    const char *const list[] = { "tea", "ten", "to", "inn", "in", "tea" };
    char text[10];
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        enter(&root, list[i]);
    printf("%d\n", words(root, text, text));
    struct expr *e = build(6);
    printf("%d %d %d\n", e->value, e->left->uses, cons[1] ? cons[1]->kind : -1);
    struct owner *o = malloc(sizeof *o), again;
    *o = (struct owner){ "ring", { &o->ring, &o->ring, NULL }, 0, o };
    struct ring in_frame, *in_heap = malloc(2 * sizeof *in_heap);
    link_in(o, &in_frame, "frame"), link_in(o, in_heap + 1, list[3]), link_in(o->self, in_heap, o->tag);
    again = *o;
    for (struct ring *r = o->ring.next; r != &o->self->ring; r = r->next) {
        #pragma ckpt
        printf("%s %d %d\n", r->name, r->prev->next == r, again.ring.next == in_heap);
    }
    printf("%d\n", descend(NULL, 4));
    return 0;
}
