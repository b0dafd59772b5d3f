// Where the place of a part was rounded up, what the program writes between it and the one before is seen by checkpoints of a restarted process as it
// is by the first one's: it binds the image to machines where memory is laid out alike. `type(p, T[n])` with n == 0 declares nothing.
// REQUIRES: ckptcc, s390x
// RUN: %ckptcc %s -o %t && %t > %t.plain
// RUN: %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -static %s -o %t.s390x
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75) && test ! -s %t.err
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x > %t.2 2> %t.err; test $? = 0) && test ! -s %t.err && cat %t.1 %t.2 | cmp - %t.plain
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest CKPT_AT=2 CKPT_EXIT=1 %t > %t.2 2> %t.err; test $? = 75)
// RUN: %FileCheck %s < %t.err
// CHECK: ckpt: images of this program can go on only on machines with the same data layout: {{.*}}a block of which a part is not declared
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.3 && cat %t.1 %t.2 %t.3 | cmp - %t.plain
// RUN: (env CKPT_DIR=%t.d CKPT_RESTART=latest qemu-s390x-static %t.s390x 2> %t.err; test $? = 78)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int none = 0;
    char *block = calloc(1, 64), *name = block + 16;
    double *values = (double *)(void *)(block + 32);
    #pragma ckpt type(block, int[4])
    #pragma ckpt type(name, char[5])
    #pragma ckpt type(values, double[3])
    #pragma ckpt type(block, double[none])
    #pragma ckpt type(block + 16, double[none])
    #pragma ckpt type(values, float[none])
    ((int *)(void *)block)[3] = 77;
    strcpy(name, "name");
    values[2] = 0.5;
    puts("one");
    #pragma ckpt
    name[9] = 'x';
    puts("two");
    #pragma ckpt
    printf("%d %s %c %g\n", ((int *)(void *)block)[3], name, name[9], values[2]);
    return 0;
}
