// Bit-fields wider than any that images have, in what is not saved: a constant, an excluded variable. The image can be read, and a pointer to another member is carried.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && %t > %t.plain
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 CKPT_STRICT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 && cmp %t.1 %t.plain
#include <stdio.h>

struct wide { unsigned __int128 x : 100; int y; };
static const struct wide constant = { 5, 7 };
static struct wide excluded = { 6, 8 };
#pragma ckpt exclude(excluded)
static const int *p = &constant.y, *q = &excluded.y;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d %d\n", *p + i, *q, (int)constant.x);
    }
    return 0;
}
