// Contexts of execution with stacks of their own: an error at the call.
// C-SUPPORT: State | `makecontext`, `swapcontext`, `setcontext` | POSIX | refused | a state of the program's own
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <ucontext.h>
static ucontext_t home, other;
static char stack[65536];
static void run(void) {}
int main(void)
{
    getcontext(&other);
    other.uc_stack.ss_sp = stack;
    other.uc_stack.ss_size = sizeof stack;
    other.uc_link = &home;
    // CHECK: contexts.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}context of execution
    makecontext(&other, run, 0);
    // CHECK: contexts.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}context of execution
    swapcontext(&home, &other);
    #pragma ckpt
    return 0;
}
