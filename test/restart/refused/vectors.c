// A vector type among the live variables.
// C-SUPPORT: Types | vector types, live at a site | GNU | refused | an array
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
typedef float four __attribute__((vector_size(16)));
static four add(four a, four b) { return a + b; }
int main(void)
{
    // CHECK: vectors.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}vector
    four sum = { 0 };
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        sum = add(sum, sum);
    }
    return (int)sum[0];
}
