// Structures whose last array is followed by something else in their block: text behind longs, ints behind structures. They were carried as more elements of the array, and came
// back as other bytes where the byte order is another. They are bound to the layout now; elements that have gaps cannot hold what follows: no checkpoint.
// What is said by sizeof, offsetof, rounded up, or behind characters, restarts everywhere.
// REQUIRES: ckptcc
// RUN: %ckptcc -w -O2 %s -o %t && %ckptcc -w --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: for how in text one calloc ints bytes; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %t $how > %t.2; test $? = 75) || exit 1; \
// RUN:   (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how 2> %t.err; test $? = 78) && grep 'types lie in memory' %t.err || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t $how > %t.3 || exit 1; cat %t.1 %t.2 %t.3 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: for how in elements fixed offset rounded characters; do rm -rf %t.d; %t $how > %t.want && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $how > %t.1 2> %t.err; test $? = 75) || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x $how > %t.2 || exit 1; cat %t.1 %t.2 | diff %t.want - || { echo $how; exit 1; }; done
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 %t gaps > %t.1 2> %t.err && grep "something else follows the elements of struct gappy's last array, slots, of which nothing is known" %t.err
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row { int n; long cells[]; };
struct old { int n; long cells[1]; };
struct slot { long long key; double value; };
struct table { int size; struct slot slots[]; };
struct gappy { int n; struct { char c; long l; } slots[]; };
struct string { size_t length; char text[]; };

static const char *const name = "a name of some length";

static void *get(size_t bytes)
{
    void *p = malloc(bytes);
    if (!p)
        exit(1);
    return p;
}

static struct row *row(const char *how)
{
    size_t cells = 2, bytes = offsetof(struct row, cells) + cells * sizeof(long);
    struct row *r;
    if (!strcmp(how, "calloc"))
        r = calloc(1, sizeof *r + 2 * sizeof r->cells[0] + strlen(name) + 1);
    else if (!strcmp(how, "elements"))
        r = malloc(sizeof *r + cells * sizeof *r->cells);
    else if (!strcmp(how, "offset"))
        r = malloc(bytes);
    else if (!strcmp(how, "rounded"))
        r = malloc((sizeof *r + cells * sizeof(unsigned long) + 15) & ~(size_t)15);
    else
        r = malloc(sizeof *r + 2 * sizeof r->cells[0] + strlen(name) + 1);
    r->n = 2;
    r->cells[0] = 1;
    r->cells[1] = 2;
    return r;
}

static void rows(const char *how)
{
    struct row *r = row(how);
    int trails = !strcmp(how, "text") || !strcmp(how, "calloc");
    if (trails)
        strcpy((char *)&r->cells[2], name);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%ld %ld %s\n", r->cells[0], ++r->cells[1], trails ? (char *)&r->cells[r->n] : "");
    }
}

static void ones(const char *how)
{
    struct old *r = !strcmp(how, "one") ? malloc(sizeof *r + 2 * sizeof r->cells[0] + strlen(name) + 1) : malloc(sizeof *r + (5 - 1) * sizeof(long));
    r->cells[0] = r->cells[1] = r->cells[2] = 3;
    if (!strcmp(how, "one"))
        strcpy((char *)&r->cells[3], name);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%ld %s\n", ++r->cells[2], !strcmp(how, "one") ? (char *)&r->cells[3] : "");
    }
}

static void tables(const char *how, int n)
{
    size_t more = (size_t)n * sizeof(struct slot) + 3 * sizeof(int);
    struct table *t;
    if (!strcmp(how, "bytes"))
        t = get(sizeof *t + more);
    else
        t = malloc(sizeof(struct table) + sizeof(struct slot) * (size_t)n + sizeof(int) * 3);
    int *numbers = (int *)&t->slots[n];
    for (int i = 0; i < n; i++)
        t->slots[i] = (struct slot){ i, i };
    for (int i = 0; i < 3; i++)
        numbers[i] = 70000 + i;
    t->size = n;
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        numbers = (int *)&t->slots[t->size];
        printf("%d %d %d %g\n", numbers[0]++, numbers[1], numbers[2], t->slots[n - 1].value);
    }
}

static void gaps(void)
{
    struct gappy *g = malloc(sizeof *g + 2 * sizeof g->slots[0] + strlen(name) + 1);
    memset(g, 0, sizeof *g + 2 * sizeof g->slots[0]);
    g->n = 2;
    strcpy((char *)&g->slots[2], name);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%s\n", (char *)&g->slots[g->n]);
    }
}

static void characters(void)
{
    struct string *s = malloc(sizeof *s + strlen(name) + 1);
    s->length = strlen(name);
    strcpy(s->text, name);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%s\n", s->text);
    }
}

int main(int argc, char **argv)
{
    const char *how = argv[argc - 1];
    if (!strcmp(how, "gaps"))
        gaps();
    else if (!strcmp(how, "characters"))
        characters();
    else if (!strcmp(how, "ints") || !strcmp(how, "bytes"))
        tables(how, 2);
    else if (!strcmp(how, "one") || !strcmp(how, "fixed"))
        ones(how);
    else
        rows(how);
    return 0;
}
