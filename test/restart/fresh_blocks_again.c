// A block that was allocated with its type, where one without has been before: the wrapper that hands it on says nothing about it, for it has its type. It
// was taken for one of which only the wrapper's result tells what it holds, and went on on its own layout only.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <stdlib.h>

struct entry { void *address; unsigned number; };

static struct entry *entries;
static int keys[8];

/* The last block without a type; gone at once. */
static __attribute__((noinline)) void *bytes(size_t size) { return malloc(size); }

static void *allocated(void *p)
{
    if (!p)
        abort();
    return p;
}

int main(void)
{
    for (int round = 0; round < 4; round++) {
        free(bytes(8 * sizeof *entries));
        entries = allocated(calloc(8, sizeof *entries));
        for (int i = 0; i < 8; i++)
            entries[i] = (struct entry){ &keys[7 - i], (unsigned)(round * i) };
        #pragma ckpt
        for (int i = 0; i < 8; i++)
            printf("%u%c", entries[i].number + (unsigned)((int *)entries[i].address - keys), i < 7 ? ' ' : '\n');
        free(entries);
    }
    return 0;
}
