// Very many lists of what was given back, of elements of one array: none is forgotten. And what lies between variables whose parts are on such lists, or were, is none of theirs.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// One element is left, alone on its list, so that its link is null.
// RUN: for which in 0 1000 4999; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1,2 %t lists $which > %t.1 2> %t.err && %t lists $which | cmp - %t.1 && test $(ls %t.d/*.img | wc -l) = 1 && \
// RUN:   grep "parts of nodes (.*given_back_many.c:[0-9]*) are on a list of what was given back, whose link at byte $((which * 16)) is no pointer by its type" %t.err || { echo $which; cat %t.err; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x lists $which > %t.2 && tail -2 %t.1 | cmp - %t.2 || exit 1; done
// An address that memory holds which nobody has filled.
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t between 40 > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x between 40 > %t.2 && cat %t.1 %t.2 > %t.both && %t between 40 | cmp - %t.both
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { double value; int count; };
struct link { struct link *next; };
enum { N = 5000 };
static struct link *list, *lists[N];
static struct node nodes[N];
static char *block;

static void give_to(int i)
{
    struct link *l = (struct link *)&nodes[i];
    l->next = lists[i];
    lists[i] = l;
}

static struct node *take_from(int i)
{
    struct link *l = lists[i];
    lists[i] = l->next;
    return (struct node *)l;
}

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

static void sites(void)
{
    #pragma ckpt
    printf("first\n");
    for (int i = 0; i < N; i++)
        if (lists[i])
            take_from(i)->value = i;
    #pragma ckpt
    printf("second\n");
}

static double nested(int depth)
{
    struct node mine[2] = {{depth, 1}, {0.5, depth}};
    double room[24];
    room[0] = depth;
    memcpy(&room[depth % 20 + 1], &block, sizeof block);
    give(&mine[0]);
    give(&mine[1]);
    double sum = depth ? nested(depth - 1) : 0;
    if (!depth) {
        while (list)
            *(struct node *)take() = (struct node){0.25, 3};
        sites();
    }
    memset(&room[depth % 20 + 1], 0, sizeof room[0]);
    return sum + room[0] + room[depth % 20 + 1] + mine[0].value + mine[1].count;
}

int main(int argc, char **argv)
{
    int n = argc > 2 ? atoi(argv[2]) : 0;
    double sum = 0;
    block = malloc(64);
    if (!strcmp(argv[1], "between")) {
        sum = nested(n);
    } else {
        for (int i = 0; i < N; i++)
            give_to(i);
        for (int i = 0; i < N; i++)
            if (i != n)
                *take_from(i) = (struct node){i / 8.0, i};
        sites();
    }
    for (int i = 0; i < N; i++)
        sum += nodes[i].value + nodes[i].count;
    printf("%g %d\n", sum, block != 0);
    free(block);
    return 0;
}
