// Calls that reach a site, in bounds of types that are not a declaration's own: evaluated, and not moved out.
// C-SUPPORT: Arrays | calls that reach a site in the bound of a parameter, a cast, `sizeof` | 6.7.6.2 | refused | call it before, into a variable
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DOPERAND %s -o %t 2>&1 | %FileCheck --check-prefix=OPERAND %s
static int n(int x)
{
    #pragma ckpt
    return x;
}
// CHECK-DAG: bounds.c:[[#@LINE+1]]:{{[0-9]+}}: error: the bound of a parameter can reach a checkpoint site
static int row(int k, int (*a)[n(k)]) { return (int)(sizeof *a / sizeof(int)); }
// CHECK-DAG: bounds.c:[[#@LINE+1]]:{{[0-9]+}}: error: the bound of a parameter can reach a checkpoint site
static int plain(int k, int a[n(k)]) { return a[0] + k; }

int main(void)
{
    int k = 3, b[3][3] = { { 0 } }, v[3][k], t = (int)sizeof v[0];
    // CHECK-DAG: bounds.c:[[#@LINE+1]]:{{[0-9]+}}: error: a call that can reach a checkpoint site stands in the bound of this type
    t += (int)sizeof(int[n(3)]);
    // CHECK-DAG: bounds.c:[[#@LINE+1]]:{{[0-9]+}}: error: a call that can reach a checkpoint site stands in the bound of this type
    int (*p)[3] = (int (*)[n(3)])b;
#ifdef OPERAND
    // OPERAND: bounds.c:[[#@LINE+1]]:{{[0-9]+}}: error: the operand of this sizeof is evaluated
    t += (int)sizeof(v[n(1)]);
#endif
    return t + p[0][0] + row(3, b) + plain(3, b[0]);
}
