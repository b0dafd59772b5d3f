// `register` variables that a restart can set only by their addresses: constants by a typedef, structures with constant members, arrays. And constants of frames that
// -fmerge-all-constants would make the unit's.
// C-SUPPORT: Declarations | `register` with constants by a typedef, constant members, arrays | 6.7.1 | supported | the word is taken off
// REQUIRES: ckptcc
// RUN: %restart %s --visits 6
// RUN: %restart %s --visits 6 --flags="-O2 -fmerge-all-constants"
#include <stdio.h>

typedef const int constant;
typedef const struct pair { int a[4]; int b; } pair;
struct part { const int a; int b; };

static int site(int x)
{
    #pragma ckpt
    return x;
}

static int parameter(register constant n, register struct part p)
{
    site(n);
    return n + p.a;
}

static int table(int i)
{
    pair p = { { 1, 2, 3, 4 }, 5 };
    constant all[3] = { 7, 8, 9 };
    site(i);
    return p.a[i] + all[i];
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        register constant k = i * 3, l = i + 1;
        register struct part v = { i, 2 };
        int register room[1];
        register const int plain = i + 4;
        #pragma ckpt
        printf("%d %d %d %d %d %zu\n", k, l, v.a + v.b, plain, parameter(i, v) + table(i), sizeof room);
    }
    return 0;
}
