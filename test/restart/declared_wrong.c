// #pragma ckpt type where it cannot be true: not in a block, more elements than the block has. Said with file and line, not used;
// the program and its checkpoints go on as if it were not there.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %t > %t.plain 2> %t.err0
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1 2> %t.err; test $? = 75
// RUN: %FileCheck %s < %t.err
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | cmp - %t.plain
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int *block = calloc(8, sizeof *block), *inside = block + 1, *none = NULL, local[4] = { 0 }, *elsewhere = local;
    // CHECK: declared_wrong.c:[[#@LINE+1]]: #pragma ckpt type: the pointer does not lead to a heap block; it is not used
    #pragma ckpt type(elsewhere, unsigned char[4])
    // CHECK-NEXT: declared_wrong.c:[[#@LINE+1]]: #pragma ckpt type: 36 bytes are declared, the block has 32 there; it is not used
    #pragma ckpt type(block, int[9])
    // CHECK-NEXT: declared_wrong.c:[[#@LINE+1]]: #pragma ckpt type: 32 bytes are declared, the block has 28 there; it is not used
    #pragma ckpt type(inside, int[8])
    #pragma ckpt type(none, int[9])
    // CHECK-NOT: {{.}}
    for (int i = 0; i < 8; i++)
        block[i] = 1000 * i;
    puts("saved");
    #pragma ckpt
    for (int i = 0; i < 8; i++)
        printf("%d\n", block[i]);
    printf("%d\n", *inside);
    free(block);
    return 0;
}
