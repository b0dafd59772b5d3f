// Places that two pointers of one type can mean though they lie apart come back where they were, and bind the image to its layout: a char pointer to the end
// of structures that end in characters and padding (the usual loop over anything), to a flexible array behind a character; in a declared block pointers of
// other types to the end of a structure with padding. One to a variable behind such a structure means that variable. One to a declared structure that begins
// with a bit-field is carried everywhere.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} -static %s -o %t.s390x
// RUN: for what in each one flexible behind declared bits; do \
// RUN:   %t $what > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t $what > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest timeout 20 %t $what > %t.2; echo "$what $?" && cat %t.1 %t.2 | diff %t.plain - || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest timeout 20 %qemu{s390x} %t.s390x $what > %t.3 2> %t.err3; echo "$what on s390x $? $(grep -c 'several ends' %t.err)"; \
// RUN:   cat %t.1 %t.3 | diff %t.plain - > /dev/null && echo "$what the same"; \
// RUN: done > %t.all; %FileCheck %s < %t.all
// CHECK: each 0
// CHECK-NEXT: each on s390x 78 1
// CHECK-NEXT: one 0
// CHECK-NEXT: one on s390x 78 1
// CHECK-NEXT: flexible 0
// CHECK-NEXT: flexible on s390x 78 1
// CHECK-NEXT: behind 0
// CHECK-NEXT: behind on s390x 139 0
// CHECK-NEXT: declared 0
// CHECK-NEXT: declared on s390x 78 1
// CHECK-NEXT: bits 0
// CHECK-NEXT: bits on s390x 0 0
// CHECK-NEXT: bits the same
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { long a; char c; };
struct flexible { char n; long values[]; };
struct padded { double d; int n; };
struct flags { unsigned kind : 3, more : 29; int n; };
struct other { double d; int x, y; };
/* Which of them lies behind which is the linker's. */
struct rec first = { 1, 'a' };
struct other second[2] = { { 1, 2, 3 }, { 4, 5, 6 } };
struct rec third = { 1, 'c' };
struct other fourth[2] = { { 1, 2, 3 }, { 4, 5, 6 } };

static void each(void *base, size_t n, size_t size, void (*call)(void *))
{
    for (char *p = base, *end = p + n * size; p != end; p += size) {
        #pragma ckpt
        call(p);
    }
}

static void print(void *r)
{
    static int n;
    if (n++ > 10)
        exit(9);
    printf("%ld\n", ((struct rec *)r)->a);
}

static int read_x(const char *at)
{
    int v;
    memcpy(&v, at + offsetof(struct other, x), sizeof v);
    return v;
}

static void behind(void)
{
    char *p = (char *)second, *q = (char *)fourth;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d: %d %d, %d %d\n", i, read_x(p), read_x(q), p == (char *)second, q == (char *)fourth);
        first.a++, third.a++;
    }
}

static void flexible(void)
{
    struct flexible *f = calloc(1, sizeof *f + 2 * sizeof(long));
    char *p = (char *)f->values;
    f->values[0] = 8;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d: %d %d\n", i, p == (char *)f->values, p[0] + p[sizeof(long) - 1]);
        fflush(stdout);
    }
    free(f);
}

static void declared(void)
{
    int *words = calloc(3, sizeof(struct padded)), *end = words + 3 * sizeof(struct padded) / sizeof *words;
    #pragma ckpt type(words, struct padded[])
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d: %d\n", i, (int)((char *)end - (char *)words - 3 * (long)sizeof(struct padded)));
    }
    free(words);
}

static void bits(void)
{
    int *words = calloc(3, sizeof(struct flags));
    #pragma ckpt type(words, struct flags[])
    struct flags *r = (struct flags *)words;
    for (int i = 0; i < 3; i++)
        r[i] = (struct flags){ 2, 0, i };
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d: %d %d %d\n", i, words[1], words[3], words[5]);
        fflush(stdout);
    }
    free(words);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "each")) {
        struct rec *r = calloc(3, sizeof *r);
        for (int i = 0; i < 3; i++)
            r[i].a = i;
        each(r, 3, sizeof *r, print);
        free(r);
    } else if (!strcmp(what, "one")) {
        struct rec one = { 5, 'c' };
        each(&one, 1, sizeof one, print);
        each(&one, 1, sizeof one, print);
    } else if (!strcmp(what, "flexible"))
        flexible();
    else if (!strcmp(what, "behind"))
        behind();
    else if (!strcmp(what, "declared"))
        declared();
    else
        bits();
    return 0;
}
