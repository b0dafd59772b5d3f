// Blocks that are longer than what their allocation, or the pointers to them, tell: a structure that begins with another one and is made by its size,
// numbers behind a header, the members of a list inside of larger blocks. They go on on the same layout, also once more, and elsewhere the restart
// ends with 78. With an address in what is not known there is no checkpoint: it would be lost. What lies between members, and numbers where there are pointers, are carried.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=%cc{s390x} %s -o %t.s390x
// RUN: for kind in derived behind bytes inner void several matrix text padding; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $kind > %t.1; test $? = 75 || exit 1; \
// RUN:   cp %t.1 %t.2; env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind >> %t.2; cmp %t.2 %t.plain || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x $kind > %t.3 2> %t.err; test $? = 78 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 CKPT_RESTART=latest %t $kind > %t.2; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x $kind > %t.3 2> %t.err; test $? = 78 || exit 1; \
// RUN:   grep "goes on only where types lie in memory as there: .*\(block\|characters\)" %t.err || exit 1; done
// RUN: for kind in address arena data word; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t $kind > %t.1 2> %t.err || exit 1; cmp %t.1 %t.plain || exit 1; \
// RUN:   grep "hold.* an address" %t.err || exit 1; test -z "$(ls %t.d | grep img)" || exit 1; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>

struct node { int kind, line; };
struct number { struct node head; double value; };
struct name { struct node head; char *text; };
struct link { int next, kind; };
struct item { double weight; struct link in; short small[4]; };
static struct node *nodes[3];
static struct link *links[3];
static void *untyped[3];
static int (*pairs)[2];

static struct node *make(int kind, size_t size)
{
    struct node *n = malloc(size);
    n->kind = kind;
    n->line = 7;
    return n;
}

/* numbers behind a header: one header, or only a size */
#define NUMBERS(n) ((double *)((n) + 1))
static struct node *numbers(int count, size_t bytes)
{
    struct node *n = bytes ? malloc(bytes) : malloc(sizeof(struct node) + (size_t)count * sizeof(double));
    n->kind = count;
    for (int i = 0; i < count; i++)
        NUMBERS(n)[i] = i + 0.25;
    return n;
}

static void *own(size_t size) { return malloc(size); }
static void *(*volatile allocate)(size_t) = own;

/* pools */
struct chunk { struct chunk *next; size_t used; };
struct pool { struct pool *next; size_t used; char data[]; };
struct part { int value; double weight; struct part *next; };
static struct chunk *chunks;
static struct pool *pools;
static size_t words;
static struct part *parts;
static double **rows;
static char **words_of;
struct base { double value; int kind; };
struct wide { struct base base; double more_value; int more[2]; };
static struct base *bases[3];

static void *from_chunk(size_t size)
{
    if (!chunks || chunks->used + size > 4096) {
        struct chunk *c = malloc(sizeof(struct chunk) + 4096);
        *c = (struct chunk){ chunks, 0 };
        chunks = c;
    }
    void *p = (char *)(chunks + 1) + chunks->used;
    chunks->used += size;
    return p;
}

static void *from_pool(size_t size)
{
    if (!pools || pools->used + size > 4096) {
        struct pool *p = malloc(sizeof(struct pool) + 4096);
        p->next = pools;
        p->used = 0;
        pools = p;
    }
    void *p = pools->data + pools->used;
    pools->used += size;
    return p;
}

static void *behind_a_word(size_t size)
{
    size_t *p = malloc(size + sizeof(size_t));
    *p = size;
    words += size;
    return p + 1;
}

static struct base *base_of(size_t size)
{
    struct base *b = malloc(size);
    return b;
}

static void begin(const char *kind)
{
    for (int i = 0; i < 3; i++) {
        if (!strcmp(kind, "derived")) {
            struct node *made = make(1, sizeof(struct number));
            struct number *n = (struct number *)made;
            n->value = i + 0.5;
            nodes[i] = &n->head;
        } else if (!strcmp(kind, "address")) {
            struct node *made = make(2, sizeof(struct name));
            struct name *n = (struct name *)made;
            n->text = strcpy(malloc(8), "abc");
            nodes[i] = &n->head;
        } else if (!strcmp(kind, "behind") || !strcmp(kind, "bytes")) {
            nodes[i] = numbers(i + 1, *kind == 'b' && kind[1] == 'y' ? sizeof(struct node) + (size_t)(i + 1) * sizeof(double) : 0);
        } else if (!strcmp(kind, "inner")) {
            void *p = allocate(sizeof(struct item));
            (void)(char *)p; /* which tells nothing of it */
            struct item *item = p;
            *item = (struct item){ i ? i + 0.5 : 0, { i, 2 }, { (short)(3 * i), 0, 0, (short)-i } };
            links[i] = &item->in;
        } else if (!strcmp(kind, "void")) {
            void *p = allocate(sizeof(struct number));
            (void)(char *)p;
            *(struct number *)p = (struct number){ { 1, 7 }, i + 0.5 };
            nodes[i] = p;
        } else if (!strcmp(kind, "several") && !i) {
            int *both = malloc(2 * sizeof(int) + 3 * sizeof(double));
            pairs = (void *)both;
            for (int k = 0; k < 3; k++)
                ((double *)(both + 2))[k] = k + 0.125;
        } else if (!strcmp(kind, "matrix")) { /* rows behind the pointers to them */
            if (!i)
                rows = malloc(3 * sizeof(double *) + 3 * sizeof(double));
            rows[i] = (double *)(rows + 3) + i;
            *rows[i] = i + 0.5;
        } else if (!strcmp(kind, "text") && !i) { /* strings behind the pointers to them */
            words_of = malloc(3 * sizeof(char *) + (size_t)strlen(kind) * 3);
            for (int k = 0; k < 3; k++)
                words_of[k] = memcpy((char *)(words_of + 3) + 4 * k, "abc", 4);
        } else if (!strcmp(kind, "padding")) {
            bases[i] = base_of(sizeof(struct wide));
            *(struct wide *)bases[i] = (struct wide){ { i + 0.5, 3 }, 1.5, { 4, 5 } };
        } else if (strstr("arena data word", kind)) {
            struct part *p = *kind == 'a' ? from_chunk(sizeof *p) : *kind == 'd' ? from_pool(sizeof *p) : behind_a_word(sizeof *p);
            *p = (struct part){ i, i + 0.5, parts };
            parts = p;
        }
    }
}

static void show(const char *kind)
{
    for (int i = 0; i < 3; i++) {
        if (!strcmp(kind, "derived") || !strcmp(kind, "void"))
            printf(" %g %d", ((struct number *)nodes[i])->value++, nodes[i]->kind);
        else if (!strcmp(kind, "address"))
            printf(" %s", ((struct name *)nodes[i])->text);
        else if (!strcmp(kind, "behind") || !strcmp(kind, "bytes"))
            for (int k = 0; k < nodes[i]->kind; k++)
                printf(" %g", NUMBERS(nodes[i])[k]++);
        else if (!strcmp(kind, "inner")) {
            struct item *item = (struct item *)((char *)links[i] - offsetof(struct item, in));
            printf(" %g %d %d", item->weight++, item->small[0], item->small[3]--);
        } else if (!strcmp(kind, "several"))
            printf(" %g", ((double *)(pairs + 1))[i]++);
    }
    for (int i = 0; i < 3; i++) {
        if (rows)
            printf(" %g", (*rows[i])++);
        if (words_of)
            printf(" %s", words_of[i]);
        if (bases[i])
            printf(" %d", ((struct wide *)bases[i])->more[1]++);
    }
    for (struct part *p = parts; p; p = p->next)
        printf(" %d %g", p->value++, p->weight);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "";
    begin(kind);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d:", i);
        show(kind);
        printf("\n");
    }
    return 0;
}
