// #pragma ckpt changed that names what is not there, what is there still, or a value that does not fit, is an error at its line.
// REQUIRES: ckptcc
// RUN: %not %ckptcc -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %not %ckptcc -DVALUES %s -o %t 2>&1 | %FileCheck --check-prefix=VALUE %s
struct point { int x, y; unsigned small : 3; char *text; };
static int counter;
int counted(void) { int twice = 2 * counter; { int twice = 3; counter += twice; } return twice; }

#ifndef VALUES
#pragma ckpt changed(struct point)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: expected #pragma ckpt changed(T, added: member = value, ..., removed: member, ..., renamed: new = old, ...)
#pragma ckpt changed(struct point, removed: x = 1)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: expected #pragma ckpt changed(T,
#pragma ckpt changed(struct point, added: y, added: y)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: 'y' is mentioned twice in #pragma ckpt changed
#pragma ckpt changed(struct pixel, removed: x)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'struct pixel' is no structure that is defined at file scope, and no function that is defined here
#pragma ckpt changed(struct point, removed: x)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'x' is a member of struct point still
#pragma ckpt changed(struct point, added: z)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'z' is no member of struct point
#pragma ckpt changed(struct point, renamed: x = y)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'y' is a member of struct point still; images would be taken for older ones
#pragma ckpt changed(struct point, added: text = 0)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'text' is no number: it can only be zero at first
#pragma ckpt changed(removed: counter)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'counter' is a variable that this file defines still
#pragma ckpt changed(renamed: elsewhere = old)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'elsewhere' is no variable that this file defines
#pragma ckpt changed(added: counter = 3)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'counter' has its value from its own initialiser
#pragma ckpt changed(counted, added: twice)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'twice' is the name of several variables of counted; rename it
#pragma ckpt changed(counted, added: thrice)
// CHECK: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: #pragma ckpt changed: 'thrice' is no variable of counted
#else
#pragma ckpt changed(struct point, added: small = 8)
// VALUE: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}this value does not fit in small
#pragma ckpt changed(struct point, added: x = 3000000000)
// VALUE: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}this value does not fit in x
#pragma ckpt changed(struct point, added: y = counter)
// VALUE: changed.c:[[@LINE-1]]:{{[0-9]+}}: error: {{.*}}constant
#endif
int main(void)
{
    static struct point p;
    #pragma ckpt
    return p.x + counted();
}
