// The same constructs where no site can be reached and nothing of them is saved: no error, the program works.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t 2> %t.err && test ! -s %t.err
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | %FileCheck %s
// CHECK: 0 6 8 1 3f800000
// CHECK-NEXT: 1 6 8 1 3f800000
// CHECK-NEXT: 2 6 8 1 3f800000
#include <alloca.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int sum(int n, ...)
{
    int total = 0;
    va_list list;
    va_start(list, n);
    while (n--)
        total += va_arg(list, int);
    va_end(list);
    return total;
}
static int length(const char *text)
{
    char *copy = alloca(strlen(text) + 1);
    return (int)strlen(strcpy(copy, text));
}
static int jumps(void)
{
    jmp_buf back;
    if (setjmp(back))
        return 1;
    longjmp(back, 1);
}
static unsigned bits(float f)
{
    union { float f; unsigned u; } u = { f };
    return u.u;
}
int main(void)
{
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%d %d %d %d %x\n", i, sum(3, 1, 2, 3), length("12345678"), jumps(), bits(1.0f));
    }
    return 0;
}
