// A site that would be the body of a loop that declares a variable: what is told is the place, not that Clang does not know the variable behind it.
// REQUIRES: ckptcc
// RUN: python3 %root/test/diagnostics/expect.py %ckptcc %s
#include <stdio.h>

int main(int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        #pragma ckpt
        printf("%d\n", i);
    }
    for (int i = 0; i < argc; i++)
        #pragma ckpt // expect: ckpt-site-place
        puts(argv[i]);
    return 0;
}
