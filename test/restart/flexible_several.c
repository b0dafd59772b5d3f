// Several structures that end in an array of no elements, or one and something behind it: an allocation of n * sizeof does not tell. The image is bound to the layout; that of one
// element stays bound when it has been restarted once; so it is in families that a tag tells. What lies in the gaps of such a structure, for something else is kept there, comes back.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O1 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in slots ones family gap; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) && grep 'types lie in memory' %t.err || { echo $how; exit 1; }; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t $how > %t.2; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) && grep 'types lie in memory' %t.err || { echo $how again; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.3 || exit 1; cat %t.1 %t.2 %t.3 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: for how in counted values; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct slot { long long v[8]; char pad[64 - 8 * sizeof(long long)]; };
struct rec { short len; char kind; char s[1]; };
struct object { struct object *next; unsigned char kind; };
struct row { struct object *next; unsigned char kind; int n; long long cells[]; };
struct text { struct object *next; unsigned char kind; char chars[]; };
#pragma ckpt variant(struct object, kind, 1: struct row, 2: struct text)
struct base { char kind; double v[]; };
struct given { char kind; int count; double v[2]; };

static struct slot *slots;
static struct rec *rec;
static struct object *objects;
static struct base *base;
static const char *const name = "a name of some length";

static __attribute__((noinline)) void *get(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p)
        exit(1);
    return p;
}

static void make(const char *how)
{
    int n = (int)strlen(name) + 1;
    if (!strcmp(how, "slots")) {
        slots = malloc((size_t)(n / 7) * sizeof *slots);
        memset(slots, 0, 3 * sizeof *slots);
        slots[1].v[0] = 258;
    } else if (!strcmp(how, "counted")) {
        slots = calloc((size_t)(n / 7), sizeof *slots);
        slots[1].v[0] = 258;
    } else if (!strcmp(how, "ones")) {
        rec = malloc((size_t)(2 + n / 4) * sizeof *rec);
        rec->len = 2;
        strcpy(rec->s, name);
    } else if (!strcmp(how, "family")) {
        void *p = get(offsetof(struct row, cells) + 2 * sizeof(long long) + (size_t)n);
        struct row *r = p;
        r->kind = 1;
        r->n = 2;
        strcpy((char *)&r->cells[2], name);
        objects = (struct object *)r;
    } else if (!strcmp(how, "values")) {
        void *p = get(offsetof(struct text, chars) + (size_t)n);
        struct text *t = p;
        t->kind = 2;
        strcpy(t->chars, name);
        objects = (struct object *)t;
    } else {
        void *p = get((size_t)(n + 2));
        base = p;
        ((struct given *)base)->count = 5;
    }
}

int main(int argc, char **argv)
{
    make(argv[argc - 1]);
    for (int i = 0; i < 5; i++) {
        #pragma ckpt
        if (slots)
            printf("%lld\n", slots[1].v[0]++);
        if (rec)
            printf("%d %s\n", rec->len++, rec->s);
        if (objects && objects->kind == 1)
            printf("%s\n", (char *)&((struct row *)objects)->cells[2]);
        if (objects && objects->kind == 2)
            printf("%s\n", ((struct text *)objects)->chars);
        if (base)
            printf("%d\n", ((struct given *)base)->count++);
    }
    return 0;
}
