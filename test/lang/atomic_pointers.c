// Atomic pointers, and numbers of all sizes, that are added to by <stdatomic.h>; gcc's own built-ins beside them.
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
#include <stdatomic.h>
#include <stdio.h>

static const char text[] = "portable checkpoints";
static _Atomic(const char *) at = text;
static _Atomic long long wide = 1LL << 40;
static atomic_uchar narrow = 250;
static long plain = 3;

static const char *step(int i)
{
    #pragma ckpt
    return text + i;
}

int main(void)
{
    for (int i = 1; i < 5; i++) {
        const char *p = (i & 1) ? atomic_fetch_add(&at, 2) : step(i);
        long q = (i & 1) ? __atomic_fetch_add(&plain, 1, __ATOMIC_SEQ_CST) : i + step(0)[0];
        __auto_type w = atomic_fetch_sub_explicit(&wide, 5, memory_order_relaxed);
        __auto_type n = atomic_fetch_add(&narrow, 3);
        step(0);
        printf("%s %ld %lld %d %c\n", p, q, (long long)w, (int)n, *atomic_load(&at));
    }
    return 0;
}
