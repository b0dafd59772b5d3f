/* lock_attributes.c - states of attributes of threads and of the C library's locks, and attributes of that state. See locks.h; POSIX.1-2017. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "ckpt_abi.h"
#include "objects/locks.h"

/* As in the locks' own states. */
enum { KIND = 3, SHARED = 0x80, COND_SHARED = 1, COND_CLOCK = 2 };

static int shared_of(unsigned long long state) { return state & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE; }

unsigned long long ckptg_mutexattr_state(const void *at)
{
    int type = 0, shared = 0, robust = 0, protocol = 0;
    pthread_mutexattr_gettype(at, &type);
    pthread_mutexattr_getpshared(at, &shared);
    pthread_mutexattr_getrobust(at, &robust);
    pthread_mutexattr_getprotocol(at, &protocol);
    if (robust || protocol || type & ~KIND)
        return ckpti_locks_cannot(at, "is of robust mutexes, or of ones with priorities");
    return (unsigned)type | (shared ? SHARED : 0);
}

void ckptg_mutexattr_state_set(void *at, unsigned long long state)
{
    pthread_mutexattr_init(at);
    pthread_mutexattr_settype(at, (int)(state & KIND));
    pthread_mutexattr_setpshared(at, shared_of(state));
}

unsigned long long ckptg_condattr_state(const void *at)
{
    clockid_t clock = CLOCK_REALTIME;
    int shared = 0;
    pthread_condattr_getclock(at, &clock);
    pthread_condattr_getpshared(at, &shared);
    return (clock == CLOCK_MONOTONIC ? COND_CLOCK : 0) | (shared ? COND_SHARED : 0);
}

void ckptg_condattr_state_set(void *at, unsigned long long state)
{
    pthread_condattr_init(at);
    pthread_condattr_setclock(at, state & COND_CLOCK ? CLOCK_MONOTONIC : CLOCK_REALTIME);
    pthread_condattr_setpshared(at, state & COND_SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE);
}

unsigned long long ckptg_rwlockattr_state(const void *at)
{
    int kind = 0, shared = 0;
    pthread_rwlockattr_getkind_np(at, &kind);
    pthread_rwlockattr_getpshared(at, &shared);
    return (unsigned)(kind & KIND) | (shared ? SHARED : 0);
}

void ckptg_rwlockattr_state_set(void *at, unsigned long long state)
{
    memset(at, 0, sizeof(pthread_rwlockattr_t));
    pthread_rwlockattr_init(at);
    pthread_rwlockattr_setkind_np(at, (int)(state & KIND));
    pthread_rwlockattr_setpshared(at, shared_of(state));
}

unsigned long long ckptg_barrierattr_state(const void *at)
{
    int shared = 0;
    pthread_barrierattr_getpshared(at, &shared);
    return shared ? SHARED : 0;
}

void ckptg_barrierattr_state_set(void *at, unsigned long long state)
{
    pthread_barrierattr_init(at);
    pthread_barrierattr_setpshared(at, shared_of(state));
}

/* Of a thread's attributes: a bit for detached, one for each other choice, then the policy (0 to 15) and its priority. */
enum { DETACHED = 1, OF_PROCESS = 2, EXPLICIT = 4, POLICY = 4, PRIORITY = 8 };

static bool any_processor(const void *at)
{
    cpu_set_t all;
    if (pthread_attr_getaffinity_np(at, sizeof all, &all) != 0)
        return false;
    for (int i = 0; i < CPU_SETSIZE; i++)
        if (!CPU_ISSET(i, &all))
            return false;
    return true;
}

unsigned long long ckptg_attr_state(const void *at)
{
    struct sched_param how = {0};
    int detached = 0, scope = 0, inherit = 0, policy = 0;
    size_t size = 0;
    void *stack = 0;
    pthread_attr_getdetachstate(at, &detached);
    pthread_attr_getscope(at, &scope);
    pthread_attr_getinheritsched(at, &inherit);
    pthread_attr_getschedpolicy(at, &policy);
    pthread_attr_getschedparam(at, &how);
    pthread_attr_getstack(at, &stack, &size);
    if ((uintptr_t)stack + size)
        return ckpti_locks_cannot(at, "has a stack that the program has given it");
    if (!any_processor(at))
        return ckpti_locks_cannot(at, "says on which processors threads run");
    if (policy & ~15 || how.sched_priority & ~255)
        return ckpti_locks_cannot(at, "has a way to be scheduled that is not known");
    return (detached == PTHREAD_CREATE_DETACHED ? DETACHED : 0) | (scope == PTHREAD_SCOPE_PROCESS ? OF_PROCESS : 0) | (inherit == PTHREAD_EXPLICIT_SCHED ? EXPLICIT : 0) |
           (unsigned)policy << POLICY | (unsigned)how.sched_priority << PRIORITY;
}

/* Before the sizes. */
void ckptg_attr_state_set(void *at, unsigned long long state)
{
    struct sched_param how = {.sched_priority = (int)(state >> PRIORITY & 255)};
    memset(at, 0, sizeof(pthread_attr_t));
    pthread_attr_init(at);
    pthread_attr_setdetachstate(at, state & DETACHED ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE);
    pthread_attr_setscope(at, state & OF_PROCESS ? PTHREAD_SCOPE_PROCESS : PTHREAD_SCOPE_SYSTEM);
    pthread_attr_setinheritsched(at, state & EXPLICIT ? PTHREAD_EXPLICIT_SCHED : PTHREAD_INHERIT_SCHED);
    pthread_attr_setschedpolicy(at, (int)(state >> POLICY & 15));
    pthread_attr_setschedparam(at, &how);
}

unsigned long long ckptg_attr_stack(const void *at)
{
    size_t size = 0;
    pthread_attr_getstacksize(at, &size);
    return size;
}

void ckptg_attr_stack_set(void *at, unsigned long long bytes) { pthread_attr_setstacksize(at, (size_t)bytes); }

unsigned long long ckptg_attr_guard(const void *at)
{
    size_t size = 0;
    pthread_attr_getguardsize(at, &size);
    return size;
}

void ckptg_attr_guard_set(void *at, unsigned long long bytes) { pthread_attr_setguardsize(at, (size_t)bytes); }
