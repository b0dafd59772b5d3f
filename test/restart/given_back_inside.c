// Links of a list of what was given back that lie on top of numbers in what is no block of their own: elements of a static array, of a function's, of a thread's, of a slab. Their checkpoint fails, with the
// place, even where there is but one, whose link is null; the program goes on, and when the list is used up the next checkpoint is good.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in static local thread slab; do for n in 1 2 3; do test "$how $n" = "slab 1" && continue; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1,3 %t $how $n > %t.1 2> %t.err && %t $how $n | cmp - %t.1 && test $(ls %t.d/*.img | wc -l) = 1 || { echo $how $n; cat %t.err; exit 1; }; \
// RUN:   echo $how $n && cat %t.err; env CKPT_DIR=%t.d CKPT_RESTART=latest $(test $how = slab || echo qemu-s390x-static) %t$(test $how = slab || echo .s390x) $how $n > %t.2 || exit 1; tail -1 %t.1 | cmp - %t.2 || exit 1; done; done > %t.said
// RUN: %FileCheck %s < %t.said
// CHECK: static 1
// CHECK: parts of everywhere ({{.*}}given_back_inside.c:[[@LINE+26]]) are on a list of what was given back, whose link at byte 0 is no pointer by its type
// CHECK: static 3
// CHECK: parts of everywhere
// CHECK: local 1
// CHECK: parts of mine ({{.*}}given_back_inside.c:[[@LINE+51]]) are on a list of what was given back, whose link at byte 0 is no pointer by its type
// CHECK: local 3
// CHECK: parts of mine
// CHECK: thread 1
// CHECK: parts of one_s ({{.*}}given_back_inside.c:[[@LINE+19]]) are on a list of what was given back, whose link at byte 0 is no pointer by its type
// CHECK: slab 2
// CHECK: main: nodes: parts of a heap block of {{[0-9]+}} bytes of struct node are on a list of what was given back, whose link at byte 32 is no pointer by the type of the block
// CHECK: slab 3
// CHECK: main: nodes: parts of a heap block of
// What lies at the start of a slab may be all of it that was given back, and handed out again: that is carried, and goes on where memory is laid out alike.
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t slab 1; test $? = 75) && (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 qemu-s390x-static %t.s390x slab 1; test $? = 75)
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest %t slab 1; test $? = 78) && env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x slab 1 > %t.2 && %t slab 1 | cmp - %t.2
// A function that has returned leaves nothing behind.
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t gone 3 > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x gone 3 > %t.2 && cat %t.1 %t.2 > %t.both && %t gone 3 | cmp - %t.both
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { double value; int count; };
struct link { struct link *next; };
static struct link *list;
static struct node everywhere[8];
static _Thread_local struct node one_s[8];

static void give(void *p)
{
    struct link *l = p;
    l->next = list;
    list = l;
}

static void *take(void)
{
    struct link *l = list;
    list = l->next;
    return l;
}

static int gone(void)
{
    struct node some[8] = {{0}};
    for (int i = 0; i < 8; i++)
        give(&some[i]);
    while (list)
        ((struct node *)take())->value = 0.5;
    return (int)(some[3].value * 4);
}

int main(int argc, char **argv)
{
    struct node mine[8], *nodes = malloc(8 * sizeof *nodes);
    const char *how = argv[1];
    int n = argc > 2 ? atoi(argv[2]) : 0;
    struct node *at = !strcmp(how, "static") ? everywhere : !strcmp(how, "local") ? mine : !strcmp(how, "thread") ? one_s : nodes;
    for (int i = 0; i < 8; i++)
        everywhere[i] = mine[i] = one_s[i] = nodes[i] = (struct node){i / 3.0, i};
    if (!strcmp(how, "gone"))
        n = gone();
    else
        for (int i = 0; i < n; i++)
            give(&at[2 * i]);
    for (int visit = 1; visit <= 3; visit++) {
        #pragma ckpt
        while (visit == 2 && list)
            *(struct node *)take() = (struct node){visit / 7.0, n};
    }
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += everywhere[i].value + mine[i].count + one_s[i].value + nodes[i].value;
    printf("%a %d\n", sum, at[0].count);
    free(nodes);
    return 0;
}
