// glibc's obstacks: their structure has a union that is no like one.
// C-SUPPORT: Allocation | obstacks | GNU | refused | an allocator of the program's own
// REQUIRES: ckptcc
// RUN: %not %ckptcc %s -o %t 2>&1 | %FileCheck %s
#include <obstack.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free
// CHECK: obstack.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}a union
static struct obstack stack;
int main(void)
{
    obstack_init(&stack);
    #pragma ckpt
    return obstack_alloc(&stack, 1) == NULL;
}
