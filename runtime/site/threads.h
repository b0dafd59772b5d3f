/* threads.h - whether the program has one thread. */
#ifndef CKPTI_THREADS_H
#define CKPTI_THREADS_H

#include <stdbool.h>

/* Remember how many tasks the process has while it surely has one thread of its own: an emulator's are among them. */
void ckpti_threads_start(void);

/* True if the program has other threads now. */
bool ckpti_threads_others(void);

/* OpenMP's library is one whose threads cannot be sent away: LLVM's. */
bool ckpti_threads_stay(void);

#endif
