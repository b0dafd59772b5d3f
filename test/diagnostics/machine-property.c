// What the machine is like, kept; asked for on the spot.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long page;

int main(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN), passing = sysconf(_SC_OPEN_MAX); // expect: ckpt-machine-property
    page = sysconf(_SC_PAGESIZE); // expect: ckpt-machine-property
    void *block = malloc((size_t)sysconf(_SC_PAGESIZE));
    printf("%ld\n", passing);
    #pragma ckpt
    return processors == page || !block;
}
