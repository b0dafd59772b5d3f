// Buffers that a program aligns by hand, (p + 63) & ~63, are aligned after a restart: their blocks begin at the same place modulo 64, wherever other
// blocks went in between and are no more. (32 in blocks of 128 to 240 bytes.)
// REQUIRES: ckptcc
// RUN: %restart %s --visits 3 --only x86_64
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 24 };
static struct buffer { void *base; double *use; size_t align; } buffers[N];

static void make(struct buffer *b, size_t values, size_t align)
{
    b->align = align;
    b->base = malloc(values * sizeof(double) + align - 1);
    b->use = (double *)(((uintptr_t)b->base + align - 1) & ~(uintptr_t)(align - 1));
    for (size_t i = 0; i < values; i++)
        b->use[i] = (double)i;
}

int main(void)
{
    void *gone[3 * N];
    for (int i = 0; i < N; i++) {
        size_t values = i % 2 ? 16 : 40 + 13 * (size_t)i;
        for (int k = 0; k < 3; k++)
            gone[3 * i + k] = malloc(values * sizeof(double) + 63);
        make(&buffers[i], values, i % 2 ? 32 : 64);
    }
    for (int i = 0; i < 3 * N; i++)
        if (i % 7)
            free(gone[i]);
    for (int step = 0; step < 4; step++) {
        #pragma ckpt
        int odd = 0;
        for (int i = 0; i < N; i++)
            odd += ((uintptr_t)buffers[i].use & (buffers[i].align - 1)) != 0 || buffers[i].use[7] != 7;
        printf("step %d: %d\n", step, odd);
    }
    return 0;
}
