// A va_list in use across a site.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
#include <stdarg.h>
static int sum(int n, ...)
{
    int total = 0;
    // CHECK: va_list.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}va_list
    va_list list;
    va_start(list, n);
    while (n--) {
        #pragma ckpt
        total += va_arg(list, int);
    }
    va_end(list);
    return total;
}
int main(void) { return sum(3, 1, -2, 1); }
