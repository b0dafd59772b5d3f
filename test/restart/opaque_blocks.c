// Blocks that are, or have in them, a union of which nothing says the member, and that no typed pointer shows to the compiler, are bytes without a type:
// they go on on the same layout, also once more, and elsewhere the restart ends with 78; with an address in them there is no checkpoint.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.s390x && %t > %t.plain
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75)
// RUN: cp %t.1 %t.2 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.2 && cmp %t.2 %t.plain
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x > %t.3 2> %t.err; test $? = 78) && grep "only where types lie in memory as there: other is a block that only void pointers lead to" %t.err
// RUN: (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 CKPT_RESTART=latest %t > %t.2; test $? = 75)
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x > %t.3 2> %t.err; test $? = 78) && grep "only where types lie in memory as there: other is a block that only void pointers lead to" %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 %t address > %t.3 2> %t.err && grep "holds an address" %t.err && test -z "$(ls %t.d | grep img)"
#include <stdio.h>
#include <stdlib.h>

union number { double d; long n; void *p; };
struct holder { int tag; union number v; };
static void *one, *other;

int main(int argc, char **argv)
{
    one = malloc(sizeof(union number));
    other = malloc(sizeof(struct holder));
    ((union number *)one)->d = 2.5;
    ((struct holder *)other)->tag = 7;
    if (argc > 1)
        ((struct holder *)other)->v.p = one;
    else
        ((struct holder *)other)->v.d = 0.25;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %g %d\n", i, ((union number *)one)->d, ((struct holder *)other)->tag);
        ((union number *)one)->d += 1;
        ((struct holder *)other)->tag++;
    }
    return argv[0][0] == 0;
}
