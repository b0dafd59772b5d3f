// A program that writes the final zero of a string one byte behind its block, which the C library's allocator has room for: it runs with ours as it
// does with that, and goes on.
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 4
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *next;
    char *name;
    double value;
};

static char *copy(const char *text)
{
    size_t n = strlen(text);
    char *new = malloc(n); /* one too few */
    char *volatile end = new + n;
    memcpy(new, text, n);
    *end = 0;
    return new;
}

static struct node *add(struct node *list, int i)
{
    char text[64];
    struct node *n = malloc(sizeof *n);
    sprintf(text, "%0*d", 16 + i % 3 * 16, i); /* 16, 32, 48 */
    n->name = copy(text);
    n->value = i / 4.0;
    n->next = list;
    return n;
}

static struct node *drop(struct node *list, int every)
{
    struct node *kept = 0;
    for (int i = 0; list; i++) {
        struct node *next = list->next;
        if (i % every) {
            list->next = kept;
            kept = list;
        } else {
            free(list->name);
            free(list);
        }
        list = next;
    }
    return kept;
}

int main(void)
{
    struct node *list = 0;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 300; i++)
            list = add(list, round * 1000 + i);
        list = drop(list, 2 + round);
        #pragma ckpt
        double sum = 0;
        long length = 0;
        for (struct node *n = list; n; n = n->next) {
            sum += n->value;
            length += (long)strlen(n->name) + atol(n->name);
        }
        printf("%g %ld\n", sum, length);
    }
    drop(list, 1);
    return 0;
}
