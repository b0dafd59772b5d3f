// Wrong pragmas; right ones beside them.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

int main(int argc, char **argv)
{
    int *block = malloc(sizeof *block);
    *block = argc;
    #pragma ckpt sometimes // expect: ckpt-pragma
    #pragma ckpt name(1 2) // expect: ckpt-pragma
    #pragma ckpt name(here) if(argc > 1)
    #pragma ckpt type(argc, int[2]) // expect: ckpt-pragma
    #pragma ckpt type(block, int[])
    return *block + !argv;
}
