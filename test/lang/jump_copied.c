// A copy of a jump buffer is no jump buffer to a restart: the jump to it ends the program. Where nothing was restarted, and by the buffer itself, it leads back.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %t | grep -x 'back 5' && %t itself | grep -x 'back 5'
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t itself; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t itself | grep -x 'back 5'
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out 2> %t.err; test $? -gt 1 && test ! -s %t.out
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf buffer, copy;

int main(int argc, char **argv)
{
    volatile int n = 4;

    (void)argv;
    if (setjmp(buffer)) {
        printf("back %d\n", n);
        return 0;
    }
    memcpy(copy, buffer, sizeof copy);
    n++;
    #pragma ckpt
    longjmp(argc > 1 ? buffer : copy, 1);
}
