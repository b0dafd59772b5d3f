// Sizes of blocks that are not of one type, or of one or another: what a variable was set to last must not hide it. Each image is bound to its layout
// (or its block is known); none goes on with other numbers.
// REQUIRES: ckptcc, s390x
// RUN: for n in 1 2 3 4 5 6 7 8; do \
// RUN:   %ckptcc -w -DCASE=$n %s -o %t && %t > %t.plain || exit 1; \
// RUN:   rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75 || exit 1; \
// RUN:   %FileCheck %s < %t.err || { echo "case $n"; exit 1; }; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | cmp - %t.plain || exit 1; \
// RUN: done
// CHECK: ckpt: images of this program can go on only on machines with the same data layout
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum form { WIDE, NARROW };
struct rec { int n, pad; double v[2]; };
static void *keep;
static jmp_buf back;

static void *pick(enum form f, int n)
{
    size_t size = (size_t)n * sizeof(double);
    switch (f) {
    case WIDE: size = (size_t)n * sizeof(int); break;
    case NARROW: size = 2 * (size_t)n * sizeof(int); break;
    }
    return keep = malloc(size);
}

int main(int argc, char **argv)
{
    int n = argc + 4, m = 2 * argc;
    double *d = 0;
#if CASE == 1
    size_t size = (size_t)n * sizeof(double) + (size_t)m * sizeof(int);
    size &= ~(size_t)7;
    d = malloc(size);
#elif CASE == 2
    size_t size = (size_t)n * sizeof(double) + (size_t)m * sizeof(int);
    size++;
    d = malloc(--size);
#elif CASE == 3
    size_t size = 0;
    for (int i = 0; i < 1; i++)
        size = size + (size_t)n * sizeof(double) + (size_t)m * sizeof(int);
    d = malloc(size);
#elif CASE == 4
    static size_t size;
    size = (size_t)n * sizeof(double) + (size_t)m * sizeof(int);
    d = malloc(size);
#elif CASE == 5
    volatile size_t size = (size_t)n * sizeof(double);
    if (!setjmp(back)) {
        size = size + (size_t)m * sizeof(int);
        longjmp(back, 1);
    }
    d = malloc(size);
#elif CASE == 6
    pick((enum form)7, n); /* neither */
    d = keep;
#elif CASE == 7
    struct rec *r = calloc(1, offsetof(struct rec, v) + (size_t)n * sizeof(double));
    #pragma ckpt type(r, struct rec before v)
    d = r->v;               /* and is not declared */
#elif CASE == 8
    size_t size = (size_t)n * sizeof(double) + (size_t)m * sizeof(int);
    do
        size += 4;
    while (size % 8);
    d = malloc(size);
#endif
    for (int i = 0; i < n; i++)
        d[i] = i + 0.3;
    d = keep ? 0 : d;
    #pragma ckpt
    for (int i = 0; i < n; i++)
        printf("%g ", keep ? ((double *)keep)[i] : d[i]);
    puts("");
    return 0;
}
