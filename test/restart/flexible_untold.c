// Structures whose last array may be followed by something else, in blocks of an untold size: through a void pointer, a conditional expression, an allocator that is given a number.
// What lies behind the elements was carried as more of them, and came back as other bytes where the byte order is another. The image is bound to the layout now, as that of other
// blocks of which only a pointer's type tells what they hold; elements that have gaps cannot hold what follows: no checkpoint. Where the elements are bytes, or the size is told
// somewhere, or the program declares it, it restarts everywhere.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O2 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in voids either numbers passed; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) && grep 'may have something else behind the elements' %t.err || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t $how > %t.2; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) && grep 'types lie in memory' %t.err || { cat %t.err; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.3 || exit 1; cat %t.1 %t.2 %t.3 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: for how in told choice declared characters names exact; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 %t gaps > %t.1 2> %t.err && grep "something else follows the elements of struct gappy's last array, slots, of which nothing is known" %t.err
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row { int n; long long cells[]; };
struct text { size_t length; char chars[]; };
struct list { int n; char names[][8]; };
struct pair { long long a; int b[]; }; /* has room for one b in itself, where long long is aligned to 8 */
struct gappy { int n; struct { char c; long long l; } slots[]; };

static const char *const name = "a name of some length";

static __attribute__((noinline)) void *get(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p)
        exit(1);
    return p;
}

static size_t bytes(size_t begin, size_t each) { return begin + 2 * each + strlen(name) + 1; }

static void *passed(size_t size) { return get(size); }

static struct row *choice(int n) { return n > 0 ? get(sizeof(struct row) + (size_t)n * sizeof(long long)) : NULL; }

static void rows(const char *how)
{
    size_t size = bytes(offsetof(struct row, cells), sizeof(long long));
    struct row *r = 0;
    if (!strcmp(how, "voids")) {
        void *p = get(size);
        r = p;
    } else if (!strcmp(how, "either")) {
        r = size > 4 ? malloc(size) : 0;
    } else if (!strcmp(how, "passed")) {
        r = passed(size);
    } else if (!strcmp(how, "told")) {
        r = malloc(sizeof *r + 2 * sizeof r->cells[0]);
    } else if (!strcmp(how, "choice")) {
        r = choice(2);
    } else if (!strcmp(how, "declared")) {
        void *p = get(offsetof(struct row, cells) + 8 * sizeof(long long) - 16);
        r = p;
        #pragma ckpt type(r, struct row[1])
    } else {
        r = get(size);
    }
    int trails = strcmp(how, "told") && strcmp(how, "choice") && strcmp(how, "declared");
    r->n = 2;
    r->cells[0] = 1;
    r->cells[1] = 2;
    if (trails)
        strcpy((char *)&r->cells[2], name);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%lld %lld %s\n", r->cells[0], ++r->cells[1], trails ? (char *)&r->cells[r->n] : "");
    }
}

static void texts(void)
{
    void *p = get(offsetof(struct text, chars) + strlen(name) + 1);
    struct text *t = p;
    strcpy(t->chars, name);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        t->length++;
        printf("%d %s\n", (int)t->length, t->chars);
    }
}

static void names(void)
{
    void *p = get(offsetof(struct list, names) + 3 * 8);
    struct list *l = p;
    l->n = 3;
    for (int i = 0; i < 3; i++)
        snprintf(l->names[i], 8, "name%d", i);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%s %s\n", l->names[l->n - 1], l->names[0]);
    }
}

static void gaps(void)
{
    void *p = get(bytes(offsetof(struct gappy, slots), 16));
    struct gappy *g = p;
    g->n = 2;
    strcpy((char *)&g->slots[2], name);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%s\n", (char *)&g->slots[g->n]);
    }
}

static void exact(void)
{
    void *p = malloc(sizeof(struct pair));
    struct pair *q = p;
    q->a = 1;
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d\n", (int)q->a++);
    }
}

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    if (!strcmp(how, "gaps"))
        gaps();
    else if (!strcmp(how, "characters"))
        texts();
    else if (!strcmp(how, "names"))
        names();
    else if (!strcmp(how, "exact"))
        exact();
    else
        rows(how);
    return 0;
}
