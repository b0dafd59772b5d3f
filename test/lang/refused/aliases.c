// Other names of a function that reaches a site: calls by them would go past its tables.
// C-SUPPORT: Functions | aliases and assembler labels of functions that reach a site | GNU | refused | a function that calls it
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
int f(int x)
{
    #pragma ckpt
    return x;
}
// CHECK: aliases.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'g' and 'f' are names of one function, which can reach a checkpoint site
int g(int) __attribute__((alias("f")));
// CHECK: aliases.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'h' and 'f' are names of one function, which can reach a checkpoint site
extern int h(int) __asm__("f");
int main(void) { return g(0) + h(0) + f(0); }
