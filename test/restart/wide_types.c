// What only some targets have: __int128, long double beyond double. Restarted where the values fit.
// C-SUPPORT: Types | `__int128` | GNU | supported | where the value fits
// REQUIRES: ckptcc
// RUN: %restart %s --only x86_64,s390x,aarch64,riscv64
#include <stdio.h>
#include <stdlib.h>

struct wide { __int128 i; unsigned __int128 u[2]; };

static void show(const char *name, __int128 i)
{
    printf("%s %llx %llx\n", name, (unsigned long long)(i >> 64), (unsigned long long)i);
}

static unsigned __int128 g = ((unsigned __int128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL;

int main(void)
{
    __int128 local = -((__int128)1 << 127), *heap = malloc(2 * sizeof *heap);
    struct wide w = { -1, { ~(unsigned __int128)0, 5 } };

    heap[0] = local + 1;
    heap[1] = 17;
    for (int i = 0; i < 3; i++) {
        g *= 3;
        local /= 3;
        #pragma ckpt
        w.u[1] = w.u[1] * w.u[0] + (unsigned __int128)local;
        show("g", (__int128)g);
        show("local", local);
        show("heap", heap[i & 1]);
        show("w", (__int128)w.u[1] + w.i);
    }
    free(heap);
    return 0;
}
