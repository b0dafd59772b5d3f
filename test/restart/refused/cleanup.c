// A variable with a cleanup function that is in scope at a site, or whose cleanup function is what reaches one.
// C-SUPPORT: Declarations | variables with a cleanup function, in a function that reaches a site | GNU | refused |
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
// RUN: %not %ckptcc -DBY_CLEANUP %s -o %t 2>&1 | %FileCheck --check-prefix=BY %s
#include <stdio.h>
#include <stdlib.h>
#ifdef BY_CLEANUP
static int n;
static void done(int *p)
{
    #pragma ckpt
    printf("%d\n", *p);
}
static void work(int i)
{
    // BY: cleanup.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}cleanup
    __attribute__((cleanup(done))) int x = i;
    n += x;
}
int main(void)
{
    work(3);
    return n;
}
#else
static void release(char **p) { free(*p); }
int main(void)
{
    // CHECK: cleanup.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}cleanup
    __attribute__((cleanup(release))) char *text = malloc(4);
    #pragma ckpt
    return text == 0;
}
#endif
