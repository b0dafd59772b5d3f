// Mutexes and obstacks in memory that is saved; left out and made again; and where no site finds them.
// REQUIRES: ckptcc
// RUN: %expect %s
#include <obstack.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // expect: ckpt-library-union
static struct obstack names; // expect: ckpt-library-union
static sem_t *places;

static pthread_mutex_t again;
#pragma ckpt exclude(again)
static void make(void) { pthread_mutex_init(&again, NULL); }
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
    places = malloc(sizeof *places); // expect: ckpt-library-union
    #pragma ckpt
    return pthread_mutex_lock(&lock) + pthread_mutex_lock(&again) + passing(3) + (obstack_alloc(&names, 1) != NULL) + sem_post(places);
}
