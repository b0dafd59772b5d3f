// Attributes of the process that a restart is without; a call that is made again.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <unistd.h>

int main(void)
{
    int r = 0;
    r = nice(0); // expect: ckpt-library-attribute => #pragma ckpt replay\n    r = nice(0);
    #pragma ckpt replay
    r = nice(0);
    #pragma ckpt
    return r;
}
