// A table of compound literals that a constant leads to, with what no image can hold: nothing to be said while nobody writes it; a checkpoint after that fails, and the
// program goes on.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t && rm -rf %t.d
// RUN: sh -c 'CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t; test $? = 75' && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.out && rm -rf %t.d
// RUN: env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t written > %t.out 2>&1 && %FileCheck %s < %t.out
// CHECK: checkpoint at visit 2 failed, the program goes on: table (literal 1 of 1) ({{.*}}literal_written.c:14) has been written, and has union number, which cannot be carried to another machine
// CHECK: not stopped
#include <stdio.h>
struct value {
    int kind;
    union number { int i; double d; } is;
};
static const struct { const char *name; struct value *values; } table[] = { { "a", (struct value []){ { 0, { 1 } }, { 1, { .d = 2.5 } } } } };

int main(int argc, char **argv)
{
    for (int i = 0; i < 3; i++) {
        if (argv[argc - 1][0] == 'w' && i == 1)
            table[0].values[1].is.d = 3;
        #pragma ckpt
        printf("%d %g\n", i, table[0].values[1].is.d);
    }
    return 0;
}
