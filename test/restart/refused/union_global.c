// A union reached through a pointer from a global.
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
#include <stdlib.h>
struct node { struct node *next; union { long l; char *text; } u; };
// CHECK: union_global.c:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}}union
static struct node *list;
int main(void)
{
    list = calloc(1, sizeof *list);
    #pragma ckpt
    return list->u.l != 0;
}
