// Mutexes, condition variables, read-write locks, barriers, semaphores and attributes: in variables of all kinds, in structures, in heap blocks; free, held (once, and more often, by the thread
// at the site), destroyed; used by threads between the sites. They are what they were, on every machine, under the sites' thread.
// C-SUPPORT: State | mutexes, condition variables, read-write locks, barriers, semaphores, their attributes and those of threads | POSIX | supported | free, or held by the thread at the site; robust ones and those with priorities end the checkpoint
// C-SUPPORT: State | mtx_t, cnd_t, once_flag | 7.26 | supported | as mutexes and condition variables of POSIX
// (Without threads on emulated machines: qemu makes none for i386, and keeps those that have ended for a while.)
// REQUIRES: ckptcc, i386, s390x
// RUN: %restart %s --only x86_64 --visits 4 && %restart %s --flags=-DALONE --visits 3
// RUN: %ckptcc %s -o %t && for what in robust left waiting stack; do rm -rf %t.d; env CKPT_DIR=%t.d CKPT_AT=2 %t $what > %t.1 2> %t.$what && test -z "$(ls %t.d | grep img)" || exit 1; done
// RUN: cat %t.robust %t.left && %FileCheck --check-prefix=ROBUST %s < %t.robust && %FileCheck --check-prefix=LEFT %s < %t.left && %FileCheck --check-prefix=WAITING %s < %t.waiting
// RUN: %FileCheck --check-prefix=STACK %s < %t.stack
// STACK: checkpoint at visit 2 failed, the program goes on: {{.*}}given has a stack that the program has given it
// ROBUST: checkpoint at visit 2 failed, the program goes on: {{.*}}workers[1].lock is a robust mutex, or one with priorities
// LEFT: checkpoint at visit 2 failed, the program goes on: {{.*}}odd is locked by a thread that has ended
// WAITING: checkpoint at visit 2 failed, the program goes on: {{.*}}more[2].turn is waited for by a thread that has ended
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

enum { WORKERS = 3 };
struct worker { char name[5]; pthread_mutex_t lock; double sum; pthread_cond_t turn; struct { short n; sem_t places; } in[2]; pthread_mutex_t *others; };

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER, odd = PTHREAD_MUTEX_INITIALIZER, many = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t held[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP }, gone;
static pthread_rwlock_t book = PTHREAD_RWLOCK_INITIALIZER, page = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static pthread_cond_t clocked;
static pthread_barrier_t meet;
static pthread_attr_t given;
static mtx_t again;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static pthread_once_t first = PTHREAD_ONCE_INIT;
static struct worker workers[WORKERS], *more;
static long total;
static int begun;
static _Alignas(65536) char stack[65536 * 4];
pthread_mutex_t *const constant = &plain;
static void *any = &workers[1].lock;

static void begin(void) { begun += 1; }
static void begin_too(void) { begun += 10; }

static void *work(void *argument)
{
    struct worker *w = argument;

    call_once(&once, begin);
    pthread_once(&first, begin_too);
    pthread_mutex_lock(&w->lock);
    w->sum += 0.5;
    pthread_cond_broadcast(&w->turn);
    pthread_mutex_unlock(&w->lock);
    pthread_mutex_lock(&plain);
    total++;
    pthread_mutex_unlock(&plain);
    sem_post(&w->in[1].places);
    pthread_rwlock_rdlock(&page);
    pthread_rwlock_unlock(&page);
    pthread_barrier_wait(&meet);
    return NULL;
}

static void *leave(void *argument) { pthread_mutex_lock(argument); return NULL; }

static void init(struct worker *w, int n)
{
    pthread_condattr_t how;

    pthread_mutex_init(&w->lock, NULL);
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(&w->turn, &how);
    sem_init(&w->in[0].places, 0, 0);
    sem_init(&w->in[1].places, 0, 1000000 + n);
    w->others = n ? &w[-1].lock : NULL;
}

/* What may be done with it. */
static const char *kind(pthread_mutex_t *m)
{
    static char text[40];
    int other = pthread_mutex_trylock(m);

    if (!other)
        pthread_mutex_unlock(m);
    snprintf(text, sizeof text, "%s", other == 0 ? "free" : other == EBUSY ? "busy" : "?");
    return text;
}

static void run(struct worker *w)
{
    pthread_t t;
    double before = w->sum;

#ifdef ALONE
    (void)t;
    work(w);
#else
    pthread_create(&t, &given, work, w);
#endif
    pthread_mutex_lock(&w->lock);
    while (w->sum == before)
        pthread_cond_wait(&w->turn, &w->lock);
    w->sum += 0.5;
    pthread_mutex_unlock(&w->lock);
#ifndef ALONE
    pthread_barrier_wait(&meet);
    pthread_join(t, NULL);
#endif
}

/* What threads and locks are made with. */
static void tell(const pthread_attr_t *a, const pthread_mutexattr_t *m, const pthread_condattr_t *c, const pthread_rwlockattr_t *r, const pthread_barrierattr_t *b)
{
    int detached, explicit, type, shared[3], prefers;
    size_t stack, guard;
    clockid_t clock;

    pthread_attr_getdetachstate(a, &detached), pthread_attr_getinheritsched(a, &explicit), pthread_attr_getstacksize(a, &stack), pthread_attr_getguardsize(a, &guard);
    pthread_mutexattr_gettype(m, &type), pthread_mutexattr_getpshared(m, &shared[0]);
    pthread_condattr_getclock(c, &clock), pthread_condattr_getpshared(c, &shared[1]);
    pthread_rwlockattr_getkind_np(r, &prefers);
    pthread_barrierattr_getpshared(b, &shared[2]);
    printf("  %d %d %zu %zu, %d %d, %d %d, %d, %d\n", detached, explicit, stack, guard, type, shared[0], clock == CLOCK_MONOTONIC, shared[1], prefers, shared[2]);
}

static int waits_until(pthread_cond_t *c, clockid_t clock, pthread_mutex_t *m)
{
    struct timespec now;
    int e;

    clock_gettime(clock, &now);
    now.tv_sec -= 1;
    pthread_mutex_lock(m);
    e = pthread_cond_timedwait(c, m, &now);
    pthread_mutex_unlock(m);
    return e;
}

static int values(void)
{
    int sum = 0, v;

    for (int i = 0; i < WORKERS; i++) {
        sem_getvalue(&workers[i].in[1].places, &v);
        sum += v;
        sem_getvalue(&more[i].in[1].places, &v);
        sum += v;
    }
    return sum;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_t local;
    pthread_condattr_t how;
    pthread_attr_t unused;
    pthread_mutexattr_t kinds;
    pthread_rwlockattr_t prefers;
    pthread_barrierattr_t all;

#ifdef ALONE
    pthread_barrier_init(&meet, NULL, 1);
#else
    pthread_barrier_init(&meet, NULL, 2);
#endif
    pthread_attr_init(&given);
    pthread_attr_setstacksize(&given, 400000);
    pthread_attr_init(&unused);
    pthread_attr_setdetachstate(&unused, PTHREAD_CREATE_DETACHED);
    pthread_attr_setinheritsched(&unused, PTHREAD_EXPLICIT_SCHED);
    pthread_attr_setguardsize(&unused, 40000);
    pthread_attr_setstacksize(&unused, 1234567);
    pthread_mutexattr_init(&kinds);
    pthread_mutexattr_settype(&kinds, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutexattr_setpshared(&kinds, PTHREAD_PROCESS_SHARED);
    pthread_rwlockattr_init(&prefers);
    pthread_rwlockattr_setkind_np(&prefers, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_barrierattr_init(&all);
    pthread_barrierattr_setpshared(&all, PTHREAD_PROCESS_SHARED);
    more = malloc(WORKERS * sizeof *more);
    memset(more, 0, WORKERS * sizeof *more);
    for (int i = 0; i < WORKERS; i++)
        init(workers + i, i), init(more + i, i);
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_cond_init(&clocked, &how);
    mtx_init(&again, mtx_plain | mtx_recursive);
    cnd_init(&changed);
    pthread_mutex_init(&local, NULL);
    pthread_mutex_init(&gone, NULL);
    pthread_mutex_lock(&held[0]);
    pthread_mutex_lock(&held[1]);
    pthread_mutex_lock(&many), pthread_mutex_lock(&many), pthread_mutex_lock(&many);
    pthread_rwlock_wrlock(&book);
    mtx_lock(&again), mtx_lock(&again);
    pthread_mutex_destroy(&gone);
    for (int i = 0; i < 6; i++) {
        if (i == 1 && !strcmp(what, "robust")) {
            pthread_mutexattr_t robust;
            pthread_mutexattr_init(&robust);
            pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
            pthread_mutex_init(&workers[1].lock, &robust);
        }
        if (i == 1 && !strcmp(what, "left")) {
            pthread_t t;
            pthread_create(&t, NULL, leave, &odd);
            pthread_join(t, NULL);
        }
        if (i == 1 && !strcmp(what, "stack"))
            pthread_attr_setstack(&given, stack, sizeof stack);
        if (i == 1 && !strcmp(what, "waiting"))
            more[2].turn.__data.__wrefs = 8;
        run(workers + i % WORKERS), run(more + i % WORKERS);
        if (i == 2)
            pthread_rwlock_unlock(&book), pthread_rwlock_rdlock(&book), pthread_rwlock_rdlock(&book);
        if (i == 4)
            pthread_rwlock_unlock(&book), pthread_rwlock_unlock(&book);
        pthread_mutex_lock(&local);
        #pragma ckpt
        pthread_mutex_unlock(&local);
        printf("%d: %ld, %g %g, begun %d, %d", i, total, workers[i % WORKERS].sum, more[i % WORKERS].sum, begun, values());
        printf(", plain %s", kind(&plain));
        printf(", own %s, local %s", kind(&own), kind(&local));
        printf(", held %s", kind(&held[0]));
        printf(" %d", pthread_mutex_lock(&held[1]) == EDEADLK);
        printf(", many %d", pthread_mutex_lock(&many));
        printf(" %d", pthread_mutex_unlock(&many));
        printf(", book %d", pthread_rwlock_trywrlock(&book) == 0 ? pthread_rwlock_unlock(&book) : -1);
        printf(" %d", pthread_rwlock_tryrdlock(&book) == 0 ? pthread_rwlock_unlock(&book) : -1);
        printf(", waits %d", waits_until(&clocked, CLOCK_MONOTONIC, &plain) == ETIMEDOUT);
        printf(" %d", waits_until(&more[1].turn, CLOCK_MONOTONIC, &own) == ETIMEDOUT);
        printf(", others %d %d %d\n", more[1].others == &more[0].lock, any == &workers[1].lock, constant == &plain);
        tell(&unused, &kinds, &how, &prefers, &all);
    }
    printf("%d", pthread_mutex_unlock(&held[0]));
    printf(" %d", pthread_mutex_unlock(&held[1]));
    printf(" %d", pthread_mutex_unlock(&held[1]) == EPERM);
    for (int i = 0; i < 4; i++)
        printf(" %d", pthread_mutex_unlock(&many) == (i < 3 ? 0 : EPERM));
    for (int i = 0; i < 3; i++)
        printf(" %d", mtx_unlock(&again) == (i < 2 ? thrd_success : thrd_error));
    printf(" %d %s\n", pthread_mutex_lock(&gone) == EINVAL, kind(&held[0]));
    cnd_destroy(&changed);
    return 0;
}
