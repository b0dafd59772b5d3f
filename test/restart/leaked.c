// Memory that the program has lost is not saved: with a megabyte more of it before each site (a block, a list, a ring, what only lost blocks lead to) images stay
// small, also those of restarted runs, here and elsewhere. The same memory is saved while something leads to it.
// C-SUPPORT: Allocation | memory that the program has lost | 7.22.3 | supported | not saved, and not there after a restart
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x && %t > %t.want
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75) && test $(stat -c '%%s' %t.d/ckpt-000001.img) -lt 65536
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t >> %t.1; test $? = 75) && test $(stat -c '%%s' %t.d/ckpt-000002.img) -lt 65536
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=4 CKPT_EXIT=1 qemu-s390x-static %t.s390x >> %t.1; test $? = 75) && test $(stat -c '%%s' %t.d/ckpt-000003.img) -lt 65536
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 && cmp %t.1 %t.want
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t held > %t.1; test $? = 75) && test $(stat -c '%%s' %t.d/ckpt-000001.img) -gt 1048576
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t held >> %t.1 && cmp %t.1 %t.want
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS = 64 * 1024, NODES = 4096, PARTS = 256 };

struct node { struct node *next; unsigned number[14]; };
struct holder { struct node *list, *ring; unsigned *numbers, **parts; };
static struct holder *held;
static unsigned seed = 1;

static unsigned next(void) { return seed = seed * 1664525u + 1013904223u; }

static unsigned *numbers(int n)
{
    unsigned *p = malloc(n * sizeof *p);
    for (int i = 0; i < n; i++)
        p[i] = next();
    return p;
}

static struct node *list(int n)
{
    struct node *first = NULL;
    while (n--) {
        struct node *p = malloc(sizeof *p);
        for (int i = 0; i < 14; i++)
            p->number[i] = next();
        p->next = first;
        first = p;
    }
    return first;
}

static struct holder *fill(void)
{
    struct holder *h = malloc(sizeof *h);
    struct node *last;

    h->numbers = numbers(NUMBERS);
    h->list = list(NODES);
    for (last = h->ring = list(NODES); last->next; last = last->next)
        ;
    last->next = h->ring;
    h->parts = malloc(PARTS * sizeof *h->parts);
    for (int i = 0; i < PARTS; i++)
        h->parts[i] = numbers(NUMBERS / PARTS);
    return h;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < 5; i++) {
        held = fill();
        if (argc == 1)
            held = NULL;
        #pragma ckpt
        printf("%d %u\n", i, next());
        fflush(stdout);
    }
    return held && held->list->number[0] + held->parts[3][1] == 0;
}
