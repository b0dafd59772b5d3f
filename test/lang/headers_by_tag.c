// Structures behind a common header, told by its tag (#pragma ckpt variant): an expression tree whose nodes come from an allocator of the program's,
// with a family in the family and flexible arrays at the end of two.
// C-SUPPORT: Types | structures that begin with a header, cast by its tag | 6.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER = 1, NAME, CALL, ADD = 16, MULTIPLY };
struct node { unsigned char kind : 5, mark : 3; };
struct number { unsigned char kind : 5, mark : 3; double value; };
struct name { struct node head; short length; char text[]; };
struct operation { struct node head; int arity; };
struct binary { struct operation op; struct node *left, *right; };
struct call { struct operation op; struct node *target, *arguments[]; };
#pragma ckpt variant(struct node, kind, NUMBER: struct number, NAME: struct name, CALL, ADD ... MULTIPLY: struct operation)
#pragma ckpt variant(struct operation, arity < 0, 1: struct call, default: struct binary)

static struct node *last;
static struct binary *top;
static struct name *known;

static void *get(enum kind kind, size_t size)
{
    struct node *n = calloc(1, size);
    n->kind = kind;
    n->mark = kind & 7;
    last = n;
    return n;
}

static struct node *number(double value)
{
    struct number *n = get(NUMBER, sizeof *n);
    n->value = value;
    return (struct node *)n;
}

static struct node *name(const char *text)
{
    size_t length = strlen(text);
    struct name *n = get(NAME, sizeof *n + length + 1);
    n->length = (short)length;
    memcpy(n->text, text, length + 1);
    known = n;
    return &n->head;
}

static struct node *binary(enum kind kind, struct node *left, struct node *right)
{
    struct binary *b = get(kind, sizeof *b);
    b->op.arity = 2;
    b->left = left;
    b->right = right;
    return &b->op.head;
}

static struct node *call(struct node *target, int n, struct node **arguments)
{
    struct call *c = get(CALL, sizeof *c + (size_t)n * sizeof *arguments);
    c->op.arity = -n;
    c->target = target;
    memcpy(c->arguments, arguments, (size_t)n * sizeof *arguments);
    return &c->op.head;
}

static double value(const struct node *n)
{
    #pragma ckpt if(n == last)
    switch (n->kind) {
    case NUMBER:
        return ((const struct number *)n)->value;
    case NAME:
        return ((const struct name *)n)->length * 10 + ((const struct name *)n)->text[0];
    case CALL: {
        const struct call *c = (const struct call *)n;
        double sum = value(c->target);
        for (int i = 0; i < -c->op.arity; i++)
            sum = sum * 2 + value(c->arguments[i]);
        return sum;
    }
    default: {
        double left = value(((const struct binary *)n)->left), right = value(((const struct binary *)n)->right);
        return n->kind == ADD ? left + right : left * right;
    }
    }
}

int main(void)
{
    struct node *two[2] = { number(0.5), name("argument") }, *f = name("f"), *x = name("x");
    struct node *tree = binary(ADD, call(f, 2, two), binary(MULTIPLY, number(3), x));
    top = (struct binary *)tree;
    for (int i = 0; i < 3; i++) {
        last = top->right;
        double sum = value(tree);
        printf("%g %s %d\n", sum, known->text, two[0]->mark);
        ((struct number *)two[0])->value += i;
        tree = binary(MULTIPLY, tree, number(i + 2));
    }
    last = tree;
    printf("%g\n", value(tree));
    return 0;
}
