#include "header_functions.h"

int other(int n)
{
    int ticks = tick(n);
    #pragma ckpt
    return ticks;
}
