// #pragma ckpt no_site stands outside functions.
// REQUIRES: ckptcc
// RUN: %not %ckptcc -c %s -o %t.o 2> %t.err; %FileCheck %s < %t.err
// CHECK: no_site_places.c:[[#@LINE+4]]:{{[0-9]+}}: error: {{.*}}no_site(function, ...) stands outside functions
static int one(int x) { return x; }
int main(void)
{
    #pragma ckpt no_site(one)
    return one(0);
}
