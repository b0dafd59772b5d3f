// Allocators of the program's own that keep a structure in front of what they hand out, each with an arithmetic of its own: what lies behind is found where this
// program, on this machine, looks for it, and what it holds the callers' sizes tell; no annotation.
// C-SUPPORT: Allocation | memory behind a header in its block, whose callers say `sizeof` (`T *p = get(n * sizeof *p)`) or keep characters in it | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 4
// RUN: %ckptcc --ckpt-check %s 2>&1 | %FileCheck %s --allow-empty
// CHECK-NOT: ckpt-handed-out
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int value; struct node *next; double weight; };
static size_t live, bytes;

// A word in front; a double behind it is not aligned on machines with words of 4 bytes.
struct word { size_t size; };
static void *behind_word(size_t n)
{
    struct word *h = malloc(sizeof *h + n);
    h->size = n;
    live++;
    return h + 1;
}
static void free_word(void *p)
{
    struct word *h = (struct word *)p - 1;
    bytes += h->size;
    live--;
    free(h);
}

// A constant, which is more than the structure takes on machines with words of 4 bytes.
struct pair { size_t size, number; };
static void *behind_sixteen(size_t count, size_t each)
{
    struct pair *h = malloc(16 + count * each);
    h->size = count * each;
    h->number = ++live;
    return (char *)h + 16;
}
static void free_sixteen(void *p)
{
    struct pair *h = (struct pair *)((char *)p - 16);
    bytes += h->size;
    live--;
    free(h);
}

// Characters at its end.
struct open { size_t size; char data[]; };
static void *in_data(size_t n)
{
    struct open *h = malloc(sizeof *h + n);
    h->size = n;
    live++;
    return h->data;
}
static void free_data(void *p)
{
    struct open *h = (struct open *)((char *)p - offsetof(struct open, data));
    bytes += h->size;
    live--;
    free(h);
}

// A list of all blocks, rounded up; one function for all, as GLPK has it.
struct link { struct link *previous, *next; size_t size; };
#define ROUNDED ((sizeof(struct link) + 15) / 16 * 16)
static struct link *blocks;
static void *resize(void *p, size_t n)
{
    struct link *h = p ? (void *)((char *)p - ROUNDED) : NULL;
    if (h) {
        if (h->previous)
            h->previous->next = h->next;
        else
            blocks = h->next;
        if (h->next)
            h->next->previous = h->previous;
        bytes += h->size;
        if (!n) {
            free(h);
            return NULL;
        }
    }
    n += ROUNDED;
    h = h == NULL ? malloc(n) : realloc(h, n);
    h->size = n - ROUNDED;
    h->previous = NULL;
    h->next = blocks;
    if (h->next)
        h->next->previous = h;
    blocks = h;
    return (char *)h + ROUNDED;
}

// As far as a cache line, and a mark behind it.
struct line { size_t size; };
static void *behind_line(size_t n)
{
    struct line *h = malloc(64 + n + 8);
    h->size = n;
    memset((char *)h + sizeof *h, 0, 64 - sizeof *h);
    memset((char *)h + 64 + n, 0, 8);
    return &((char *)h)[64];
}
static void free_line(void *p)
{
    struct line *h = (void *)((char *)p - 64);
    bytes += h->size;
    free(h);
}

int main(void)
{
    struct node *all = NULL, *linked = NULL;
    long *numbers = resize(NULL, 2 * sizeof *numbers);
    char *text = behind_sixteen(40, 1), *copy = resize(NULL, 20);
    int *few = behind_line(3 * sizeof *few);
    short *squares = behind_sixteen(10, sizeof *squares);
    int64_t *cubes = in_data(5 * sizeof *cubes);
    numbers[0] = numbers[1] = 1;
    strcpy(text, "behind ");
    strcpy(copy, "copied");
    for (int i = 0; i < 3; i++)
        few[i] = -1000 * i;
    for (int i = 0; i < 5; i++)
        cubes[i] = (int64_t)i * i * i << 33;
    for (int i = 0; i < 10; i++)
        squares[i] = (short)(i * i * 257);
    for (int i = 0; i < 8; i++) {
        struct node *n = behind_word(sizeof *n), *m = resize(NULL, sizeof *m);
        double *weights = behind_sixteen((size_t)i + 1, sizeof *weights);
        *n = (struct node){ i, all, i * 0.5 };
        *m = (struct node){ -i, linked, i * 0.25 };
        all = n;
        linked = m;
        for (int k = 0; k <= i; k++)
            weights[k] = k / 8.0;
        numbers = resize(numbers, ((size_t)i + 3) * sizeof *numbers);
        numbers[i + 2] = numbers[i + 1] + numbers[i];
        text[strlen(text) + 1] = 0;
        text[strlen(text)] = (char)('a' + i);
        #pragma ckpt
        double sum = weights[i] + (double)(cubes[i % 5] >> 33);
        size_t count = 0;
        for (n = all, m = linked; n; n = n->next, m = m->next)
            sum += n->value + n->weight + m->value + m->weight + (((struct word *)n)[-1].size > 12);
        for (struct link *l = blocks; l; l = l->next)
            count += l->size > 4;
        printf("%g %ld %s %s %d %d %lu\n", sum, numbers[i + 2], text, copy, few[i % 3], squares[i], (unsigned long)count);
        free_sixteen(weights);
    }
    while (all) {
        struct node *next = all->next, *second = linked->next;
        free_word(all);
        (void)resize(linked, 0);
        all = next;
        linked = second;
    }
    (void)resize(copy, 0);
    printf("%d ", blocks && !blocks->next);
    (void)resize(numbers, 0);
    free_sixteen(text);
    free_sixteen(squares);
    free_data(cubes);
    bytes = 0;
    free_line(few);
    printf("%d %lu %lu\n", !blocks, (unsigned long)live, (unsigned long)bytes);
    return 0;
}
