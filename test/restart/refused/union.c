// A union that a checkpoint would have to carry.
// C-SUPPORT: Types | other unions, live at a site | 6.7.2.1 | refused | `#pragma ckpt variant`, or a structure
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
#include <stdio.h>
union value { int i; float f; };
struct tagged { int tag; union value value; };
int main(void)
{
    // CHECK: union.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}union
    struct tagged t = { 1, { .f = 2.5f } };
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%g\n", t.value.f);
    }
    return 0;
}
