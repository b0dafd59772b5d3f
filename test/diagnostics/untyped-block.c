// Blocks that only void pointers lead to; typed ones, by their size or by the pointer.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <stdlib.h>

struct holder { void *data, *numbers, *told; char *text; };
static void *shared, *words;

static void *own_malloc(size_t n)
{
    void *p = malloc(n);
    if (!p)
        abort();
    return p;
}

int main(int argc, char **argv)
{
    struct holder h;
    h.data = malloc(argc + 64); // expect: ckpt-untyped-block
    h.numbers = malloc(argc * sizeof(int));
    h.text = malloc(argc + 1);
    shared = calloc(1, 64); // expect: ckpt-untyped-block
    words = malloc(argc + 8);
    #pragma ckpt type(words, long[argc / 8])
    h.told = malloc(argc + 32);
    #pragma ckpt type(h.told, double[])
    int *n = own_malloc(argc * sizeof *n);
    #pragma ckpt
    return !h.data + !h.numbers + !h.text + !n + !argv + !words + !h.told;
}
