// What no path reads again is not saved, unless the analysis is switched off; the result is the same.
// RUN: %ckptcc --ckpt-emit-c %s | %FileCheck %s
// RUN: %ckptcc --ckpt-emit-c --ckpt-no-liveness %s | %FileCheck --check-prefix=OFF %s
#include <stdio.h>
int main(void)
{
    int before = 1, after = 2;
    printf("%d\n", before);
#pragma ckpt
    printf("%d\n", after);
    return 0;
}
// CHECK: static const ckptg_local ckptg_fn1_l0[] = {
// CHECK-NEXT: { "after",
// CHECK-NEXT: };
// OFF: static const ckptg_local ckptg_fn1_l0[] = {
// OFF-NEXT: { "before",
// OFF-NEXT: { "after",
