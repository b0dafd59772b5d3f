// A static inline function of a header, with a static of its own in each unit that includes it: a restart goes on in the right one.
// C-SUPPORT: Functions | `static inline` functions in headers, with statics of their own | 6.7.4 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/header_functions_b.c
#include <stdio.h>
#include "Inputs/header_functions.h"

int other(int n);

int main(void)
{
    for (int i = 0; i < 3; i++) {
        printf("here %d\n", tick(1));
        printf("there %d\n", other(10));
    }
    return 0;
}
