// A size that is shifted to the right is another one, as one that is divided: what the block holds is what the pointer to it says, or nothing is known of it.
// REQUIRES: ckptcc, s390x
// RUN: %restart %s --visits 2 --only x86_64
// RUN: %ckptcc %s -o %t.here && %ckptcc --ckpt-cc=%cc{s390x} %s -o %t.there && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t.here; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %qemu{s390x} %t.there > %t.out; test $? = 78
#include <stdio.h>
#include <stdlib.h>

static void *halves;

int main(int argc, char **argv)
{
    int n = 4 + argc - 1;
    (void)argv;
    halves = malloc(n * sizeof(double) >> 1);
    for (int i = 0; i < n; i++)
        ((float *)halves)[i] = (float)i + 0.5f;
    for (int k = 0; k < 2; k++) {
        #pragma ckpt
        for (int i = 0; i < n; i++)
            printf("%g ", ((float *)halves)[i]);
        putchar('\n');
    }
    return 0;
}
