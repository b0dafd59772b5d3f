// Addresses in numbers and characters: a structure copied into bytes, a stack of elements of any size, an arena whose objects are known by void pointers,
// an allocator with a size in front. Where they are all that leads to a block, the checkpoint fails and says where; the program goes on.
// A leak alone, and an old address behind the end of a text, are nobody's.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t
// RUN: for kind in queue stack arena longs heap front tagged copied variable; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t $kind > %t.1 2> %t.err || exit 1; cmp %t.1 %t.plain || exit 1; \
// RUN:   grep -E "holds the address of a heap block of 24 bytes|heap block of (16|32) bytes holds an address, or none, where (int|unsigned long) has the other" %t.err || exit 1; test -z "$(ls %t.d | grep img)" || exit 1; done
// RUN: grep "hidden (.*addresses_in_numbers.c:[0-9]*): byte 0 of 8 holds" %t.err
// RUN: for kind in leak text both; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $kind > %t.1; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind >> %t.1 || exit 1; cmp %t.1 %t.plain || exit 1; done
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct event { int kind; char *text; };
static char *text(int k)
{
    char *s = malloc(24);
    snprintf(s, 24, "text %d", k);
    return s;
}

static _Alignas(16) char queue[64], bytes[256];
static long numbers[64];
static unsigned char *stack;
static size_t used, each = 8;
static void *objects[2];
static char *heap;
static long *copied;
static uintptr_t hidden;

static void *bump(char *from, size_t n)
{
    void *p = from + used;
    used += (n + 15) & ~(size_t)15;
    return p;
}

static void *in_front(size_t n)
{
    size_t *h = malloc(n + 16);
    h[0] = n;
    return (char *)h + 16;
}

static int *tagged(int tag, size_t n)
{
    int *o = malloc(8 + n);
    o[0] = tag;
    return o;
}
static int *cells[2];

struct record { struct record *next; char name[40]; int value; };
static struct record *records;
static void fill(const char *kind)
{
    char *s;
    for (int i = 0; i < 2; i++) {
        struct event e = {i, text(i)}, *o = &e;
        if (!strcmp(kind, "queue")) {
            memcpy(queue + used, &e, sizeof e);
            used += sizeof e;
        } else if (!strcmp(kind, "stack")) {
            stack = realloc(stack, (used + 1) * each);
            memcpy(stack + used++ * each, &e.text, sizeof s);
        } else if (!strcmp(kind, "arena") || !strcmp(kind, "heap") || !strcmp(kind, "longs") || !strcmp(kind, "front")) {
            heap = heap ? heap : malloc(256);
            o = *kind == 'f' ? in_front(sizeof *o) : bump(*kind == 'h' ? heap : *kind == 'a' ? bytes : (char *)numbers, sizeof *o);
            *o = e;
            objects[i] = o;
        } else if (!strcmp(kind, "tagged")) {
            cells[i] = tagged(i, sizeof e.text);
            memcpy(cells[i] + 2, &e.text, sizeof s);
        } else if (!strcmp(kind, "copied")) {
            copied = malloc(2 * sizeof *copied);
            memcpy(copied, &e, sizeof e);
        } else if (!strcmp(kind, "variable")) {
            hidden = (uintptr_t)e.text;
        } else if (strcmp(kind, "leak")) { /* a record's memory is used before, and holds what is lost then */
            if (strcmp(kind, "text"))
                free(text(7));
            s = e.text;
            void **before = malloc(sizeof(struct record));
            for (size_t k = 0; k < sizeof(struct record) / sizeof *before; k++)
                before[k] = s;
            free(before);
            struct record *r = malloc(sizeof *r);
            r->next = records;
            strcpy(r->name, "name");
            r->value = i;
            records = r;
        }
    }
}

static void print(const char *kind, int step)
{
    char *s;
    printf("step %d:", step);
    for (struct record *r = records; r; r = r->next)
        printf(" %s %d", r->name, r->value++);
    if (!strcmp(kind, "queue"))
        for (int i = 0; i < 2; i++) {
            struct event e;
            memcpy(&e, queue + i * (int)sizeof e, sizeof e);
            printf(" %d %s", e.kind, e.text);
        }
    if (stack) {
        memcpy(&s, stack + each, sizeof s);
        printf(" %s", s);
    }
    for (int i = 0; i < 2 && objects[i]; i++)
        printf(" %d %s", ((struct event *)objects[i])->kind++, ((struct event *)objects[i])->text);
    if (cells[1]) {
        memcpy(&s, cells[1] + 2, sizeof s);
        printf(" %s", s);
    }
    if (copied) {
        struct event e;
        memcpy(&e, copied, sizeof e);
        printf(" %s", e.text);
    }
    if (hidden)
        printf(" %s", (char *)hidden);
    puts("");
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "leak";
    fill(kind);
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        print(kind, step);
    }
    return 0;
}
