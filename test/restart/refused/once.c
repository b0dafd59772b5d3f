// A variable that cannot be carried is reported once, however many resume points it is live at.
// REQUIRES: ckptcc
// RUN: %ckptcc -c %s -o %t.o
// RUN: %ckptcc %t.o -o %t > %t.out 2>&1; test $? != 0 && %FileCheck --implicit-check-not=error: %s < %t.out
// RUN: %ckptcc --ckpt-check %s > %t.out 2>&1; test $? != 0 && %FileCheck --implicit-check-not=error: %s < %t.out
#include <stdarg.h>

static int step(int n)
{
    #pragma ckpt
    return n + 1;
}

static int sum(int n, ...)
{
    int total = 0;
    // CHECK: once.c:[[#@LINE+2]]:{{[0-9]+}}: error: 'list' is a va_list
    // CHECK: once.c:[[#@LINE+2]]:{{[0-9]+}}: error: 'u' is live {{.*}} a union
    va_list list;
    union { int i; float f; } u = { n };

    va_start(list, n);
    while (n--) {
        #pragma ckpt
        total += va_arg(list, int);
        total += step(total);
        #pragma ckpt
        total += step(u.i);
    }
    va_end(list);
    return total;
}

int main(void) { return sum(3, 1, -2, 1); }
