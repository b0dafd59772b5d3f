/* queue.c - what is held, and when it goes. See delay.h. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "delay.h"

entry *queue;
int on, attached = -1;
long sends, held;
static uint64_t state;
static int tags_overtake, report, me;
static long overtook;

void *real(void **where, const char *name)
{
    if (!*where && !(*where = dlsym(RTLD_NEXT, name))) {
        fprintf(stderr, "delay: no %s\n", name);
        abort();
    }
    return *where;
}

unsigned random_below(unsigned n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

void setup(void)
{
    const char *seed = getenv("CKPT_DELAY_SEED"), *tags = getenv("CKPT_DELAY_TAGS");

    PMPI_Comm_rank(MPI_COMM_WORLD, &me);
    on = seed && atoi(seed);
    tags_overtake = tags && atoi(tags);
    report = getenv("CKPT_DELAY_REPORT") != NULL;
    state = (uint64_t)(seed ? atoi(seed) : 0) * 0x9E3779B97F4A7C15u + (uint64_t)me * 0xBF58476D1CE4E5B9u;
    random_below(2);
}

void tell(void)
{
    if (on && report)
        fprintf(stderr, "delay: rank %d: %ld sends, %ld held, %ld overtook\n", me, sends, held, overtook);
}

entry *append(enum mode mode, int dest, int tag, MPI_Comm comm)
{
    entry *e = calloc(1, sizeof *e), **at = &queue;

    if (!e)
        abort();
    e->mode = mode;
    e->dest = dest;
    e->tag = tag;
    e->comm = comm;
    e->users = 1;
    e->wire = e->ticket = MPI_REQUEST_NULL;
    while (*at)
        at = &(*at)->next;
    return *at = e;
}

STORE(Isend);
STORE(Issend);
STORE(Start);
STORE(Test);

static int same_envelope(const entry *a, const entry *b)
{
    return a->comm == b->comm && a->dest == b->dest && (!tags_overtake || a->tag == b->tag);
}

void drop(entry *e)
{
    if (--e->users)
        return;
    free(e->copy);
    free(e);
}

void complete_ticket(entry *e)
{
    if (e->ticket_open) {
        e->ticket_open = 0;
        PMPI_Grequest_complete(e->ticket);
    }
}

/* Hand it to the MPI. */
static void post(entry *e)
{
    for (entry *f = queue; f != e; f = f->next)
        if (f->state == HELD) {
            overtook++;
            break;
        }
    e->state = SENDING;
    if (e->mode == START) {
        REAL(Start)(&e->wire);
        e->state = DONE;
    } else if (e->mode == SYNCHRONOUS) {
        REAL(Issend)(e->copy, e->bytes, MPI_PACKED, e->dest, e->tag, e->comm, &e->wire);
    } else {
        REAL(Isend)(e->copy, e->bytes, MPI_PACKED, e->dest, e->tag, e->comm, &e->wire);
    }
}

/* Everything of its envelope up to it. */
void release(entry *last)
{
    for (entry *e = queue; e; e = e->next) {
        if (e->state == HELD && same_envelope(e, last))
            post(e);
        if (e == last)
            return;
    }
}

/* Before the real form of a call that may block, in which nothing would release them. */
void flush(void)
{
    for (entry *e = queue; e; e = e->next)
        if (e->state == HELD)
            post(e);
}

/* Take out what is done. */
void collect(void)
{
    for (entry **at = &queue, *e; (e = *at) != NULL;) {
        int flag = e->state == DONE;

        if (e->state == SENDING) {
            MPI_Status status;

            REAL(Test)(&e->wire, &flag, &status);
            if (flag && e->cancelled)
                PMPI_Test_cancelled(&status, &e->cancelled);
        }
        if (!flag) {
            at = &e->next;
            continue;
        }
        *at = e->next;
        complete_ticket(e);
        drop(e);
    }
}

static void release_some(void)
{
    int n = 0;

    for (entry *e = queue; e; e = e->next)
        n += e->state == HELD;
    while (n && (n > 200 || random_below(3) == 0)) {
        int pick = (int)random_below((unsigned)n), i = 0;
        entry *chosen = queue, *first = queue;

        for (; chosen; chosen = chosen->next)
            if (chosen->state == HELD && i++ == pick)
                break;
        while (first != chosen && !(first->state == HELD && same_envelope(first, chosen)))
            first = first->next;
        post(first);
        n--;
    }
}

/* What each call does first, and a call that waits does over and over. */
void tick(void)
{
    if (!on)
        return;
    release_some();
    collect();
    if (random_below(64) == 0)
        nanosleep(&(struct timespec){ 0, 1000L * (1 + (long)random_below(200)) }, NULL);
}

void rest(void)
{
    tick();
    sched_yield();
}

/* The program asks for these: persistent sends among them must have been started. */
void ask(int n, const MPI_Request *requests)
{
    tick();
    for (entry *e = queue, *next; e; e = next) {
        next = e->next;
        for (int i = 0; e->mode == START && e->state == HELD && i < n; i++)
            if (requests[i] == e->wire)
                release(e);
    }
}
