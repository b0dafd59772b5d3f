// Dead pointers must not stop a checkpoint: freed, uninitialised, into ended scopes, into recycled blocks, in unused array slots.
// REQUIRES: ckptcc
// RUN: %restart %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key; struct node *next; char *name; };
struct cache { struct node *slots[8]; int used; };

static struct cache cache;
static char *last_name;

static int *escape(void)
{
    int gone = 5, *p = &gone;
    return p + (gone - 5);
}

static struct cache *make_cache(void)
{
    struct cache *c = malloc(sizeof *c);          /* slots are not set */
    memset(c, 0xa5, sizeof *c);
    c->used = 0;
    return c;
}

static void add(struct cache *c, int key)
{
    struct node *n = malloc(sizeof *n);
    n->key = key;                                 /* name and next are not set */
    c->slots[c->used++] = n;
}

int main(void)
{
    struct node *freed = malloc(sizeof *freed), *also = freed, *kept = malloc(sizeof *kept);
    int *ended = escape(), *uninitialised;
    char *buffer = strdup("a buffer that moves"), *stale = buffer + 8;
    struct cache *c = make_cache();

    freed->key = 1;
    kept->key = 2;
    kept->next = freed;
    free(freed);
    last_name = strdup("freed name");
    free(last_name);
    #pragma ckpt
    for (int i = 0; i < 5; i++) {
        add(i % 2 ? c : &cache, i);
        struct node *again = malloc(sizeof *again);       /* a recycled block, perhaps freed's */
        again->key = 100 + i;
        again->next = kept;
        #pragma ckpt
        printf("%d %d\n", again->key, again->next->key);
        free(again);
    }
    buffer = realloc(buffer, 100000);
    for (int i = 0; i < 2; i++) {
        int *pointer_to_block;
        {
            int in_block = i;
            pointer_to_block = &in_block;
            *pointer_to_block += 1;
        }
        #pragma ckpt
        printf("%s %d\n", buffer, c->used + cache.used);
    }
    int sum = 0;
    for (int i = 0; i < c->used; i++)
        sum += c->slots[i]->key;
    for (int i = 0; i < cache.used; i++)
        sum += cache.slots[i]->key * 10;
    printf("%d\n", sum);
    (void)also, (void)ended, (void)uninitialised, (void)stale;
    return 0;
}
