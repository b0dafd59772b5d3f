// Conditions of macros that describe the machine, in plain `if`: the way that is closed here is open elsewhere, and what it needs is carried.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3
#include <stdint.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int here = argc * 3, big = argc * 3, small = argc * 3, wide = argc * 3, narrow = argc * 3, three = argc * 3;
    (void)argv;
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    if (__BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__)
        here = big;
    else
        here = small;
    if (__WORDSIZE == 64)
        here += wide;
    else
        here += narrow;
    if (__SIZEOF_POINTER__ / 4 > 1)
        here += three;
    else
        here += argc * 3;
    printf("%d\n", here);
    return 0;
}
