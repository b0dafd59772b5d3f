// A va_list that is live at a site; one that is finished there.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdarg.h>

static int first(int n, ...)
{
    va_list list; // expect: ckpt-va-list-live
    int total = 0;
    va_start(list, n);
    while (n--) {
        #pragma ckpt
        total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

static int second(int n, ...)
{
    va_list list;
    va_start(list, n);
    int total = va_arg(list, int);
    va_end(list);
    #pragma ckpt
    return total;
}

int main(void) { return first(2, 1, -1) + second(1, 0); }
