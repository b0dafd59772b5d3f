// A variable with a cleanup function that is in scope at a site.
// C-SUPPORT: Declarations | variables with a cleanup function, in a function that reaches a site | GNU | refused |
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
#include <stdlib.h>
static void release(char **p) { free(*p); }
int main(void)
{
    // CHECK: cleanup.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}cleanup
    __attribute__((cleanup(release))) char *text = malloc(4);
    #pragma ckpt
    return text == 0;
}
