// A vector of elements of any size keeps them in characters. On machines of the other byte order than s390x an address there looks like a short text; so does a
// small number in front of one. The blocks that only these elements lead to would be lost: the checkpoint fails, and the program goes on. Texts of any
// length and content are no addresses.
// REQUIRES: ckptcc, i386, s390x
// RUN: for arch in x86_64 i386 s390x; do \
// RUN:   case $arch in x86_64) run= cc="%cc{x86_64}";; i386) run="%qemu{i386}" cc="%cc{i386}";; *) run="%qemu{s390x}" cc="%cc{s390x}";; esac; \
// RUN:   %ckptcc --ckpt-cc=$cc -w %s -o %t || exit 1; \
// RUN:   for kind in function variable literal block number freed member; do $run %t $kind > %t.plain || exit 1; \
// RUN:     rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=6 $run %t $kind > %t.1 2> %t.err || exit 1; cmp %t.1 %t.plain || exit 1; \
// RUN:     grep -E "holds the address of a heap block of 4 bytes" %t.err || { echo $arch $kind; exit 1; }; test -z "$(ls %t.d | grep img)" || exit 1; done; \
// RUN:   for kind in texts; do $run %t $kind > %t.plain || exit 1; \
// RUN:     rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=6 CKPT_EXIT=1 $run %t $kind > %t.1; test $? = 75 || exit 1; \
// RUN:     env CKPT_DIR=%t.d CKPT_RESTART=latest $run %t $kind >> %t.1 || exit 1; cmp %t.1 %t.plain || exit 1; done; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { size_t n, cap, each; unsigned char *data; } vector;
static vector all;
static int variable;
struct pool { int n; void *owner; char slots[256]; } *pool;
static char *texts[200];

static void push(vector *v, const void *e)
{
    if (v->n == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 4;
        v->data = realloc(v->data, v->cap * v->each);
    }
    memcpy(v->data + v->n++ * v->each, e, v->each);
}

static long total;
static void add(int *p) { total += *p; }
static void drop(int *p) { total += *p; free(p); }

struct undo { const void *what; int *on; };
struct op { long op; int *on; };

static int *number(int i)
{
    int *p = malloc(sizeof(int));
    *p = i;
    return p;
}

static void fill(const char *kind, int i)
{
    if (!strcmp(kind, "number")) {
        struct op o = {65 + i, number(i)};
        all.each = sizeof o;
        push(&all, &o);
    } else if (!strcmp(kind, "member")) {
        struct undo u = {(const void *)add, number(i)};
        pool = pool ? pool : calloc(1, sizeof *pool);
        memcpy(pool->slots + pool->n++ * sizeof u, &u, sizeof u);
    } else if (!strcmp(kind, "texts")) {
        for (int k = 0; k < 20; k++) {
            char *s = texts[20 * i + k] = malloc(17);
            int length = rand() % 16;
            for (int c = 0; c < length; c++)
                s[c] = ' ' + rand() % 95;
            s[length] = 0;
            number(k);
        }
    } else {
        const void *what = *kind == 'v' ? (const void *)&variable : *kind == 'l' ? (const void *)"literal" : !strcmp(kind, "block") ? number(7) :
                           !strcmp(kind, "freed") ? (const void *)drop : (const void *)add;
        struct undo u = {what, number(i)};
        all.each = sizeof u;
        push(&all, &u);
    }
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "function";

    for (int i = 0; i < 10; i++) {
        fill(kind, i);
        #pragma ckpt
        total += i;
    }
    for (int i = 0; i < 200 && texts[i]; i++)
        puts(texts[i]);
    if (pool)
        all = (vector){pool->n, 0, sizeof(struct undo), (unsigned char *)pool->slots};
    while (all.n) {
        struct undo *u = (struct undo *)(all.data + --all.n * all.each);
        if (!strcmp(kind, "freed"))
            ((void (*)(int *))u->what)(u->on);
        else
            add(u->on);
    }
    printf("%ld\n", total);
    return 0;
}
