// sigsetjmp that keeps the mask; one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <setjmp.h>

static sigjmp_buf back;

int main(void)
{
    if (sigsetjmp(back, 1)) // expect: ckpt-setjmp-mask => none
        return 1;
    #pragma ckpt
    return sigsetjmp(back, 0);
}
