// va_start after a site: the restart copy has no unnamed arguments. Also by way of setjmp, which a jump comes back to.
// C-SUPPORT: Functions | `va_start` after a site was passed in the function | 7.16.1.4 | refused | take the arguments before
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

static jmp_buf back;

static int after(int n, ...)
{
    va_list l;
    #pragma ckpt
    // CHECK: late_va_start.c:[[#@LINE+1]]:{{[0-9]+}}: error: va_start can run here after a checkpoint site
    va_start(l, n);
    int r = va_arg(l, int);
    va_end(l);
    return r;
}

static int in_loop(int n, ...)
{
    int r = 0;
    for (int i = 0; i < n; i++) {
        va_list l;
        // CHECK: late_va_start.c:[[#@LINE+1]]:{{[0-9]+}}: error: va_start can run here after a checkpoint site
        va_start(l, n);
        r += va_arg(l, int);
        va_end(l);
        #pragma ckpt
    }
    return r;
}

static int by_jump(int n, ...)
{
    va_list l;
    int r = n;
    if (setjmp(back) == 0) {
        #pragma ckpt
        return r;
    }
    // CHECK: late_va_start.c:[[#@LINE+1]]:{{[0-9]+}}: error: va_start can run here after a checkpoint site
    va_start(l, n);
    r = va_arg(l, int);
    va_end(l);
    return r;
}

enum { LOW, HIGH };
static int by_double(double d, int n, ...) /* Clang's graph has no such way */
{
    int r = 0;
    #pragma ckpt
    if (d > LOW && d < HIGH) {
        va_list l;
        // CHECK: late_va_start.c:[[#@LINE+1]]:{{[0-9]+}}: error: va_start can run here after a checkpoint site
        va_start(l, n);
        r = va_arg(l, int);
        va_end(l);
    }
    return r;
}

static int before(int n, ...) /* this one is right */
{
    va_list l;
    va_start(l, n);
    int r = va_arg(l, int);
    va_end(l);
    // CHECK-NOT: error
    #pragma ckpt
    return r;
}

int main(void)
{
    printf("%d\n", after(1, 2) + in_loop(2, 1) + by_jump(1, 2) + before(1, 2));
    return 0;
}
