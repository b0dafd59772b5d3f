// Numbers that no image has a form for, live at a site: _Complex int, _Float16, and clang's _BitInt(n).
// C-SUPPORT: Types | `_Complex int`, `_Float16`, `_BitInt(n)` | GNU, C23 | refused |
// REQUIRES: ckptcc
// RUN: for kind in COMPLEX MEMBER HALF; do ! %ckptcc -D$kind %s -o %t 2> %t.err || exit 1; %FileCheck --check-prefix=$kind %s < %t.err || exit 1; done
// RUN: test ! -x /usr/bin/clang-19 || { ! %ckptcc --ckpt-cc=clang-19 -DBITS %s -o %t 2> %t.err && %FileCheck --check-prefix=BITS %s < %t.err; }
#include <stdio.h>

int main(int argc, char **argv)
{
#ifdef COMPLEX
    // COMPLEX: number_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[ckpt-number-type]
    _Complex int v = argc;
#elif defined MEMBER
    // MEMBER: number_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[ckpt-number-type]
    static struct { int n; _Complex long v; } s;
#define v s.v
#elif defined HALF
    // HALF: number_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[ckpt-number-type]
    _Float16 v = argc;
#else
    // BITS: number_types.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}[ckpt-number-type]
    _BitInt(40) v = argc;
#endif
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        v += i;
    }
    printf("%d\n", (int)v + (argv[0] == NULL));
    return 0;
}
