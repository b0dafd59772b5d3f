// A label with a name in inline assembly of a function that reaches a site stands in the text twice: the assembler refuses it at the user's line.
// C-SUPPORT: Functions | labels with a name in inline assembly, in functions that reach a site | GNU | refused | a number, or `%=`
// REQUIRES: ckptcc
// RUN: %cc -w %s -o %t && %t
// RUN: %not %ckptcc --ckpt-cc=gcc %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

int main(void)
{
    int total = 0;

    for (int i = 0; i < 4; i++) {
        int u = i;
        // CHECK: asm_label.c:[[#@LINE+1]]: {{Error|error}}: symbol `ckpt_test_place' is already defined
        __asm__ volatile("ckpt_test_place:" : "+r"(u));
        #pragma ckpt
        total += u;
    }
    printf("%d\n", total);
    return total != 6;
}
