// A pointer to nothing known stays one in an image that a restarted program makes, on every machine: a page that faults is not taken for no memory, whose
// addresses are numbers (qemu says ENOMEM of both).
// REQUIRES: ckptcc, s390x
// RUN: rm -rf %t.d && %ckptcc %s -o %t && %ckptcc --ckpt-cc=%cc{s390x} -static %s -o %t.s390x
// RUN: env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=2 CKPT_EXIT=1 %qemu{s390x} %t.s390x; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 %qemu{s390x} %t.s390x; test $? = 75
// RUN: %ckpt show %t.d/ckpt-000003.img | %not grep -q 'the number'
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.s390x 2> %t.err; test $? = 139
// RUN: grep 'ckpt: at: used' %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t 2> %t.err; test $? = 139
// RUN: grep 'ckpt: at: used' %t.err
#include <stdio.h>
#include <sys/mman.h>

static int *at;

int main(void)
{
    at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *at = 5;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        fflush(stdout);
    }
    return printf("%d\n", *at) < 0;
}
