// Bit-fields wider than int: gcc computes in types of their width. Where the front end would write such a type, a cast says which is meant.
// REQUIRES: ckptcc, gcc
// RUN: %restart %s --visits 4 --only x86_64,aarch64
// RUN: %not %ckptcc -DWRONG %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

static struct { unsigned long long f : 40; long long g : 33; unsigned u : 20; unsigned long long w : 64; } s;

static int step(int i)
{
    #pragma ckpt
    return i;
}

int main(void)
{
    for (int i = 1; i < 5; i++) {
        s.f = (1ULL << 40) - i;
        s.g = -i;
        s.u = i;
        s.w = ~0ULL - i;
        unsigned long long r = (i & 1) ? (unsigned long long)s.f : step(-1);
        unsigned long long q = (i & 1) ? s.f + 1ULL : step(-1);
        unsigned long long y = (step(i), s.f) << 4;
        unsigned long long w = s.f++ + step(1);
        unsigned long long v = (s.f = step(-2)) << 2;
        unsigned long long u = (i & 1) ? s.u : step(-1), t = (i & 1) ? s.w : step(-1);
        long k = (step(i) && (s.f += 3)) ? 1 : 0;
        __auto_type sum = s.u + 0;
        step(i);
        printf("%llx %llx %llx %llx %llx %llx %llx %ld %d\n", r, q, y, w, v, u, t, k, (int)sum);
#ifdef WRONG
        // CHECK: bit_field_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: what is computed of the bit-field 'f' has a type of 40 bits in gcc's C
        r = (i & 1) ? s.f : step(-1);
        // CHECK: bit_field_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: what is computed of the bit-field 'f'
        q = (i & 1) ? s.f << 4 : step(-1);
        // CHECK: bit_field_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: what is computed of the bit-field 'g' has a type of 33 bits
        y = ({ step(i); s.g; }) << 4;
        // CHECK: bit_field_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: what is computed of the bit-field 'f'
        __auto_type z = s.f + 0;
        // CHECK-NOT: error: what
        step(i);
        printf("%llx\n", z << 4);
#endif
    }
    return 0;
}
