/* locks.c - states of the C library's locks, and locks of that state. See locks.h; POSIX.1-2017, C11 7.26. */
#include "objects/locks.h"
#include <pthread.h>
#include <stdbool.h>
#include <semaphore.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>
#include "ckpt_abi.h"

/* A state: what the lock is in the low byte, and from bit 8 on how often it is held. */
enum { KIND = 3, SHARED = 0x80, DESTROYED = 0x7f, HELD = 8 };
enum { MOST = 0xffffff, WRITING = MOST };             /* times; WRITING: held to write */
/* Of glibc's members, whose numbers are part of its binary interface (PTHREAD_MUTEX_INITIALIZER, ..._NP). */
enum { MUTEX_ODD = 16 | 32 | 64, READERS = 3, WRITER = 2 };
enum { COND_SHARED = 1, COND_CLOCK = 2, COND_WAITERS = 3 };

static pid_t program;
static const void *bad;
static const char *bad_why;

void ckpti_locks_at_site(void) { program = gettid(); }

void ckpti_locks_begin(void) { bad = 0; }

const void *ckpti_locks_bad(const char **why)
{
    *why = bad_why;
    return bad;
}

unsigned long long ckpti_locks_cannot(const void *lock, const char *why)
{
    if (!bad) {
        bad = lock;
        bad_why = why;
    }
    return UINT32_MAX;
}

/* At a restart this thread is the program's. */
static bool is_ours(int owner) { return owner && (owner == program || owner == gettid()); }

unsigned long long ckptg_mutex_state(const void *mutex)
{
    const struct __pthread_mutex_s *m = &((const pthread_mutex_t *)mutex)->__data;
    unsigned long long times = (m->__kind & KIND) == PTHREAD_MUTEX_RECURSIVE ? m->__count : 1;
    if (m->__kind == -1)
        return DESTROYED;
    if (m->__kind & MUTEX_ODD)
        return ckpti_locks_cannot(mutex, "is a robust mutex, or one with priorities");
    if (m->__kind & ~0x3ff)
        return ckpti_locks_cannot(mutex, "is no mutex that was initialised");
    if (m->__lock && !is_ours(m->__owner))
        return ckpti_locks_cannot(mutex, "is locked by a thread that has ended");
    if (times > MOST)
        return ckpti_locks_cannot(mutex, "is locked too many times");
    return (unsigned)(m->__kind & (KIND | SHARED)) | (m->__lock ? times << HELD : 0);
}

void ckptg_mutex_state_set(void *mutex, unsigned long long state)
{
    bool destroyed = (state & 0xff) == DESTROYED;
    int kind = destroyed ? 0 : (int)(state & KIND);
    unsigned long long times = destroyed ? 0 : kind != PTHREAD_MUTEX_RECURSIVE ? state >> HELD != 0 : state >> HELD & MOST;
    pthread_mutexattr_t how;
    memset(mutex, 0, sizeof(pthread_mutex_t));
    pthread_mutexattr_init(&how);
    pthread_mutexattr_settype(&how, kind);
    pthread_mutexattr_setpshared(&how, !destroyed && state & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
    pthread_mutex_init(mutex, &how);
    pthread_mutexattr_destroy(&how);
    for (; times; times--)
        pthread_mutex_lock(mutex);
    if (destroyed)
        pthread_mutex_destroy(mutex);
}

/* What else it has in it counts who has waited: nobody waits now. */
unsigned long long ckptg_cond_state(const void *cond)
{
    const struct __pthread_cond_s *c = &((const pthread_cond_t *)cond)->__data;
    return c->__wrefs >> COND_WAITERS ? ckpti_locks_cannot(cond, "is waited for by a thread that has ended, or no condition variable that was initialised") : c->__wrefs & (COND_SHARED | COND_CLOCK);
}

void ckptg_cond_state_set(void *cond, unsigned long long state)
{
    pthread_condattr_t how;
    memset(cond, 0, sizeof(pthread_cond_t));
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, state & COND_CLOCK ? CLOCK_MONOTONIC : CLOCK_REALTIME);
    pthread_condattr_setpshared(&how, state & COND_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
    pthread_cond_init(cond, &how);
    pthread_condattr_destroy(&how);
}

/* Who reads is not known, only how many do: this thread, for there is no other. */
unsigned long long ckptg_rwlock_state(const void *lock)
{
    const struct __pthread_rwlock_arch_t *l = &((const pthread_rwlock_t *)lock)->__data;
    unsigned long long kind = l->__flags | (l->__shared ? SHARED : 0), held = l->__readers & WRITER ? WRITING : l->__readers >> READERS;
    if (l->__flags > KIND || (held != WRITING && held > MOST - 1))
        return ckpti_locks_cannot(lock, "is no lock that was initialised");
    if (held == WRITING && !is_ours(l->__cur_writer))
        return ckpti_locks_cannot(lock, "is locked by a thread that has ended");
    return kind | held << HELD;
}

void ckptg_rwlock_state_set(void *lock, unsigned long long state)
{
    unsigned long long held = state >> HELD & MOST;
    pthread_rwlockattr_t how;
    memset(lock, 0, sizeof(pthread_rwlock_t));
    pthread_rwlockattr_init(&how);
    pthread_rwlockattr_setkind_np(&how, (int)(state & KIND));
    pthread_rwlockattr_setpshared(&how, state & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
    pthread_rwlock_init(lock, &how);
    pthread_rwlockattr_destroy(&how);
    if (held == WRITING)
        pthread_rwlock_wrlock(lock);
    else
        for (; held; held--)
            pthread_rwlock_rdlock(lock);
}

unsigned long long ckptg_semaphore_state(const void *semaphore)
{
    int value;
    return sem_getvalue((sem_t *)(uintptr_t)semaphore, &value) || value < 0 ? ckpti_locks_cannot(semaphore, "is no semaphore that was initialised") : (unsigned)value;
}

void ckptg_semaphore_state_set(void *semaphore, unsigned long long state)
{
    memset(semaphore, 0, sizeof(sem_t));
    (void)sem_init(semaphore, 0, (unsigned)state);
}

/* What glibc has in a barrier since 2.25, its headers do not tell: how many have come in, at which the last round was complete, of how many, shared or not, how many have left. */
enum { IN, COMPLETE, COUNT, IS_SHARED, OUT, WORDS };

static bool barriers_are_so(void)
{
    pthread_barrier_t one;
    unsigned words[WORDS], sum;
    memset(&one, 0, sizeof one);
    if (sizeof one < sizeof words || pthread_barrier_init(&one, 0, 12345) != 0)
        return false;
    memcpy(words, &one, sizeof words);
    sum = words[IN] | words[COMPLETE] | words[IS_SHARED] | words[OUT];
    return words[COUNT] == 12345 && !sum;
}

unsigned long long ckptg_barrier_state(const void *barrier)
{
    unsigned words[WORDS];
    memcpy(words, barrier, sizeof words);
    if (!barriers_are_so())
        return ckpti_locks_cannot(barrier, "is a barrier, and this C library's are not known");
    if (words[IS_SHARED])
        return ckpti_locks_cannot(barrier, "is a barrier that is shared between processes");
    if (words[IN] != words[COMPLETE])
        return ckpti_locks_cannot(barrier, "is a barrier at which a thread waits that has ended");
    return words[COUNT];
}

void ckptg_barrier_state_set(void *barrier, unsigned long long state)
{
    memset(barrier, 0, sizeof(pthread_barrier_t));
    if (state)
        pthread_barrier_init(barrier, 0, (unsigned)state);
}
