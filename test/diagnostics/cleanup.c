// A variable with a cleanup function where a site is reached; where none is.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

static void release(char **p) { free(*p); }

static int length(void)
{
    __attribute__((cleanup(release))) char *p = calloc(1, 16);
    return p != 0;
}

int main(void)
{
    __attribute__((cleanup(release))) char *p = calloc(1, 16); // expect: ckpt-cleanup
    #pragma ckpt
    return !p + length();
}
