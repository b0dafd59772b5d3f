// Pointers to members of constants and excluded variables that cannot be carried (a union without a tag), of any or of no type, and to structures that begin
// with one, come back where they were on the same layout: they were taken for pointers to the member behind. Elsewhere only the latter are carried.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} -static %s -o %t.s390x
// RUN: %t > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75
// RUN: test ! -s %t.err && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | diff %t.plain -
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x > %t.3 2> %t.err3; test $? = 139
// RUN: grep -x "1 1 43 1 7" %t.3 && grep 'ckpt: .*: used' %t.err3
#include <stdio.h>

struct value {
    union { int i; float f; char *text; } u;
    int kind;
};
struct middle {
    int kind;
    union { int i; float f; char *text; } u;
    int more;
};
static const struct value defaults[2] = { { { .i = 42 }, 1 }, { { .i = 43 }, 1 } };
static const struct middle middles[2] = { { 1, { .i = 42 }, 100 }, { 1, { .i = 43 }, 101 } };
static struct value scratch[3]; /* its start might be the end of another variable, too */
#pragma ckpt exclude(scratch)
static const void *start, *member, *inner;
static const char *bytes;
static void *used;

int main(void)
{
    start = &defaults[1];
    member = &defaults[1].u;
    inner = &middles[1].u;
    bytes = (const char *)&middles[1].u;
    used = &scratch[1];
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        const struct value *s = start;
        ((struct value *)used)->u.i = i;
        ((struct value *)used)->kind = 7;
        printf("%d %d %d %d %d\n", i, s->kind, s->u.i, scratch[1].u.i, scratch[1].kind);
        fflush(stdout);
        printf("%d %d %d\n", *(const int *)member, *(const int *)inner, bytes == (const char *)&middles[1].u);
        fflush(stdout);
    }
    return 0;
}
