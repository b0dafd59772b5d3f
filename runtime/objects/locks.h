/* locks.h - the C library's locks that lie in the program's memory: their state as a number. For runtime/site and runtime/save.
 *
 * Purpose    pthread_mutex_t, mtx_t, pthread_cond_t, cnd_t, pthread_rwlock_t, pthread_barrier_t, sem_t, and attributes of threads and locks, are unions whose members are the library's own affair. At a site the program has one thread, so what they
 *            are for it is little: their kind, whether this thread holds them, a count. That is what images have (docs/image-format.md, section 4); a restart makes new ones by the
 *            library's own calls, and takes what was held. The functions that do it are in ckpt_abi.h.
 * Errors     what cannot be said so (a lock that another thread, which has ended, has left locked; a robust one) is noted, and the checkpoint fails.
 * Thread     the one thread of a program at a site, or the process that writes for it.
 */
#ifndef CKPTI_LOCKS_H
#define CKPTI_LOCKS_H

/* This thread, which is at a site, is the one whose locks are held: in a process that is forked from here it has another number. */
void ckpti_locks_at_site(void);

/* Begin to look out for locks that cannot be carried. */
void ckpti_locks_begin(void);
/* One that was seen since then, or 0; with what is the matter with it, as the end of a sentence that begins with its name. */
const void *ckpti_locks_bad(const char **why);

/* Note that the lock cannot be carried; returns what is no state. For the functions that tell states. */
unsigned long long ckpti_locks_cannot(const void *lock, const char *why);

#endif
