// An initialised _Atomic structure: gcc's, which Clang cannot initialise. atomic_init, or an assignment, does it (lang/atomic_structs.c).
// C-SUPPORT: Declarations | an `_Atomic` structure with an initialiser | 6.7.2.4 | refused | `atomic_init`
// REQUIRES: ckptcc
// RUN: gcc %s -o %t
// RUN: %not %ckptcc --ckpt-cc=gcc %s -o %t 2>&1 | %FileCheck %s
#include <stdatomic.h>
struct pair { int a, b; };
// CHECK: atomic_struct.c:[[#@LINE+1]]:{{[0-9]+}}: error: illegal initializer type '_Atomic(struct pair)' [ckpt-not-parsed]
static _Atomic(struct pair) pair = { 1, 2 };
int main(void)
{
    #pragma ckpt
    return atomic_load(&pair).a;
}
