/* heap_lock.c - see heap_lock.h. Biased locking with revocation by a barrier of the kernel's: Dice, Huang and Yang, "Asymmetric Dekker
 * Synchronization" (2001). */
#include "objects/heap_lock.h"
#include <errno.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sched.h>
#include <sys/single_threaded.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Thread_local bool ckpti_heap_is_owner;
unsigned ckpti_heap_depth;
bool ckpti_heap_shared = true;                 /* until it is somebody's */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
/* With the lock held: how often the owner has taken it since another thread has, and how often that must be for it to be the owner's again. */
enum { PATIENT = 1 << 8, MOST_PATIENT = 1 << 20, YIELDS = 100 };
static unsigned calm, patience = PATIENT;

static bool membarrier(int command)
{
    int error = errno;
    bool done = syscall(SYS_membarrier, command, 0) == 0;

    errno = error;
    return done;
}

/* malloc and free leave errno alone. */
static void wait_ns(long ns)
{
    struct timespec left = { .tv_nsec = ns };
    int error = errno;

    while (nanosleep(&left, &left) < 0 && errno == EINTR)
        ;
    errno = error;
}

static void be_owner(void)
{
    if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED)) {
        ckpti_heap_is_owner = true;
        ckpti_heap_shared = false;
    }
}

static void __attribute__((constructor)) start(void)
{
    if (__libc_single_threaded)
        be_owner();
}

/* The barrier was promised when it was registered; should it be forbidden since, what the owner has written is seen long before this wait is over. */
static void take_away(void)
{
    if (patience < MOST_PATIENT)
        patience *= 2;
    __atomic_store_n(&ckpti_heap_shared, true, __ATOMIC_SEQ_CST);
    if (!membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
        wait_ns(10000000);
    for (unsigned n = 0; __atomic_load_n(&ckpti_heap_depth, __ATOMIC_ACQUIRE); n++)
        if (n < YIELDS)
            sched_yield();
        else                           /* the owner may be of lower priority, on this processor */
            wait_ns(50000);
}

/* Others wait for the mutex, and then take it away again. */
static void take_back(void)
{
    calm = 0;
    ckpti_heap_depth = 1;
    ckpti_heap_shared = false;
    pthread_mutex_unlock(&lock);
}

void ckpti_heap_lock_shared(void)
{
    pthread_mutex_lock(&lock);
    if (ckpti_heap_is_owner) {
        if (++calm == patience)
            take_back();
        return;
    }
    calm = 0;
    if (!ckpti_heap_shared)
        take_away();
}

void ckpti_heap_unlock_shared(void) { pthread_mutex_unlock(&lock); }

void ckpti_heap_lock_at_fork(void) { ckpti_heap_lock(); }
void ckpti_heap_unlock_at_fork(void) { ckpti_heap_unlock(); }

void ckpti_heap_lock_anew(void)
{
    lock = (pthread_mutex_t)PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    ckpti_heap_depth = 0;
    ckpti_heap_shared = true;
    ckpti_heap_is_owner = false;
    be_owner();
}
