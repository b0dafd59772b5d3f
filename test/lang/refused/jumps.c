// setjmp where it cannot be armed again.
// C-SUPPORT: Control | `setjmp` in the scope of a variable length array | 7.13 | refused | a function of its own for one of the two
// C-SUPPORT: Control | `sigsetjmp` that keeps the signal mask | POSIX | refused | 0, and set the mask where it returns again
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DMASK %s -o %t 2>&1 | %FileCheck --check-prefix=MASK %s
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;
static sigjmp_buf masked;

static int in_scope(int n)
{
    int v[n];
    v[0] = n;
    // CHECK: jumps.c:[[#@LINE+1]]:{{[0-9]+}}: error: setjmp in the scope of a variable length array
    if (setjmp(back))
        return v[0];
    #pragma ckpt
    return 1;
}

static int with_mask(void)
{
#ifdef MASK
    // MASK: jumps.c:[[#@LINE+1]]:{{[0-9]+}}: error: sigsetjmp that keeps the signal mask
    if (sigsetjmp(masked, 1))
        return 0;
    // MASK-NOT: error
#endif
    #pragma ckpt
    // CHECK-NOT: error
    return sigsetjmp(masked, 0);
}

int main(void)
{
    printf("%d\n", in_scope(2) + with_mask());
    return 0;
}
