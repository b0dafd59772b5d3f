// What the process is called, kept; asked for on the spot.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
#include <unistd.h>

static pid_t self;

int main(void)
{
    pid_t live = getppid(), passing = getpid(); // expect: ckpt-process-identity
    self = getpid(); // expect: ckpt-process-identity
    printf("%d %d\n", (int)passing, (int)getpid());
    #pragma ckpt
    return self == live;
}
