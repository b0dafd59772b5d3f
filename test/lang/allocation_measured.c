// What the program's own allocators return, or put where an argument says, is what the call's sizeof tells if the block has the size that was asked for.
// One that adds something, that returns memory which is there already, that allocates nothing or fails, tells nothing: the image is bound to its layout.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc -w --ckpt-cc=clang-19 %s -o %t && %t none_there && %ckptcc -w %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for kind in behind behind_at behind_one canary canary_at none fails carved sum kind tail flags; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t $kind > %t.1 2> %t.err; test $? = 75 && grep "go on only on machines with the same data layout" %t.err || { echo $kind; exit 1; }; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $kind 2> %t.err; test $? = 78) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $kind > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || { echo $kind; exit 1; }; done
// RUN: for kind in grown grown_back resized bytes bytes_at counted counted_at one destroyed moved literal none_there rounded derived; do %t $kind > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 CKPT_STRICT=1 %t $kind > %t.1 2> %t.err; test $? = 75 && test ! -s %t.err || { echo $kind; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $kind > %t.2 2> %t.err && test ! -s %t.err && cat %t.1 %t.2 | cmp - %t.plain || { echo $kind; exit 1; }; done
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int type, length; };
struct longer { struct message m; double values[2]; };
struct holder { struct message *first; char room[64 << 20]; };

static struct message *message;
static struct longer *longer;
static int *ints;
static double *doubles;
static void *raw;
static int (*fours)[4], argument = 10;
static _Bool *flags;

static void *get(size_t n) { return calloc(1, n); }
static void *get_several(size_t n, size_t each) { return calloc(n, each); }
static void *get_both(size_t one, size_t more) { return calloc(1, one + more); }
static void *get_guarded(size_t n)
{
    void *p = calloc(1, n + 8);
    strcpy((char *)p + n, "canary!");
    return p;
}
static int put(void **where, size_t n) { return !(*where = get(n)); }
static int put_several(void **where, size_t n, short each) { return !(*where = get_several(n, (size_t)each)); }
static int put_both(void **where, size_t one, size_t more) { return !(*where = get_both(one, more)); }
static int put_guarded(void **where, size_t n) { return !(*where = get_guarded(n)); }
static int reads(void **where, size_t n) { return *where ? (int)(n & 0) : 1; }
static void grow(void **where, size_t *room, size_t each) { *where = realloc(*where, (*room = *room ? 2 * *room : 4) * each); }
static void *grow_back(void *old, int used, unsigned *room, size_t each) { return realloc(old, (*room = *room > (unsigned)used ? *room : 2u * (unsigned)used + 4u) * each); }
static void *resize(void *old, size_t from, size_t to) { return from == to ? old : realloc(old, to); }
enum kind { PAIR = 1, QUAD = 2 };
static void *node(enum kind kind, size_t n) { return calloc(1, n + (kind == QUAD ? 8 : 0)); }
static void *moved(void *old, size_t n) { return realloc(old, n); }
static void *with(const int *of, int n, size_t each) { return calloc((size_t)n + (of[0] & 0), each); }
static void *with_none(const int *of, void (*call)(void), size_t n) { return of || call ? NULL : get(n); }
static struct message *make(int type, size_t n) { struct message *m = get(n); m->type = type; return m; }
static int destroy(void **where, size_t n) /* nothing is mapped there any more, and something has been allocated */
{
    free(where);
    void *volatile other = malloc(n);
    free(other);
    return 0;
}
static void *carve(size_t n)
{
    static size_t used;
    raw = raw ? raw : calloc(1, 4096);
    used += n;
    return (char *)raw + used - n;
}

static void fill(const char *kind)
{
    size_t room = 0;
    if (!strcmp(kind, "behind"))
        message = get_both(sizeof *message, 16);
    if (!strcmp(kind, "behind_at") && put_both((void **)&message, sizeof *message, 16))
        abort();
    if (!strcmp(kind, "behind_one"))
        ints = get_both(sizeof *ints, 20);
    if (!strcmp(kind, "canary"))
        ints = get_guarded(4 * sizeof *ints);
    if (!strcmp(kind, "canary_at") && put_guarded((void **)&ints, 4 * sizeof *ints))
        abort();
    if (!strcmp(kind, "none")) {
        ints = raw = calloc(1, 80);
        reads((void **)&ints, 20 * sizeof *ints);
    }
    if (!strcmp(kind, "fails")) {
        raw = calloc(1, 80);
        ints = raw;
        reads((void **)&ints, 1000 * sizeof *ints);
    }
    if (!strcmp(kind, "carved"))
        ints = carve(10 * sizeof *ints), doubles = 0;
    if (!strcmp(kind, "grown"))
        grow((void **)&message, &room, sizeof *message);
    if (!strcmp(kind, "grown_back")) {
        unsigned least = 0;
        message = grow_back(0, 3, &least, sizeof *message);
    }
    if (!strcmp(kind, "resized"))
        doubles = resize(0, 0 * sizeof *doubles, 10 * sizeof *doubles);
    if (!strcmp(kind, "kind"))
        message = node(QUAD, sizeof *message);
    if (!strcmp(kind, "tail"))
        fours = calloc(6, sizeof(int));
    if (!strcmp(kind, "flags"))
        flags = get_guarded(4);
    if (!strcmp(kind, "moved")) {
        ints = moved(ints, 4 * sizeof *ints);
        ints = moved(ints, 40000000 * sizeof *ints);
        ints = moved(ints, 4 * sizeof *ints);
    }
    if (!strcmp(kind, "literal"))
        doubles = with((int[]){ 1, 2, 3 }, argument, sizeof *doubles);
    if (!strcmp(kind, "none_there"))
        doubles = with_none(0, 0, 10 * sizeof *doubles);
    if (!strcmp(kind, "sum"))
        ints = calloc(1, 10 * sizeof *ints + 8);
    if (!strcmp(kind, "bytes"))
        doubles = get(10 * sizeof *doubles);
    if (!strcmp(kind, "bytes_at") && put((void **)&doubles, 10 * sizeof *doubles))
        abort();
    if (!strcmp(kind, "counted"))
        doubles = get_several(10, sizeof *doubles);
    if (!strcmp(kind, "counted_at") && put_several((void **)&doubles, 10, sizeof *doubles))
        abort();
    if (!strcmp(kind, "one"))
        message = get(sizeof *message);
    if (!strcmp(kind, "rounded"))
        doubles = aligned_alloc(64, (10 * sizeof *doubles + 63) / 64 * 64);
    if (!strcmp(kind, "derived"))
        longer = (struct longer *)make(3, sizeof *longer);
    if (!strcmp(kind, "destroyed")) {
        struct holder *h = calloc(1, sizeof *h);
        destroy((void **)&h->first, sizeof *h->first);
    }
    if (message)
        message->type = 1, message->length = 2;
    if (ints)
        for (int i = 0; i < 4; i++)
            ints[i] = i + 1;
    if (doubles)
        for (int i = 0; i < 10; i++)
            doubles[i] = i / 4.0;
    if (longer)
        longer->values[1] = 2.5;
    if (!strcmp(kind, "kind"))
        memcpy(message + 1, (short[]){ 1, 2, 3, 4 }, 8);
    if (fours)
        fours[0][0] = 70003, ((int *)fours)[5] = 70005;
    if (!strncmp(kind, "behind", 6))
        strcpy(message ? (char *)(message + 1) : (char *)(ints + 1), "text behind it");
    if (!strcmp(kind, "none") || !strcmp(kind, "fails") || !strcmp(kind, "carved") || !strcmp(kind, "sum"))
        *(double *)(void *)((char *)(raw ? raw : ints) + 40) = 1.5;
}

static void print(const char *kind, int step)
{
    printf("step %d:", step);
    if (message)
        printf(" %d %d", message->type++, message->length);
    for (int i = 0; ints && i < 4 - 3 * !strcmp(kind, "behind_one"); i++)
        printf(" %d", ints[i]++);
    for (int i = 0; doubles && i < 10; i++)
        printf(" %g", doubles[i]);
    if (longer)
        printf(" %d %g", longer->m.type++, longer->values[1]);
    if (!strncmp(kind, "behind", 6))
        printf(" %s", message ? (char *)(message + 1) : (char *)(ints + 1));
    if (!strcmp(kind, "kind"))
        printf(" %d %d", ((short *)(void *)(message + 1))[0], ((short *)(void *)(message + 1))[3]);
    if (fours)
        printf(" %d %d", fours[0][0], ((int *)fours)[5]);
    if (flags)
        printf(" %d %s", flags[0], (char *)(flags + 4));
    if (!strncmp(kind, "canary", 6))
        printf(" %s", (char *)(ints + 4));
    if (!strcmp(kind, "none") || !strcmp(kind, "fails") || !strcmp(kind, "carved") || !strcmp(kind, "sum"))
        printf(" %g", *(double *)(void *)((char *)(raw ? raw : ints) + 40));
    puts("");
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "bytes";
    fill(kind);
    for (int step = 1; step <= 3; step++) {
        #pragma ckpt
        print(kind, step);
    }
    return 0;
}
