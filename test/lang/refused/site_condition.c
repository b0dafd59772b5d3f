// The condition of a site (if) that can itself reach a site.
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <stdio.h>

static int depth(int n)
{
    #pragma ckpt name(in)
    return n;
}

int main(void)
{
    for (int i = 0; i < 3; i++) {
        // CHECK: site_condition.c:[[#@LINE+1]]:{{[0-9]+}}: error: the condition of this site can itself reach a checkpoint site
        #pragma ckpt name(out) if((depth(i), i > 1))
        printf("%d\n", i);
        // CHECK: site_condition.c:[[#@LINE+1]]:{{[0-9]+}}: error: the condition of this site can itself reach a checkpoint site
        #pragma ckpt name(more) if(printf("%d\n", i + depth(i)) > 0)
        printf("%d\n", i);
    }
    return 0;
}
