// A pointer into a union may have been made for a member that is not in force now. Where it is not known to lie at one place in all members that it fits,
// the image goes on on its own layout only: as if nothing had been, or 78. Where no member in force fits it is a trap elsewhere.
// C-SUPPORT: Types | pointers into a member of a union that is not in force | 6.7.2.1 | supported | on the same layout only
// REQUIRES: ckptcc, i386
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{i386} %s -o %t.32 && %t > %t.plain
// RUN: for at in 1 2 3 4; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=$at CKPT_EXIT=1 %t > %t.1 2> %t.why; test $? = 75 || exit 1; %FileCheck --check-prefix=WHY %s < %t.why || exit 1; \
// RUN:   cp %t.1 %t.3; env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.3 && cmp %t.3 %t.plain || exit 1; \
// RUN:   env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.32 > %t.2 2> %t.err; test $? = 78 || exit 1; %FileCheck %s < %t.err || exit 1; done
// WHY: ckpt: {{.*}}p is a pointer into a union, where more than one of its members has something for it
// CHECK: goes on only where types lie in memory as there: {{.*}}p is a pointer into a union, where more than one of its members has something for it
#include <stdio.h>

struct v { int tag; union { struct { long a; int b; } x; struct { int a, c, b; } y; } u; };
#pragma ckpt variant(struct v, tag, 1: u.x, 2: u.y)
static struct v g = { 1, { { 5, 7 } } };
static int *p = &g.u.x.b;

int main(void)
{
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        if (i == 0) {
            g.tag = 2;
            g.u.y.a = 1;
            g.u.y.c = 2;
            g.u.y.b = 3;
        } else if (i == 2) {
            g.tag = 1;
            g.u.x.a = 10;
            *p = 20;
        }
        if (g.tag == 1)
            printf("%d %ld %d %d\n", i, g.u.x.a, g.u.x.b, *p);
        else
            printf("%d %d %d %d\n", i, g.u.y.a, g.u.y.c, g.u.y.b);
    }
    return 0;
}
