// setjmp in the scope of a variable length array; outside.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <setjmp.h>

static jmp_buf back;

static int in_scope(int n)
{
    int v[n];
    v[0] = n;
    if (setjmp(back)) // expect: ckpt-setjmp-scope
        return v[0];
    #pragma ckpt
    return 1;
}

static int outside(int n)
{
    if (setjmp(back))
        return n;
    #pragma ckpt
    return 1;
}

int main(void) { return in_scope(2) + outside(3); }
