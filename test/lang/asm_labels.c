// Labels in inline assembly of a function that reaches a site, which is there twice: numbers, and names that the compiler makes different (%=).
// C-SUPPORT: Functions | labels in inline assembly: numbers, `%=` | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdio.h>

int main(void)
{
    int total = 0;

    for (int i = 0; i < 4; i++) {
        int u = i;
        __asm__ volatile("1:" : "+r"(u));
        #pragma ckpt
        __asm__ volatile(".Lplace%=:\n2:" : "+r"(u) : "r"(total));
        total += u;
        printf("%d\n", total);
    }
    return 0;
}
