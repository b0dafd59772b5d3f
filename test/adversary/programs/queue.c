// An event simulation: a heap of events in a growing array, a ring of waiting customers with head and tail pointers, statistics through
// pointers to members, a linear congruential generator in 32 bits, a table of handlers by enumeration. ADV: args=40
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum what { ARRIVE, SERVE, LEAVE, KINDS };
struct event { uint32_t when; enum what what : 3; unsigned seat : 5; struct customer *who; };
struct customer { int id; uint32_t came; struct customer **spot; unsigned short visits[KINDS]; };
struct ring { struct customer *slots[8], **head, **tail; };
struct stats { uint32_t total, most; double mean; struct { int served, lost; } counts; };
static struct { struct event *items; unsigned n, room; } heap;
static struct ring ring = { .head = ring.slots, .tail = ring.slots };
static struct stats stats;
static int *const watched[] = { &stats.counts.served, &stats.counts.lost };
static uint32_t now, seed = 12345;

static uint32_t draw(uint32_t below) { return (seed = seed * 1664525u + 1013904223u) / (UINT32_MAX / below + 1); }
static void schedule(struct event e)
{
    if (heap.n == heap.room) {
        heap.room = heap.room ? heap.room * 2 : 2;
        heap.items = realloc(heap.items, heap.room * sizeof *heap.items);
    }
    unsigned i = heap.n++;
    for (; i && heap.items[(i - 1) / 2].when > e.when; i = (i - 1) / 2)
        heap.items[i] = heap.items[(i - 1) / 2];
    heap.items[i] = e;
}
static struct event next(void)
{
    struct event top = heap.items[0], last = heap.items[--heap.n];
    unsigned i = 0, c;
#pragma ckpt if (heap.n % 3 == 0)
    while ((c = 2 * i + 1) < heap.n) {
        if (c + 1 < heap.n && heap.items[c + 1].when < heap.items[c].when)
            c++;
        if (last.when <= heap.items[c].when)
            break;
        heap.items[i] = heap.items[c], i = c;
    }
    heap.items[i] = last;
    return top;
}
static struct customer **after(struct customer **p) { return ++p == ring.slots + 8 ? ring.slots : p; }
static int arrive(struct event *e)
{
    if (after(ring.tail) == ring.head) {
        free(e->who);
        return ++stats.counts.lost;
    }
    *(e->who->spot = ring.tail) = e->who;
    ring.tail = after(ring.tail);
    schedule((struct event){ now + 1 + draw(5), SERVE, 1 + draw(20), NULL });
    return 0;
}
static int leave(struct event *e)
{
    uint32_t spent = now - e->who->came;
    stats.total += spent;
#pragma ckpt name(leave)
    stats.most = spent > stats.most ? spent : stats.most;
    int id = e->who->id;
    free(e->who);
    return id;
}
static int serve(struct event *e)
{
    struct customer *c = *ring.head;
    if (ring.head == ring.tail)
        return -1;
    ring.head = after(ring.head);
    c->visits[SERVE] += e->seat;
    schedule((struct event){ .when = now + draw(9), .what = LEAVE, .who = c });
    return ++*watched[0];
}
static int (*const handlers[KINDS])(struct event *) = { arrive, serve, leave };

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    for (int i = 0; i < n; i++) {
        struct customer *c = calloc(1, sizeof *c);
        c->id = i, c->came = draw(60);
        schedule((struct event){ c->came, ARRIVE, 0, c });
    }
    for (struct event e; heap.n && (e = next(), 1);) {
        now = e.when;
        int got = handlers[e.what](&e);
        printf("%u %d %d\n", now, e.what, got);
    }
    stats.mean = (double)stats.total / stats.counts.served;
    #pragma ckpt
    printf("%d %d %u %.3f\n", *watched[0], *watched[1], stats.most, stats.mean);
    return 0;
}
