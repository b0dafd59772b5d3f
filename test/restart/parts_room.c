// Room at the end of a block, of which nothing is declared, or behind a declared array: a program that has kept on a 32-bit machine how many elements fit finds
// no less of it on a 64-bit one, where they are larger.
// REQUIRES: ckptcc, i386
// RUN: %ckptcc %s -o %t && %t > %t.plain
// RUN: %ckptcc --ckpt-cc=i686-linux-gnu-gcc -static %s -o %t.i386
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %qemu{i386} %t.i386 > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | cmp - %t.plain
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 20 };

struct head {
    long used;
    long *list;
};

int main(void)
{
    struct head *h = calloc(1, sizeof *h + ROOM * sizeof(long));
    long *array = calloc(1, ROOM * sizeof(long) + 3), *used = array;

    h->list = (long *)(h + 1);
    h->used = 2;
    #pragma ckpt type(h->list, long[2])
    #pragma ckpt type(used, long[])
    h->list[1] = 7;
    array[1] = 8;
    puts("before");
    #pragma ckpt
    printf("%ld %ld\n", h->list[h->used - 1], array[1]);
    printf("%d %d\n", malloc_usable_size(h) >= sizeof *h + ROOM * sizeof(long), malloc_usable_size(array) >= ROOM * sizeof(long));
    for (int i = 2; i < ROOM; i++)
        h->list[i] = array[i] = i;
    free(array);
    free(h);
    return 0;
}
