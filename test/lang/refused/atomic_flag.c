// An initialised atomic_flag: gcc's is an _Atomic structure, which Clang cannot initialise.
// C-SUPPORT: Declarations | `atomic_flag` with `ATOMIC_FLAG_INIT` | 7.17.8 | refused | an `atomic_int`
// REQUIRES: ckptcc
// RUN: %not %ckptcc --ckpt-cc=gcc %s -o %t 2>&1 | %FileCheck %s
#include <stdatomic.h>
// CHECK: atomic_flag.c:[[#@LINE+1]]:{{[0-9]+}}: error: illegal initializer type
static atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void)
{
    #pragma ckpt
    return atomic_flag_test_and_set(&flag);
}
