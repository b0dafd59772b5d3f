// Addresses of labels in a function with a site.
// C-SUPPORT: Control | computed goto and addresses of labels, in a function that reaches a site | GNU | refused | a `switch`
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
int main(void)
{
    int n = 0;
    // CHECK: computed_goto.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}label
    void *next = &&one;
    goto *next;
one:
    #pragma ckpt
    if (n++ < 3)
        goto *next;
    return 0;
}
