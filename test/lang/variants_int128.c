// Tags of 128 bits are compared as C does it: all of their bits.
// REQUIRES: ckptcc
// RUN: %restart %s --arches s390x,aarch64 --visits 2
#include <stdio.h>

struct wide { __int128 tag; union { double d; char s[8]; } u; };
#pragma ckpt variant(struct wide, tag, 1: u.d, default: u.s)
static struct wide wide[2] = { { ((__int128)1 << 64) + 1, { .s = "abcdefg" } }, { 1, { .d = 0.5 } } };

int main(void)
{
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %s %g\n", i, wide[0].tag == 1 ? "" : wide[0].u.s, wide[1].u.d++);
    }
    return 0;
}
