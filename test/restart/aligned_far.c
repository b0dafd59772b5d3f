// A block that is aligned to half a gigabyte, for huge pages say, is one here as it is in the plain program, and is aligned so after a restart.
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64 --visits 2
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    size_t align = sizeof(size_t) == 8 ? (size_t)1 << 29 : (size_t)1 << 24;
    double *p = aligned_alloc(align, 1000 * sizeof *p);
    if (!p)
        return 1;
    p[3] = 5;
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        printf("%g %d\n", p[3]++, (int)((uintptr_t)p % align));
    }
    return 0;
}
