// Structures that are allocated up to a member only, `type(p, T before m)`: bit-fields, a union with a tag, longer and shorter than the whole by an array
// at the end, with what else the block holds behind it.
// C-SUPPORT: Allocation | a structure that is allocated up to a member (`malloc(offsetof(T, m))`), and what stands behind it | 7.22.3 | supported | `#pragma ckpt type(p, T before m)`
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 3
// RUN: rm -rf %t.d && %ckptcc %s -o %t && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.out 2>&1; test $? = 75) && %not grep ckpt: %t.out
// RUN: %ckpt show %t.d | %FileCheck %s
// CHECK: struct expr before left
// CHECK: struct clause before lits
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct expr {
    char op;
    unsigned flags : 5, number : 1, depth : 20;
    union {
        char *text;
        long value;
    } u;
    struct expr *left, *right;
    double weight;
};
#pragma ckpt variant(struct expr, number, 0: u.text, 1: u.value)

struct clause {
    unsigned size : 30, learned : 1;
    struct clause *next;
    struct expr *lits[2];
};

static struct expr *whole, *leaf[3], *later;
static struct clause *all;
static float *activity;

static struct expr *make_leaf(long value, const char *text)
{
    size_t size = offsetof(struct expr, left);
    struct expr *e = malloc(size + (text ? strlen(text) + 1 : 0));
    memset(e, 0, size);
    #pragma ckpt type(e, struct expr before left)
    e->op = 'l';
    e->depth = 77777;
    e->number = !text;
    if (text) {
        e->u.text = (char *)e + size;
        strcpy(e->u.text, text);
        #pragma ckpt type(e->u.text, char[])
    } else {
        e->u.value = value;
    }
    return e;
}

static void add(unsigned size, int learned)
{
    struct clause *c = malloc(sizeof *c - 2 * sizeof c->lits[0] + size * sizeof c->lits[0] + (learned ? sizeof(float) : 0));
    #pragma ckpt type(c, struct clause before lits)
    #pragma ckpt type(c->lits, struct expr *[size])
    c->size = size;
    c->learned = learned;
    for (unsigned i = 0; i < size; i++)
        c->lits[i] = leaf[i % 3];
    if (learned) {
        activity = (float *)(void *)(c->lits + size);
        #pragma ckpt type(activity, float[1])
        *activity = size / 4.0f;
    }
    c->next = all;
    all = c;
}

static struct expr *grown(struct expr *e)
{
    e = realloc(e, sizeof *e);
    #pragma ckpt type(e, struct expr[1])
    e->left = e->right = leaf[2];
    e->weight = 0.5;
    return e;
}

int main(void)
{
    leaf[0] = make_leaf(-5, NULL);
    leaf[1] = make_leaf(0, "behind");
    leaf[2] = make_leaf(1 << 30, NULL);
    later = make_leaf(7, NULL);
    whole = malloc(sizeof *whole);
    *whole = (struct expr){ .op = '+', .depth = 3, .left = leaf[0], .right = leaf[1], .weight = 1.5 };
    for (unsigned i = 0; i < 6; i++)
        add(i, i & 1);
    for (int round = 0; round < 3; round++) {
        #pragma ckpt
        printf("%c %g %ld %s %d %u\n", whole->op, whole->weight, whole->left->u.value, whole->right->u.text, whole->right->number, leaf[2]->depth);
        for (struct clause *c = all; c; c = c->next)
            printf(" %u%s %d", (unsigned)c->size, c->learned ? "!" : "", c->size ? c->lits[c->size - 1]->op : 0);
        printf(" %g %ld\n", *activity, leaf[2]->u.value);
        if (round == 0)
            later = whole->left = grown(later);
        else if (round == 1)
            printf("%d %g %ld\n", later->left == leaf[2], later->weight, later->u.value), add(9, 1);
    }
    return 0;
}
