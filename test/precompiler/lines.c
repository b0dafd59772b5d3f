// Diagnostics, __LINE__ and debug information stay on the user's lines, in both copies.
// RUN: %ckptcc -g -O0 %s -o %t && env -i %t
// RUN: %not %ckptcc -DBAD -c %s -o %t.o 2>&1 | %FileCheck %s
#include <assert.h>
static int site(int n)
{
#pragma ckpt
    return n;
}
#define TWICE(x) \
    (site(x) + \
     site(x))
int main(void)
{
    int first = __LINE__;
    int a = site(1) + site(
        2);
    if (site(a) == 3 &&
        site(1)) {
        a = TWICE(
            1);
        assert(__LINE__ == first + 7);
    }
    for (int i = 0;
         i < site(2);
         i += site(1))
        assert(__LINE__ == first + 12);
    assert(__LINE__ == first + 13);
    do {
        a++;
    } while (site(a) < 5);
    assert(__LINE__ == first + 17);
#ifdef BAD
// CHECK: lines.c:[[@LINE+1]]:5: error: {{.*}}undeclared
    undeclared = 1;
#endif
    return 0;
}
