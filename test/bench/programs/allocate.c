/* allocate.c - an allocation-heavy program: lists, strings and tables that come and go, in sizes as real programs have them.
 * usage: allocate [rounds] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096 };

struct item { struct item *next; char *name; int values[6]; };

static struct item *lists[SLOTS];
static unsigned state = 1;

static unsigned next(unsigned below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

static struct item *make(struct item *list)
{
    struct item *item = malloc(sizeof *item);
    unsigned length = 4 + next(60);

    item->next = list;
    item->name = malloc(length + 1);
    memset(item->name, 'a' + length % 26, length);
    item->name[length] = '\0';
    for (int i = 0; i < 6; i++)
        item->values[i] = (int)length + i;
    return item;
}

static long drop(struct item *list)
{
    long sum = 0;

    while (list) {
        struct item *next = list->next;
        sum += list->values[3] + list->name[0];
        free(list->name);
        free(list);
        list = next;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 200000;
    long sum = 0;
    int *grown = NULL;
    size_t room = 0;

    for (int i = 0; i < rounds; i++) {
        unsigned slot = next(SLOTS);
        #pragma ckpt
        if (next(5) == 0) {
            sum += drop(lists[slot]);
            lists[slot] = NULL;
        } else {
            lists[slot] = make(lists[slot]);
        }
        if (i % 64 == 0) {
            grown = realloc(grown, (room = room % 3000 + 37) * sizeof *grown);
            grown[room - 1] = i;
            double *scratch = calloc(next(400) + 1, sizeof *scratch);
            sum += (long)scratch[0] + grown[room - 1];
            free(scratch);
        }
    }
    for (int i = 0; i < SLOTS; i++)
        sum += drop(lists[i]);
    free(grown);
    printf("%ld\n", sum);
    return 0;
}
