// name() and if() of a site; _Pragma; a site from a macro; sites only in code that never runs.
// C-SUPPORT: Annotations | sites with `name(...)` and `if(...)`, `_Pragma`, sites from macros | 6.10.9 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
// RUN: %ckptcc %s -o %t
// RUN: rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: tail -n 1 %t.1 | grep -x 'before 4'
#include <stdio.h>

#define SITE _Pragma("ckpt name(from_a_macro)")

static int wanted(int i)
{
    return i % 2 == 0;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < 6; i++) {
        printf("before %d\n", i);
        #pragma ckpt name(even) if(wanted(i))
        printf("after %d\n", i);
    }
    SITE
    puts("macro");
    if (argc > 100) {
        #pragma ckpt if(argv[0][0] == 'x') name(never)
        puts("never");
    }
    return 0;
}
