// The compiler's own setjmp; the library's.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <setjmp.h>

static jmp_buf back;
static void *own[5];

int main(void)
{
    if (__builtin_setjmp(own)) // expect: ckpt-setjmp-builtin
        return 1;
    if (setjmp(back))
        return 2;
    #pragma ckpt
    return 0;
}
