// A compound literal outside functions that was excluded, and is not in the new program, has no value: refused, as a variable is. A table that nobody writes may lead out of an array.
// REQUIRES: ckptcc
// RUN: %driver{restart/Inputs/versions.py} %s --here --old=-DEXCLUDED --new= --new=-DEXCLUDED > %t.out && %FileCheck %s < %t.out
// CHECK: == {{$}}
// CHECK-NEXT: 1 11
// CHECK-NEXT: ckpt: {{.*}}variable table (literal 1 of 1) ({{.*}}) has no value in the image
// CHECK-NEXT: status 78
// CHECK-NEXT: == -DEXCLUDED
// CHECK-NEXT: 1 11
// CHECK-NEXT: 2 1
// CHECK-NEXT: 3 11
// CHECK-NEXT: status 0
#include <stdio.h>
static const struct { int *numbers; } table = { (int []){ 1, 2, 3 } };
static int four[4];
static const struct { int **from_one; } tables = { (int *[]){ four - 1 } };
#ifdef EXCLUDED
#pragma ckpt exclude(table)
#endif

int main(void)
{
    int *live = table.numbers;
    for (int i = 1; i <= 3; i++) {
        *live += 10;
        tables.from_one[0][1]++;
        #pragma ckpt
        printf("%d %d\n", i, *live);
    }
    return 0;
}
