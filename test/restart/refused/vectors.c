// A vector type among the live variables whose bits are seen as other elements.
// C-SUPPORT: Types | vector types that are cast to vectors of other elements, live at a site | GNU | refused | an array
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
typedef int four __attribute__((vector_size(16)));
typedef long long two __attribute__((vector_size(16)));
static four add(four a, four b) { return a + b; }
int main(void)
{
    // CHECK: vectors.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}vector type that is cast
    four sum = { 0 };
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        sum = add(sum, sum);
    }
    return (int)((two)sum)[0];
}
