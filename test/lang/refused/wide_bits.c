// A bit-field wider than 64 bits came back as 0: refused.
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

int main(int argc, char **argv)
{
    struct { __int128 x : 100; } v = { argc };
    for (int i = 0; i < 3; i++) {
        // CHECK: wide_bits.c:[[#@LINE-2]]:{{[0-9]+}}: error: {{.*}}a bit-field of __int128{{.*}} [ckpt-number-type]
        // CHECK-NOT: error
        #pragma ckpt
        v.x++;
        printf("%d %d\n", (int)v.x, argv[0][0] != 0);
    }
    return 0;
}
