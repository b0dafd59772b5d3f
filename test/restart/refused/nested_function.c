// GNU C's nested functions (Clang cannot parse them) in a unit with a site: refused by the first thing it does not know.
// C-SUPPORT: Functions | nested functions | GNU | refused |
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
int main(void)
{
    int n = 0;
    // CHECK: nested_function.c:[[#@LINE+1]]:{{[0-9]+}}: error:
    int next(void) { return ++n; }
    while (next() < 5) {
        #pragma ckpt
    }
    return 0;
}
