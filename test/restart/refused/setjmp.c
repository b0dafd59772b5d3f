// setjmp in a function with a site below it.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0; %FileCheck %s < %t.out
#include <setjmp.h>
static jmp_buf back;
static void work(int i)
{
    #pragma ckpt
    if (i == 3)
        longjmp(back, 1);
}
int main(void)
{
    // CHECK: setjmp.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}setjmp
    if (setjmp(back))
        return 0;
    for (int i = 0;; i++)
        work(i);
}
