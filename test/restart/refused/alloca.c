// Memory from alloca in a frame that is live at a site.
// C-SUPPORT: Allocation | `alloca`, in a function that reaches a site | GNU | refused | a variable length array, or `malloc`
// REQUIRES: ckptcc
// RUN: %ckptcc %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck %s < %t.out
#include <alloca.h>
#include <string.h>
int main(int argc, char **argv)
{
    // CHECK: alloca.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}alloca
    char *text = alloca(16 + argc);
    strcpy(text, "text");
    #pragma ckpt
    return text[0] != 't' || !argv;
}
