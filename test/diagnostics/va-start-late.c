// va_start behind a site; before it.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdarg.h>

static int late(int n, ...)
{
    #pragma ckpt
    va_list list;
    va_start(list, n); // expect: ckpt-va-start-late
    int r = va_arg(list, int);
    va_end(list);
    return r;
}

static int early(int n, ...)
{
    va_list list;
    va_start(list, n);
    int r = va_arg(list, int);
    va_end(list);
    #pragma ckpt
    return r;
}

int main(void) { return late(1, 0) + early(1, 0); }
