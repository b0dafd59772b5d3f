/* heap_lock.h - the heap's lock: for one thread it costs no atomic instruction.
 *
 * Purpose    most programs with threads allocate in the main one only (a library's helper thread, parallel loops without malloc), and the
 *            C library's allocator costs them no lock either. So the lock belongs to that thread, which only counts how deep it is in;
 *            another thread that wants it takes that away, and it is an ordinary lock, until none but the owner has wanted it for a while.
 * Invariants owner: depth is written, then `shared` read; the other: `shared` is written, all threads pass a memory barrier
 *            (membarrier(2)), then depth is read until it is 0. So one of the two sees the other. Where there is no membarrier(2) the
 *            lock belongs to nobody. Recursive: handlers at fork may allocate.
 */
#ifndef CKPTI_HEAP_LOCK_H
#define CKPTI_HEAP_LOCK_H

#include <stdbool.h>

extern _Thread_local bool ckpti_heap_is_owner __attribute__((tls_model("initial-exec")));
extern unsigned ckpti_heap_depth;
extern bool ckpti_heap_shared;

void ckpti_heap_lock_shared(void);
void ckpti_heap_unlock_shared(void);

static inline void ckpti_heap_lock(void)
{
    if (ckpti_heap_is_owner) {
        unsigned depth = ckpti_heap_depth;

        __atomic_store_n(&ckpti_heap_depth, depth + 1, __ATOMIC_RELAXED);
        __atomic_signal_fence(__ATOMIC_SEQ_CST);
        if (depth || !__atomic_load_n(&ckpti_heap_shared, __ATOMIC_RELAXED))
            return;
        __atomic_store_n(&ckpti_heap_depth, 0, __ATOMIC_RELEASE);
    }
    ckpti_heap_lock_shared();
}

static inline void ckpti_heap_unlock(void)
{
    if (ckpti_heap_is_owner && ckpti_heap_depth)
        __atomic_store_n(&ckpti_heap_depth, ckpti_heap_depth - 1, __ATOMIC_RELEASE);
    else
        ckpti_heap_unlock_shared();
}

/* The same for pthread_atfork. */
void ckpti_heap_lock_at_fork(void);
void ckpti_heap_unlock_at_fork(void);
/* In a new process, whose only thread is a copy of the one that forked: it belongs to that, and is free. */
void ckpti_heap_lock_anew(void);

#endif
