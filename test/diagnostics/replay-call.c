// #pragma ckpt replay before what is no call by name; before calls.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <locale.h>

static int open_device(int n) { return n; }

static int visit(int n)
{
    #pragma ckpt
    return n;
}

int main(int argc, char **argv)
{
    int (*by_pointer)(int) = open_device;
    #pragma ckpt replay // expect: ckpt-replay-call
    argc++;
    #pragma ckpt replay // expect: ckpt-replay-call
    argc = by_pointer(0);
    #pragma ckpt replay
    argc = open_device(visit(1)); // expect: ckpt-replay-call
    #pragma ckpt replay
    setlocale(LC_ALL, "C");
    #pragma ckpt replay
    argc = open_device(0);
    #pragma ckpt
    return argc + !argv;
}
