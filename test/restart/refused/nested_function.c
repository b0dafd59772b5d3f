// GNU C's nested functions (Clang cannot parse them) in a unit with a site.
// C-SUPPORT: Functions | nested functions | GNU | refused | define it at file scope, and give it what it uses
// REQUIRES: ckptcc, gcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
int main(void)
{
    int n = 0;
    // CHECK: nested_function.c:[[#@LINE+1]]:{{[0-9]+}}: error: a function that is defined in another one is not supported; define it at file scope
    int next(void) { return ++n; }
    while (next() < 5) {
        #pragma ckpt
    }
    return 0;
}
