// Threads put elements of an array on lists of what was given back, the one between the two assignments of the other, and have ended at the site: each list is known, though its element is alone on it and its
// link is null.
// REQUIRES: ckptcc
// RUN: %ckptcc -w %s -o %t -pthread
// RUN: for left in 1 2; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=1,2 %t $left > %t.1 2> %t.err && %t $left | cmp - %t.1 && test $(ls %t.d/*.img | wc -l) = 1 && grep "parts of nodes (.*given_back_threads.c:[0-9]*) are on a list of what was given back" %t.err || \
// RUN:   { echo $left; cat %t.err; exit 1; }; env CKPT_DIR=%t.d CKPT_RESTART=latest %t $left > %t.2 && tail -1 %t.1 | cmp - %t.2 || exit 1; done
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

struct node { double value; int count; };
struct link { struct link *next; };
struct pool { struct link *first; int waits; };
static struct pool pools[2] = {{.waits = 1}, {0}};
static struct node nodes[2];
static int turn;

static void turn_is(int now) { __atomic_store_n(&turn, now, __ATOMIC_RELEASE); }

static void wait_for(int now)
{
    while (__atomic_load_n(&turn, __ATOMIC_ACQUIRE) != now)
        sched_yield();
}

static void give(struct pool *pool, void *memory)
{
    struct link *l = memory;
    l->next = pool->first;
    if (pool->waits) {
        turn_is(1);
        wait_for(2);
    }
    pool->first = l;
}

static struct node *take(struct pool *pool)
{
    struct link *l = pool->first;
    pool->first = l->next;
    return (struct node *)l;
}

static void *first(void *unused)
{
    (void)unused;
    give(&pools[0], &nodes[0]);
    return 0;
}

static void *second(void *unused)
{
    (void)unused;
    wait_for(1);
    give(&pools[1], &nodes[1]);
    turn_is(2);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread[2];
    int left = argc > 1 ? atoi(argv[1]) - 1 : 0;
    if (pthread_create(&thread[0], 0, first, 0) || pthread_create(&thread[1], 0, second, 0) || pthread_join(thread[0], 0) || pthread_join(thread[1], 0))
        return 1;
    *take(&pools[!left]) = (struct node){0.5, 7};
    #pragma ckpt
    printf("first\n");
    *take(&pools[left]) = (struct node){1.5, 8};
    #pragma ckpt
    printf("%g %d %g %d\n", nodes[0].value, nodes[0].count, nodes[1].value, nodes[1].count);
    return 0;
}
