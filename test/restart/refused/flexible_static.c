// A structure whose flexible array member has an initialiser: the array would be lost, so it is refused at the variable's line.
// C-SUPPORT: Declarations | an initialised flexible array member | GNU | refused |
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
// CHECK: flexible_static.c:9:{{[0-9]+}}: error: 'table' has a flexible array member with an initialiser
// CHECK: flexible_static.c:13:{{[0-9]+}}: error: 'inside' has a flexible array member with an initialiser
// CHECK-NOT: error: 'empty'
struct list { int n; int v[]; };
static struct list table = { 2, { 1, 2 } }, empty = { 0 };

int main(void)
{
    static struct list inside = { 1, { 7 } };
    #pragma ckpt
    return table.v[1] + inside.v[0] + empty.n;
}
