// A pool of the program's own in memory that is characters by its type: addresses in it would be lost, so that checkpoint fails by name, and the
// program goes on; numbers only are no obstacle; and declared, it works.
// C-SUPPORT: Allocation | arenas and pools in `char` memory that hold pointers | 6.5 | refused at run time | `#pragma ckpt type`, or a pool for each type
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && rm -rf %t.d
// RUN: for what in heap static; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=3 %t $what > %t.out 2> %t.err || exit 1; \
// RUN:   grep -x 'sum 6' %t.out || exit 1; %FileCheck %s < %t.err || exit 1; test -z "$(ls %t.d 2>/dev/null | grep img)" || exit 1; done
// CHECK: ckpt: {{.*}}list leads into 4096 bytes that are characters by their type, and they hold an address
// RUN: %ckptcc -DTYPED %s -o %t && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t heap; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t heap | grep -x 'sum 6'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; long weight; struct node *next; };
static char fixed[4096] __attribute__((aligned(32)));
static char *base;
static size_t used;

static void *take(size_t size)
{
    void *p = base + used;
    used += size;
    return p;
}

int main(int argc, char **argv)
{
    struct node *list = NULL;
    int sum = 0;

    base = malloc(4096);
    if (argc > 1 && !strcmp(argv[1], "static"))
        base = fixed;
#ifdef TYPED
    #pragma ckpt type(base, struct node[])
#endif
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        struct node *n = take(sizeof *n);
        n->value = i;
        n->weight = -i;
        n->next = list;
        list = n;
    }
    for (; list; list = list->next)
        sum += list->value;
    printf("sum %d\n", sum);
    return 0;
}
