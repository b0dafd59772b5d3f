// The program's own allocators: one that sees its blocks as a structure of bytes, one that puts them into a void * first.
// C-SUPPORT: Allocation | the program's own allocator that sees its blocks as a structure of bytes; a `void *` that holds a block first | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
// RUN: rm -rf %t.d && %ckptcc %s -o %t && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.out 2>&1; test $? = 75) && %not grep ckpt: %t.out
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct block { char data[8]; };
struct lit { signed char value; };
struct clause { unsigned size; struct lit *lits[3]; struct clause *next; };

static long used;

static void *take(size_t size)
{
    struct block *b = malloc(size + sizeof(struct block) - 8);
    if (!b)
        exit(1);
    used += (long)size;
    return b->data;
}

#define TAKE(p, n) ((p) = take(sizeof *(p) * (size_t)(n)))

static struct clause *clause(struct lit *a, struct lit *b, struct lit *c, struct clause *next)
{
    void *got = take(sizeof(struct clause));
    struct clause *new = got;
    *new = (struct clause){ 3, { a, b, c }, next };
    return new;
}

static int *sequence(int n)
{
    size_t size = (size_t)n * sizeof(int);
    void *got;
    got = malloc(size);
    memset(got, 0, size);
    int *v = (int *)got;
    for (int i = 0; i < n; i++)
        v[i] = i * i;
    return got;
}

int main(void)
{
    struct lit *lits;
    struct lit **trail;
    struct clause *all = NULL;
    int *squares = sequence(9);

    TAKE(lits, 12);
    TAKE(trail, 12);
    for (int i = 0; i < 12; i++) {
        lits[i].value = (signed char)(i - 6);
        trail[i] = &lits[11 - i];
    }
    for (int i = 0; i < 5; i++)
        all = clause(&lits[i], trail[i], &lits[i + 2], all);
    #pragma ckpt
    for (struct clause *c = all; c; c = c->next)
        printf("%u %d %d %d\n", c->size, c->lits[0]->value, c->lits[1]->value, c->lits[2]->value);
    printf("%d %d\n", squares[8], trail[3]->value);
    return 0;
}
