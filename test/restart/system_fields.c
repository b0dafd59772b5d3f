// A member that the C library has on one machine only (struct stat's __st_ino, of i386 with large files): nothing is said of it.
// REQUIRES: ckptcc, i386
// RUN: %ckptcc %s -o %t && %ckptcc --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{i386} %t.i386; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out 2> %t.err && grep -x '2 300 1' %t.out && %not grep . %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{i386} %t.i386 > %t.out 2> %t.err && grep -x '2 300 1' %t.out && %not grep . %t.err
#define _FILE_OFFSET_BITS 64
#include <stdio.h>
#include <sys/stat.h>

static struct stat st;

int main(void)
{
    st.st_size = 300;
    st.st_ino = 7;
    for (int i = 1; i <= 2; i++) {
        #pragma ckpt
        printf("%d %ld %d\n", i, (long)st.st_size, st.st_ino == 7);
    }
    return 0;
}
