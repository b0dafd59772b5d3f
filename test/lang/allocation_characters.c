// Allocators of the program's own that see characters in what they allocate: char *myalloc(size) (before C89 there was no void *), or a void * that a
// char * held first. What a block holds is what the caller makes of it; where it stays with char pointers it is text.
// C-SUPPORT: Allocation | the program's own allocator that returns `char *`, or keeps a block in one first | 7.22.3 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --arches i386,s390x --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node {
    short kind;
    struct node *next;
    long value;
    char *name;
} node;

static char *myalloc(size_t size)
{
    char *block = (char *)malloc(size ? size : 1);

    if (block == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return block;
}

static char *again(char *block, size_t size) { return realloc(block, size); }

static void *zeros(size_t count, size_t each)
{
    unsigned char *block = malloc(count * each);

    memset(block, 0, count * each);
    return block;
}

static void *exactly(n)
unsigned n;
{
    char *block;

    block = calloc(n, 1);
    return (void *)block;
}

/* Not the caller's to tell: text. */
static char *twice(const char *text)
{
    size_t length = strlen(text);
    char *both = malloc(2 * length + 1);

    memcpy(both, text, length);
    memcpy(both + length, text, length + 1);
    return both;
}

int main(int argc, char *argv[])
{
    size_t five = (size_t)argc + 4, both_of = (size_t)argc + 1;
    node *list = NULL, *last;
    long *longs = (long *)myalloc(2 * sizeof(long)), *table = (long *)zeros(five, sizeof(long));
    double *reals = (double *)exactly(3 * (unsigned)sizeof(double));
    node **index = (node **)myalloc(4 * sizeof(node *));
    char *text = myalloc(8), *both = twice("ab"), *words[2];
    node *two = zeros(both_of, sizeof *two);

    (void)argv;
    longs[0] = 1;
    longs[1] = -1;
    for (int i = 0; i < 4; i++) {
        node *new = (node *)myalloc(sizeof(node));

        new->kind = (short)i;
        new->next = list;
        new->value = 100000L * i;
        new->name = strcpy(myalloc(strlen("node") + 1), "node");
        new->name[0] = (char)('A' + i);
        index[i] = list = new;
        if (!i)
            last = new;
    }
    strcpy(text, "text");
    words[0] = text + 1;
    words[1] = both;
    for (int i = 0; i < 5; i++)
        table[i] = -i;
    for (int i = 0; i < 3; i++)
        reals[i] = i / 4.0;
    two[1].next = last;
    for (int step = 1; step <= 4; step++) {
        #pragma ckpt
        longs = (long *)again((char *)longs, (size_t)(step + 2) * sizeof(long));
        longs[step + 1] = longs[step] * 3 + table[step];
        for (node *n = list; n; n = n->next)
            longs[step + 1] += n->value + n->name[0] + index[n->kind]->kind;
        two[1].next->value += step;
        reals[step % 3] *= 2;
        text[step % 4] = (char)('0' + step);
        printf("%ld %g %s %s %s\n", longs[step + 1], reals[1] + reals[2], text, words[0], words[1]);
    }
    return 0;
}
