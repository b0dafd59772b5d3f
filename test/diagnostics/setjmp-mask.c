// sigsetjmp that keeps the mask; one that does not.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <setjmp.h>

static sigjmp_buf back;

int main(void)
{
    if (sigsetjmp(back, 1)) // expect: ckpt-setjmp-mask => if (sigsetjmp(back, 0))
        return 1;
    #pragma ckpt
    return sigsetjmp(back, 0);
}
