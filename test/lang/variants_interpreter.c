// Unions as interpreters have them: slots and table nodes that are seen as a value or as something longer that begins like one, of which the longer one is
// always meant; pointers to the value in them, also where there is none; a tag that all members of a union begin alike up to; pointers to a bare union.
// C-SUPPORT: Types | unions with a tag: views of one value, members that begin alike | 6.5.2.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>

enum { NIL, NUMBER, INTEGER, BLOCK, FUNCTION };
union value { void *block; double n; long long i; int (*f)(int); };
#define FIELDS union value v; unsigned char tag
struct tagged { FIELDS; };
#pragma ckpt variant(struct tagged, tag & 0x0f, NUMBER: v.n, INTEGER: v.i, BLOCK: v.block, FUNCTION: v.f, default: void)
union slot { struct tagged value; struct { FIELDS; unsigned short delta; } list; };
#pragma ckpt variant(union slot, 0, default: list)
#pragma ckpt variant(union slot, list.tag & 0x0f, NUMBER: list.v.n, INTEGER: list.v.i, BLOCK: list.v.block, FUNCTION: list.v.f, default: void)
union node { struct key { FIELDS; unsigned char key_tag; int next; union value key; } u; struct tagged value; };
#pragma ckpt variant(union node, 0, default: u)
#pragma ckpt variant(struct key, tag & 0x0f, NUMBER: v.n, INTEGER: v.i, BLOCK: v.block, FUNCTION: v.f, default: void)
#pragma ckpt variant(struct key, key_tag & 0x0f, NUMBER: key.n, INTEGER: key.i, BLOCK: key.block, FUNCTION: key.f, default: void)
union closure {
    struct { union closure *next; unsigned char kind; int (*f)(int); } c;
    struct { union closure *next; unsigned char kind; short up[3]; } l;
};
#pragma ckpt variant(union closure, c.kind, 1: c, 2: l)

static int twice(int i) { return 2 * i; }
static int thrice(int i) { return 3 * i; }

static union slot stack[6], *top = stack;
static struct tagged *in_stack[6], *in_node;
static union node *nodes, *last_free;
static union value *bare;
static union closure *closures;

static void push(int tag, union value v)
{
    in_stack[top - stack] = &top->value;
    top->value.v = v;
    top++->value.tag = (unsigned char)tag;
}

static void show(const struct tagged *t)
{
    switch (t->tag & 0x0f) {
    case NUMBER: printf(" %g", t->v.n); break;
    case INTEGER: printf(" %lld", t->v.i); break;
    case BLOCK: printf(" [%d]", (int)(((struct tagged *)t->v.block)->tag)); break;
    case FUNCTION: printf(" f(5)=%d", t->v.f(5)); break;
    default: printf(" nil");
    }
}

static void set_up(void)
{
    push(NUMBER | 16, (union value){ .n = 0.25 });
    push(NIL, (union value){ .n = 1 });
    push(INTEGER, (union value){ .i = -5000000000 });
    push(FUNCTION, (union value){ .f = twice });
    push(BLOCK | 64, (union value){ .block = &stack[2] });
    nodes = calloc(4, sizeof *nodes);
    last_free = nodes + 4;
    for (int i = 0; i < 4; i++) {
        nodes[i].u.tag = (unsigned char)(1 + i);
        nodes[i].u.key_tag = (unsigned char)((4 - i) | 64);
        nodes[i].u.next = i - 2;
        union value some[] = { { .n = 0 }, { .n = i + 0.5 }, { .i = 77 }, { .block = &nodes[1] }, { .f = thrice } };
        nodes[i].u.v = some[1 + i];
        nodes[i].u.key = some[4 - i];
    }
    in_node = &nodes[0].value;
    bare = &nodes[3].u.key;
    for (int i = 1; i < 5; i++) {
        union closure *c = calloc(1, sizeof *c);
        c->c.kind = (unsigned char)(1 + i % 2);
        c->c.next = closures;
        if (c->c.kind == 1)
            c->c.f = i == 2 ? twice : thrice;
        else
            c->l.up[2] = (short)(-10 * i);
        closures = c;
    }
}

int main(void)
{
    set_up();
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d:", i);
        for (int k = 0; k < top - stack; k++)
            show(in_stack[k]);
        for (union node *n = nodes; n < last_free; n++) {
            show(&n->value);
            show(&(struct tagged){ n->u.key, n->u.key_tag });
        }
        printf(" %g %g %d;", in_node->v.n, bare->n, nodes[3].u.next);
        for (const union closure *c = closures; c; c = c->c.next)
            printf(" %d", c->c.kind == 1 ? c->c.f(i) : c->l.up[2]);
        printf("\n");
        in_stack[0]->v.n *= 2;
        in_stack[2]->v.i++;
        in_node->v.n++;
        bare->n -= 0.5;
        if (i == 1) {
            *in_stack[1] = *in_stack[2];
            *in_stack[3] = (struct tagged){ { .n = 0 }, NIL };
        }
    }
    return 0;
}
