/* util.c - allocation that does not fail, and random numbers that are the same everywhere. */
#include "catalogue.h"
#include <stdio.h>
#include <stdlib.h>

unsigned allocations;
static unsigned state = 12345;

void *need(void *block)
{
    if (!block) {
        perror("structures");
        exit(1);
    }
    allocations++;
    return block;
}

void *xmalloc(size_t size)
{
    return need(malloc(size));
}

unsigned next_random(unsigned below)
{
    state = state * 1103515245u + 12345u;
    return (state >> 16 & 0x7fff) % below;
}
