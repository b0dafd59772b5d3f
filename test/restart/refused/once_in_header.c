// What several units include is reported once.
// REQUIRES: ckptcc
// RUN: rm -rf %t.d; mkdir %t.d; echo 'static union { int i; float f; } shared;' > %t.d/shared.h; echo '#include "shared.h"' > %t.d/a.c
// RUN: echo 'int *a(void) { return &shared.i; }' >> %t.d/a.c; sed 's/a(/b(/' %t.d/a.c > %t.d/b.c
// RUN: %ckptcc -I%t.d %t.d/a.c %t.d/b.c %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck --implicit-check-not=error: %s < %t.out
// CHECK: shared.h:1:{{[0-9]+}}: error: 'shared' has a union
#include "shared.h"
int *a(void), *b(void);
int main(void)
{
    shared.i = 3;
    #pragma ckpt
    return shared.i + *a() + *b();
}
