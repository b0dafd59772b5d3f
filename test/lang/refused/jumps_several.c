// One setjmp that has armed several buffers: which of them are still used nobody knows, so that checkpoint fails, and the program goes on.
// C-SUPPORT: Control | several jump buffers armed by one call of `setjmp` in one frame | 7.13 | refused at run time | a function for each
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=1,3 %t > %t.out 2> %t.err && grep -x 'thrown 12' %t.out && %FileCheck %s < %t.err
// CHECK: ckpt: checkpoint at visit 3 failed, the program goes on: {{.*}}jumps_several.c:[[#@LINE+12]]: several jump buffers were armed by this setjmp
// RUN: test $(ls %t.d | grep -c img) = 1
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffers[3];
static volatile int thrown;

int main(void)
{
    for (volatile int i = 0; i < 3; i++) {
        #pragma ckpt
        if (setjmp(buffers[i]) != 0)
            thrown += 10;
    }
    if (!thrown)
        longjmp(buffers[2], 1);
    printf("thrown %d\n", thrown + 2);
    return 0;
}
