// A double-double comes back on its own kind of machine as the pair of doubles that it was: some numbers are several pairs (a lesser part of -0, parts that are not next to each other).
// REQUIRES: ckptcc, powerpc
// RUN: %restart %s --arches powerpc --only powerpc --visits 2
#include <stdio.h>
#include <string.h>

static long double a[6];
static volatile long double one = 1.0L;
static long double _Complex z;
static volatile double tiny = 0x1p-900, two[2] = { 1.0, 0x1p-60 };

static void show(const void *value)
{
    unsigned char bytes[sizeof(long double)];
    memcpy(bytes, value, sizeof bytes);
    for (unsigned k = 0; k < sizeof bytes; k++)
        printf("%02x", bytes[k]);
    printf("\n");
}

int main(void)
{
    a[0] = -one;
    a[1] = one + tiny;
    a[2] = -(one + tiny) + tiny;
    a[3] = 0x1p-1074L * one;
    a[4] = 1.0L / 3 * one;
    memcpy(&a[5], (const void *)two, sizeof a[5]);
    z = a[2];
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        for (int k = 0; k < 6; k++)
            show(&a[k]);
        show(&z);
    }
    return 0;
}
