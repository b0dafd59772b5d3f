// Functions that nobody declares, of which gcc knows what they return: where that type would be written, gcc is asked; a built-in is to be converted.
// REQUIRES: ckptcc, gcc
// RUN: %not %ckptcc -std=gnu11 -w -DLIBRARY %s -o %t -lm 2>&1 | %FileCheck %s --check-prefix=LIBRARY
// RUN: %not %ckptcc -std=gnu11 -w -DBUILTIN %s -o %t -lm 2>&1 | %FileCheck %s --check-prefix=BUILTIN
// RUN: %not %ckptcc -std=gnu11 -w -DSTATIC %s -o %t -lm 2>&1 | %FileCheck %s --check-prefix=STATIC
// RUN: %ckptcc -std=gnu11 -w %s -o %t -lm && %t | grep -x "0.77 0.71 1"
#include <stdio.h>

static int step(int i)
{
    #pragma ckpt
    return i;
}

static int plain(int i) { __auto_type v = j0(i * 0.5); return v > 0; }

#ifdef STATIC
static __typeof__(j0(1.0)) kept; // STATIC: undeclared_types.c:[[#@LINE]]: {{.*}}j0{{.*}} is not declared, and does not return an int
#endif

int main(void)
{
    for (int i = 1; i < 2; i++) {
#ifdef LIBRARY
        double v = (i & 1) ? j0(i * 0.5) : step(i); // LIBRARY: undeclared_types.c:[[#@LINE]]: {{.*}}j0{{.*}} is not declared, and does not return an int
#else
        double v = (i & 1) ? (double)j0(1.0) : step(i);
#endif
#ifdef BUILTIN
        double w = (i & 1) ? __builtin_sqrtf64(i * 0.5) : step(i);
        // BUILTIN: undeclared_types.c:[[#@LINE-1]]:{{[0-9]+}}: error: of what type '__builtin_sqrtf64' is, is not known here: {{.*}} [ckpt-not-parsed]
#else
        double w = __builtin_sqrtf64(i * 0.5) + step(0);
#endif
        int u = (i & 1) ? toascii(plain(i)) : step(i);
        printf("%.2f %.2f %d\n", v, w, u);
    }
    return 0;
}
