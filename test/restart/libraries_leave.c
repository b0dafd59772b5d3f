// A library that has blocks of its own leaves their addresses in memory that it frees, and that the program gets then and does not fill: that is no
// address of the program's. What the program itself has made, and keeps in numbers only, is.
// REQUIRES: ckptcc
// RUN: rm -rf %t.lib && mkdir %t.lib && %cc -O1 -shared -fPIC -DLIBRARY %s -o %t.lib/libowns.so
// RUN: %ckptcc -w %s -o %t -L%t.lib -Wl,-rpath,%t.lib -lowns
// RUN: %t > %t.plain; rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 CKPT_EXIT=1 %t > %t.1; test $? = 75
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t >> %t.1 && cmp %t.1 %t.plain
// RUN: rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t keeps > %t.1 2> %t.err && grep "holds the address of a heap block of 64 bytes" %t.err
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void owns(size_t size);

#ifdef LIBRARY
static void *kept[8];
void owns(size_t size)
{
    void **passing = malloc(size);
    for (int i = 0; i < 8; i++)
        kept[i] = malloc(64);
    for (size_t i = 0; i < size / sizeof *passing; i++)
        passing[i] = kept[i % 8];
    free(passing);
}
#else
static int *numbers, sum;
static uintptr_t *addresses;

int main(int argc, char **argv)
{
    owns(400);
    numbers = malloc(100 * sizeof *numbers);
    numbers[0] = 1;
    if (argc > 1) {
        char *mine = malloc(64);
        addresses = malloc(4 * sizeof *addresses);
        memset(addresses, 0, 4 * sizeof *addresses);
        addresses[1] = (uintptr_t)strcpy(mine, "mine");
        mine = NULL;
    }
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        sum += numbers[0]++;
        printf("step %d: %d %s\n", step, sum, addresses ? (char *)addresses[1] : "");
    }
    return 0;
}
#endif
