// Obstacks, siginfo_t, epoll's events in memory that is saved; left out and made again; and where no site finds them. Mutexes, semaphores and their kin are carried.
// REQUIRES: ckptcc
// RUN: %expect %s
#define _GNU_SOURCE
#include <obstack.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static struct obstack names; // expect: ckpt-library-union
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static siginfo_t last; // expect: ckpt-library-union
static sem_t *places;
static struct epoll_event *events;

static struct obstack again;
#pragma ckpt exclude(again)
static void make(void) { obstack_init(&again); }
#pragma ckpt on_restart(make())

static int passing(int n)
{
    struct obstack here;
    obstack_init(&here);
    int *p = obstack_alloc(&here, sizeof *p);
    *p = n;
    n += *p;
    obstack_free(&here, NULL);
    return n;
}

int main(void)
{
    make();
    obstack_init(&names);
    places = malloc(sizeof *places);
    events = malloc(4 * sizeof *events); // expect: ckpt-library-union
    #pragma ckpt
    return pthread_mutex_lock(&lock) + last.si_pid + passing(3) + (obstack_alloc(&names, 1) != NULL) + (obstack_alloc(&again, 1) != NULL) + sem_post(places) + (int)events[1].events;
}
