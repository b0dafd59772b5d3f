// A site that would become the body of a statement is refused where it stands.
// RUN: %not %ckptcc -c %s -o %t.o 2>&1 | %FileCheck %s
int f(int x)
{
    if (x)
// CHECK: placement.c:[[@LINE+1]]:{{[0-9]+}}: error: a checkpoint site must stand directly in a block { }
#pragma ckpt
    for (; x; x--)
// CHECK: placement.c:[[@LINE+1]]:{{[0-9]+}}: error: a checkpoint site must stand directly in a block { }
#pragma ckpt
    x = 1;
    switch (x) {
    case 1:
#pragma ckpt
        break;
    default:
    label:
#pragma ckpt
        goto label;
    }
// CHECK-NOT: error
    return x;
}
