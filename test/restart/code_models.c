// -mcmodel=large goes on; -mcmodel=medium with more than 2 GiB of static data (which no image has here), too.
// C-SUPPORT: Types | `-mcmodel=large`, `-mcmodel=medium` with more than 2 GiB | GNU | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3 --only x86_64 --flags=-mcmodel=large
// RUN: %restart %s --visits 3 --only x86_64 --flags="-mcmodel=medium -DGIB=3"
#include <stdio.h>
#include <stdlib.h>

#ifdef GIB
static char room[(size_t)GIB << 30];
#pragma ckpt exclude(room)
static char *at = room + ((size_t)GIB << 30) - 2;
#else
static char room[1 << 20], *at = room + (1 << 20) - 2;
#endif
static int table[1000], (*function)(int);

static int step(int n)
{
    static int calls;
    #pragma ckpt
    return table[n] += ++calls;
}

int main(void)
{
    int *heap = malloc(10 * sizeof *heap);

    function = step;
    for (int i = 0; i < 10; i++)
        heap[i] = table[i] = i;
    for (int i = 0; i < 5; i++) {
        heap[i] += function(i) + function(2 * i);
        *at = (char)i;
        at[1] = (char)heap[i];
        printf("%d %d %d\n", heap[i], *at, at[1]);
    }
    return 0;
}
