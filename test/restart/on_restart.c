// #pragma ckpt on_restart: tables keyed by addresses are hashed anew, outside functions for the global one, on the site's line for a local one, also
// under another layout. In a run that is not restarted nothing is called; sites in what is called are not visited; errno stays the program's.
// C-SUPPORT: State | tables keyed by addresses, by `#pragma ckpt on_restart(call)` | - | supported |
// REQUIRES: ckptcc
// RUN: %restart %s
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 64, KEYS = 20 };

struct entry { const void *key; int value; };
struct table { struct entry slots[SLOTS]; int hashed; };

static struct table *global;
static int keys[KEYS];
static int in_hook;

static unsigned slot_of(const struct table *t, const void *key)
{
    unsigned at = (unsigned)((uintptr_t)key / sizeof(int)) * 2654435761u % SLOTS;

    while (t->slots[at].key && t->slots[at].key != key)
        at = (at + 1) % SLOTS;
    return at;
}

static void put(struct table *t, const void *key, int value) { t->slots[slot_of(t, key)] = (struct entry){ key, value }; }

static void rehash(struct table *t)
{
    struct table old = *t;

    in_hook++;
    for (int i = 0; i < SLOTS; i++)
        t->slots[i] = (struct entry){ 0, 0 };
    for (int i = 0; i < SLOTS; i++) {
        #pragma ckpt name(hashing)
        if (old.slots[i].key)
            put(t, old.slots[i].key, old.slots[i].value);
    }
    in_hook--;
    errno = 99;
}

static int plain_sum;      /* of a hook that calls nothing */

#define GLOBAL_TABLE global
#pragma ckpt on_restart(GLOBAL_TABLE ? rehash(GLOBAL_TABLE) : (void)0)

static unsigned sum(const struct table *t, const int *from, int count)
{
    unsigned all = 0;

    for (int i = 0; i < count; i++) {
        struct entry e = t->slots[slot_of(t, &from[i])];
        if (e.key != &from[i])
            printf("key %d is not found\n", i);
        all = all * 31 + (unsigned)e.value;
    }
    return all;
}

int main(void)
{
    struct table *local = calloc(1, sizeof *local);
    int *more = malloc(KEYS * sizeof *more), rounds = 0;

    global = calloc(1, sizeof *global);
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < KEYS; i++) {
            put(global, &keys[i], round * i);
            put(local, &more[i], round + i);
        }
        errno = round;
        #pragma ckpt name(round) if(round % 2 == 0) on_restart(rehash(local), rounds += in_hook)
        printf("%d: %u %u, errno %d, %d\n", round, sum(global, keys, KEYS), sum(local, more, KEYS), errno, rounds);
        #pragma ckpt name(last) if(round == 5) on_restart(plain_sum += round)
    }
    free(global);
    free(local);
    free(more);
    return 0;
}
