// Local arrays of pointers that are filled in part, over what other calls have left on the stack: addresses of blocks of another type.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6 && %ckptcc --ckpt-emit-c %s > %t.c && grep -q "update.8 + 1. = { 0 }" %t.c && grep -q "more.3 + 1. = { 0 }" %t.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key, levels; struct node *next[4]; };
struct other { double weight; char *at; char name[24]; };

static struct node head;
static struct other *others[64];
static int nothers;

static void __attribute__((noinline)) leave_behind(struct other *block)
{
    struct other *volatile left[64];

    for (int i = 0; i < 64; i++)
        left[i] = block;
}

static void __attribute__((noinline)) insert(int key)
{
    struct node *update[8], *at = &head, *new = calloc(1, sizeof *new);
    int *const (fixed[2]), *more[3], n = key;

    for (int level = 3; level >= 0; level--) {
        while (at->next[level] && at->next[level]->key < key)
            at = at->next[level];
        update[level] = at;
    }
    more[0] = &n;
    new->key = key;
    new->levels = 1 + key % 4;
    #pragma ckpt
    for (int level = 0; level < new->levels; level++) {
        new->next[level] = update[level]->next[level];
        update[level]->next[level] = new;
    }
    if (*more[0] != key || sizeof fixed != 2 * sizeof(int *))
        puts("wrong");
}

int main(void)
{
    for (int i = 0; i < 12; i++) {
        others[nothers] = calloc(1, sizeof **others);
        others[nothers]->weight = i * 0x1p-40;      /* under QEMU, where 32-bit programs lie at 0x40000000, half of 2.5 is an address */
        others[nothers]->at = others[nothers]->name;
        strcpy(others[nothers++]->name, "a name of some length");
        leave_behind(others[nothers - 1]);
        insert(i * 7 % 12);
    }
    for (struct node *n = head.next[0]; n; n = n->next[0])
        printf("%d ", n->key);
    for (struct node *n = head.next[2]; n; n = n->next[2])
        printf("(%d) ", n->key);
    printf("%g %s\n", others[5]->weight, others[5]->name);
    return 0;
}
