// #pragma ckpt type: blocks that are used as numbers of several widths and as bytes by turns, as compressors do, with pointers of all those
// types to their starts and insides. What is declared at the site counts; all pointers lead there again, on every architecture.
// C-SUPPORT: Allocation | untyped memory, typed by `#pragma ckpt type` | 6.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 40 };

struct state {
    uint32_t *work, *words;
    uint16_t *half;               /* the first half of `words`, as 16-bit numbers */
    uint8_t *bytes, *out;         /* work, as bytes; out points behind what is used */
    void *(*get)(size_t n);
};

static void *get(size_t n) { return malloc(n); }

static void set_up(struct state *s)
{
    s->get = get;
    s->work = s->get(N * sizeof(uint32_t));
    s->words = s->get(N * sizeof(uint32_t));
    s->bytes = (uint8_t *)s->work;
    s->out = s->bytes;
    s->half = (uint16_t *)s->words;
    #pragma ckpt type(s->work, unsigned char[N * sizeof(uint32_t)])
    #pragma ckpt type(s->words, uint32_t[])
}

/* The words are scratch here, 16 bits at a time. */
static unsigned squeeze(struct state *s)
{
    unsigned sum = 0;
    for (int i = 0; i < 2 * N; i++)
        s->half[i] = (uint16_t)(i * 7);
    for (int i = 0; i < 2 * N; i += 3)
        sum += s->half[i];
    return sum;
}

int main(void)
{
    struct state *s = calloc(1, sizeof *s);
    uint8_t *grown = malloc(3);
    set_up(s);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 9; i++)
            *s->out++ = (uint8_t)(round * 31 + i * 5);
        for (int i = 0; i < N; i++)
            s->words[i] = (uint32_t)(round * 1000003 + i);
        #pragma ckpt
        unsigned sum = 0;
        for (uint8_t *p = s->bytes; p < s->out; p++)
            sum = sum * 33 + *p;
        for (int i = 0; i < N; i++)
            sum = sum * 5 + s->words[i];
        printf("%d %u %u %d %d %d\n", round, sum, squeeze(s), (int)(s->out - s->bytes), (uint8_t *)s->work == s->bytes,
               (uint16_t *)s->words == s->half);
    }
    /* What is declared stays declared when the block grows. */
    #pragma ckpt type((grown), unsigned char[])
    grown = realloc(grown, 4000);
    uint32_t *view = (uint32_t *)grown;
    for (int i = 0; i < 4000; i++)
        grown[i] = (uint8_t)i;
    #pragma ckpt name(grown)
    unsigned total = 0;
    for (int i = 0; i < 4000; i++)
        total = total * 3 + grown[i];
    printf("%u %d\n", total, (uint8_t *)view == grown);
    #pragma ckpt type(s, struct state[])
    free(s->work);
    free(s->words);
    free(s);
    free(view);
    return 0;
}
