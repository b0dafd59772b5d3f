// A site in a statement expression: it would stand in the middle of an expression.
// C-SUPPORT: Annotations | a site inside a statement expression | GNU | refused | a function with the site in it
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
int main(void)
{
    int t = ({ int k = 1;
    // CHECK: site_in_expression.c:[[#@LINE+1]]:{{[0-9]+}}: error: a checkpoint site must stand directly in a block
    #pragma ckpt
    k; });
    return t - 1;
}
