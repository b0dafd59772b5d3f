/* lists.c - blocks that come and go by lists of the program's own, a list for each size; what a block holds begins with a number.
 * usage: lists [rounds] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096, SIZES = 8, STEP = 32 };

struct item { double weight; struct item *next; int values[6]; };
struct text { int length; char letters[60]; };

static void *given_back[SIZES];
static struct item *lists[SLOTS];
static struct text *texts[SLOTS];
static unsigned state = 1;

static unsigned next(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

static void *get(size_t size)
{
    void **list = &given_back[(size - 1) / STEP], *block = *list;
    if (!block)
        return malloc(((size - 1) / STEP + 1) * STEP);
    *list = *(void **)block;
    return block;
}

static void put(void *block, size_t size)
{
    void **list = &given_back[(size - 1) / STEP];
    *(void **)block = *list;
    *list = block;
}

static struct item *make(struct item *list)
{
    struct item *item = get(sizeof *item);
    item->weight = next(100) / 4.0;
    item->next = list;
    for (int i = 0; i < 6; i++)
        item->values[i] = (int)next(1000) + i;
    return item;
}

static long drop(struct item *list)
{
    long sum = 0;

    while (list) {
        struct item *next = list->next;
        sum += list->values[3] + (long)list->weight;
        put(list, sizeof *list);
        list = next;
    }
    return sum;
}

static long replace(struct text **at)
{
    long sum = 0;

    if (*at) {
        sum = (*at)->letters[(*at)->length - 1];
        put(*at, sizeof **at);
    }
    *at = get(sizeof **at);
    (*at)->length = 4 + (int)next(50);
    memset((*at)->letters, 'a' + (*at)->length % 26, (size_t)(*at)->length);
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 200000;
    long sum = 0;

    for (int i = 0; i < rounds; i++) {
        unsigned slot = next(SLOTS);
        #pragma ckpt
        if (next(5) == 0) {
            sum += drop(lists[slot]);
            lists[slot] = NULL;
        } else {
            lists[slot] = make(lists[slot]);
        }
        sum += replace(&texts[slot]);
    }
    for (int i = 0; i < SLOTS; i++)
        sum += drop(lists[i]);
    printf("%ld\n", sum);
    return 0;
}
