// A long double whose digits another format has no room for: the message names the format that it does not fit.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.quad
// RUN: %ckptcc %s -o %t.x87
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{s390x} %t.quad; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.x87 2> %t.err; test $? = 78
// RUN: %FileCheck %s < %t.err
// CHECK: third = 0x1.5{{5*}}p-2 does not fit in 80-bit x87 long double (range_real.c:[[#@LINE+3]])
#include <stdio.h>

static long double third;

int main(void)
{
    third = 1;
    third /= 3;
    #pragma ckpt
    printf("%Lg\n", third);
    return 0;
}
