// Variables bound to machine registers: a local one in a function that reaches a site.
// C-SUPPORT: Declarations | variables bound to a machine register | GNU | refused | an operand with a constraint
// REQUIRES: ckptcc, x86_64
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
int main(void)
{
    // CHECK: machine_register.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'kept' is bound to a machine register
    register long kept __asm__("r12") = 5;
    #pragma ckpt
    __asm__ volatile ("" : "+r" (kept));
    return kept != 5;
}
