// #pragma ckpt type(list, struct list[1]): one structure whose last member, an array of one element by its declaration, goes on in the rest of the block,
// whose size is that of several structures by chance. It stays so when it is reallocated, and in images of images.
// REQUIRES: ckptcc, s390x, i386
// RUN: %restart %s --visits 3
#include <stdio.h>
#include <stdlib.h>

struct item {
    const char *name;
    long weight;
    struct item *next;
};

struct list {
    long n, room;
    struct item *best;
    struct item a[1];
};

static void *resize(void *old, size_t bytes) { return realloc(old, bytes); }

static struct list *with_room(struct list *old, long room)
{
    struct list *l = resize(old, sizeof(struct list) + (room - 1) * sizeof(struct item));

    #pragma ckpt type(l, struct list[1])
    l->room = room;
    return l;
}

int main(void)
{
    static const char *const names[] = { "zero", "one", "two", "three", "four", "five", "six", "seven", "eight" };
    struct list *l = with_room(NULL, 3);

    l->n = 0;
    for (int i = 0; i < 9; i++) {
        if (l->n == l->room) {
            l = with_room(l, l->room + 2);
            for (long k = 0; k < l->n; k++)
                l->a[k].next = k ? &l->a[k - 1] : NULL;
        }
        l->a[l->n] = (struct item){ names[i], i * i - 20, l->n ? &l->a[l->n - 1] : NULL };
        l->best = &l->a[l->n++];
        if (i % 3 == 2) {
            #pragma ckpt
            for (struct item *p = l->best; p; p = p->next)
                printf("%s:%ld ", p->name, p->weight);
            printf("of %ld\n", l->room);
        }
    }
    return 0;
}
