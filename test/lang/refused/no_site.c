// #pragma ckpt no_site: what it cannot be said of.
// REQUIRES: ckptcc
// RUN: %not %ckptcc -c %s -o %t.o 2> %t.err; %FileCheck %s < %t.err
// CHECK: no_site.c:[[#@LINE+15]]:{{[0-9]+}}: error: no_site takes names of functions
// CHECK: no_site.c:[[#@LINE+15]]:{{[0-9]+}}: error: no_site(elsewhere): it is not defined in this file
// CHECK: no_site.c:[[#@LINE+15]]:{{[0-9]+}}: error: no_site(main)
// CHECK: no_site.c:[[#@LINE+15]]:{{[0-9]+}}: error: no_site(has_one): it has a site
// CHECK: no_site.c:[[#@LINE+15]]:{{[0-9]+}}: error: no_site(always): it is always inlined
int elsewhere(int);
static int variable;
static inline __attribute__((always_inline)) int always(int x) { return x; }
static int has_one(int x)
{
    #pragma ckpt
    return always(x) + variable;
}
int main(void) { return has_one(elsewhere(1)); }

#pragma ckpt no_site(variable)
#pragma ckpt no_site(elsewhere)
#pragma ckpt no_site(main)
#pragma ckpt no_site(has_one)
#pragma ckpt no_site(always)
