// A site that would be the body of an if that has an else.
// REQUIRES: ckptcc
// RUN: python3 %root/test/diagnostics/expect.py %ckptcc %s
#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        #pragma ckpt // expect: ckpt-site-place
        puts(argv[1]);
    else
        puts("none");
    return 0;
}
