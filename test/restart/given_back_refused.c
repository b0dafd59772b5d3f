// What of a list of what was given back no image has: links inside a block whose type has numbers there, and links with numbers beside the pointer on another
// layout. The first ends the checkpoint, with the place; the program goes on, and a checkpoint after the list is used up is good.
// REQUIRES: ckptcc, s390x, i386
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1,3 CKPT_EXIT=0 %t inside > %t.1 2> %t.err && %t inside | cmp - %t.1
// RUN: %FileCheck %s --check-prefix=INSIDE < %t.err
// INSIDE: parts of a heap block of {{[0-9]+}} bytes of struct node are on a list of what was given back, whose link at byte {{[0-9]+}} is no pointer by the type of the block
// RUN: ls %t.d/*.img | wc -l | grep -x 1
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t sized > %t.1 2> %t.err; test $? = 75) && grep "list of the program's own" %t.err
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x sized; test $? = 78)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t sized > %t.2 && cat %t.1 %t.2 > %t.both && %t sized | cmp - %t.both
// What is off the list, though nobody has seen that, is what it is.
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t off > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x off > %t.2 && cat %t.1 %t.2 > %t.both && %t off | cmp - %t.both
// Nor is it known of a null link whether the block is the last on the list, or off it: where pointers are longer, and what follows is no zero, that is refused.
// RUN: %ckptcc -w --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 qemu-i386-static %t.i386 unseen > %t.1; test $? = 75)
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest %t unseen 2> %t.err; test $? = 78) && grep "is the last on a list of what was given back, or is not on it any more" %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-i386-static %t.i386 unseen > %t.2 && cat %t.1 %t.2 > %t.both && %t unseen | cmp - %t.both
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { double value; int count; };
static void *list;

static void *take(void)
{
    void *p = list;
    if (p)
        list = *(void **)p;
    return p;
}

static void give(void *p)
{
    *(void **)p = list;
    list = p;
}

/* First fit. */
struct hole { struct hole *next; size_t size; };
static struct hole *holes;

static void *fit(size_t n)
{
    for (struct hole **at = &holes; *at; at = &(*at)->next)
        if ((*at)->size >= n) {
            struct hole *h = *at;
            *at = h->next;
            return h;
        }
    return malloc(n);
}

static void leave(void *p, size_t n)
{
    struct hole *h = p;
    h->size = n;
    h->next = holes;
    holes = h;
}

/* By the address of the pointer to it: nobody sees that it comes off the list. */
struct two { int first, second; };
static struct two *unseen(void)
{
    struct two *t = malloc(2 * sizeof *t);
    *(void **)t = list;
    list = t;
    void **at = &list;
    *at = **(void ***)at;
    t->first = 0;
    t->second = 5;
    return t;
}

int main(int argc, char **argv)
{
    (void)argc;
    struct two *two = !strcmp(argv[1], "unseen") ? unseen() : 0;
    int inside = !strcmp(argv[1], "inside");
    struct node *nodes = malloc(8 * sizeof *nodes), *last = 0;
    double *numbers = 0;
    for (int i = 0; i < 8; i++) {
        nodes[i].value = i / 2.0;
        nodes[i].count = i;
    }
    if (inside)
        for (int i = 0; i < 4; i++)
            give(&nodes[2 * i]);
    else
        for (int i = 0; i < 3; i++) {
            numbers = fit(4 * sizeof *numbers);
            for (int k = 0; k < 4; k++)
                numbers[k] = i + k;
            if (i < 2)
                leave(numbers, 4 * sizeof *numbers);
        }
    if (!strcmp(argv[1], "sized")) { /* else nothing is on the list any more, though nobody has said so */
        double *spare = fit(3 * sizeof *spare);
        spare[0] = spare[1] = spare[2] = 0.5;
        leave(spare, 3 * sizeof *spare);
    }
    for (int visit = 1; visit <= 3; visit++) {
        #pragma ckpt
        printf("visit %d\n", visit);
        if (visit == 2)
            for (int i = 0; i < 4 && inside; i++) {
                last = take();
                last->value = 10 + i;
            }
    }
    for (int i = 0; i < 8; i++)
        printf("%g %d\n", inside || i ? nodes[i].value : 0, nodes[i].count);
    if (two)
        printf("%d %d\n", two->first, two->second);
    if (numbers) {
        double *more = fit(4 * sizeof *more), *rest = fit(4 * sizeof *rest);
        printf("%g %d %d\n", numbers[3], more != numbers, rest != more);
    }
    free(nodes);
    return 0;
}
