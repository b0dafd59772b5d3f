// Wrong pragmas; right ones beside them.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

extern int elsewhere;
static struct pair { int a, b; } both;
static void again(void) { both.a++; }
#pragma ckpt exclude(both)
#pragma ckpt exclude(elsewhere) // expect: ckpt-pragma
#pragma ckpt exclude(both.a) // expect: ckpt-pragma
#pragma ckpt exclude(*&both) // expect: ckpt-pragma
typedef int grid[4];
#pragma ckpt exclude(grid) // expect: ckpt-pragma
#pragma ckpt no_site(grid) // expect: ckpt-pragma
#pragma ckpt exclude(,) // expect: ckpt-pragma
#pragma ckpt exclude(both) name(x) // expect: ckpt-pragma
#pragma ckpt on_restart(again())
#pragma ckpt on_restart() // expect: ckpt-pragma
#pragma ckpt on_checkpoint(again())
#pragma ckpt on_checkpoint(again()) name(x) // expect: ckpt-pragma

int main(int argc, char **argv)
{
    int *block = malloc(sizeof *block);
    *block = argc;
    #pragma ckpt sometimes // expect: ckpt-pragma
    #pragma ckpt name(1 2) // expect: ckpt-pragma
    #pragma ckpt name(here) if(argc > 1)
    #pragma ckpt type(argc, int[2]) // expect: ckpt-pragma
    #pragma ckpt type(block, int[])
    #pragma ckpt exclude(*block)
    #pragma ckpt exclude(block[0]) // expect: ckpt-pragma
    #pragma ckpt exclude(argc + 1) // expect: ckpt-pragma
    #pragma ckpt on_restart(again()) // expect: ckpt-pragma
    #pragma ckpt name(there) on_restart(again())
    #pragma ckpt on_checkpoint(again()) // expect: ckpt-pragma
    #pragma ckpt name(and_there) on_checkpoint(again()) on_restart(again())
    #pragma ckpt name(there) exclude(block) // expect: ckpt-pragma
    return *block + !argv;
}
