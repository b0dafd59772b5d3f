// A checkpointable function may return early: what would let the compiler drop the test after its call goes.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
#include <stdlib.h>
static void finish(int status) __attribute__((__noreturn__));
static int pure_one(int x) __attribute__((pure, const));
static void finish(int status)
{
#pragma ckpt
    exit(status);
}
static int pure_one(int x)
{
#pragma ckpt
    return x;
}
int main(void)
{
    if (pure_one(0) == 0)
        finish(0);
    return 1;
}
// CHECK-NOT: finish(int status) __attribute__((__noreturn__))
// CHECK-NOT: ((pure
// CHECK: finish(0); if (ckptg_capturing)
// CHECK: ckptg_r_main
