/* random.c - the pseudorandom numbers of the specification: s := a s mod 2^46, a = 5^13. */
#include "nas.h"

#define MULTIPLIER UINT64_C(1220703125)
#define MASK ((UINT64_C(1) << 46) - 1)

/* 2^46 divides 2^64, so what an unsigned product loses does not matter. */
double nas_random(uint64_t *seed)
{
    *seed = *seed * MULTIPLIER & MASK;
    return (double)*seed * 0x1p-46;
}

uint64_t nas_random_ahead(uint64_t seed, uint64_t count)
{
    for (uint64_t power = MULTIPLIER; count; count >>= 1) {
        if (count & 1)
            seed = seed * power & MASK;
        power = power * power & MASK;
    }
    return seed;
}
