/* threads.h - whether the program has one thread. */
#ifndef CKPTI_THREADS_H
#define CKPTI_THREADS_H

#include <stdbool.h>
#include "ckpt_abi.h"

/* Remember how many tasks the process has while it surely has one thread of its own: an emulator's are among them. */
void ckpti_threads_start(void);

/* True if the program has other threads now. */
bool ckpti_threads_others(void);

/* A thread-local variable of the program of which other threads may have values now: a restart has one thread. 0: none. */
const ckptg_var *ckpti_threads_own(const ckptg_unit **owner);

/* OpenMP's library is one whose threads cannot be sent away: LLVM's. */
bool ckpti_threads_stay(void);

#endif
