// The machine's byte order that is kept; looked at on the spot.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdint.h>

static int little;
static const int one = 1;

static uint32_t ordered(uint32_t n)
{
    const int probe = 1;
    return *(const char *)&probe ? __builtin_bswap32(n) : n;
}

int main(void)
{
    int first = ((unsigned char *)&one)[0]; // expect: ckpt-byte-order
    little = *(const char *)&one == 1; // expect: ckpt-byte-order
    #pragma ckpt
    return little + first + (int)ordered(1);
}
