// Addresses kept as numbers where a checkpoint finds them; looked at on the spot.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdint.h>
#include <stdio.h>

struct entry { uintptr_t key; };
static struct entry table[4];

static unsigned bucket(const void *p)
{
    return (unsigned)((uintptr_t)p >> 4) % 13; // expect: ckpt-address-as-number
}

static int aligned(const void *p) { return (uintptr_t)p % 16 == 0; }
static long apart(const char *p, const char *q) { return (long)((uintptr_t)p - (uintptr_t)q); }

int main(void)
{
    uintptr_t live = (uintptr_t)table; // expect: ckpt-address-as-number
    table[0].key = (uintptr_t)&live; // expect: ckpt-address-as-number
    table[1].key = (uintptr_t)&((struct entry *)0)[1].key;
    printf("%d %ld %d\n", aligned(table), apart("a", "a"), (uintptr_t)stdout == 0);
    #pragma ckpt
    return live == 0 || bucket(table) == 1;
}
