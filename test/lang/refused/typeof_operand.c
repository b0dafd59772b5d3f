// An operand of typeof that is evaluated, because its type is of variable size, and does something: a declaration that is made anew has the type only.
// C-SUPPORT: Arrays | `typeof` of an expression with side effects, of variable size, in a declaration | GNU | refused | evaluate it before
// REQUIRES: ckptcc
// RUN: %not %ckptcc -w %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

static int calls, bounds;

static int bound(void)
{
    bounds++;
    return 3;
}

int main(void)
{
    int n = bound();
    int rows[2][n], (*q)[n] = rows;
    // CHECK: typeof_operand.c:[[#@LINE+1]]:{{[0-9]+}}: error: the operand of this typeof is evaluated
    __typeof__(*(calls++, q)) c;
    __typeof__(int[bound()]) once;

    #pragma ckpt
    printf("%d %d %d\n", (int)sizeof c, calls, bounds + (int)sizeof once);
    return 0;
}
