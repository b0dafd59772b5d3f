/* job.h - a process that is one of a job (MPI): what the layer above provides. Weak: 0 in programs that are none. */
#ifndef CKPTI_JOB_H
#define CKPTI_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The process ends before main, with this status: so does the job, if there is one already. */
void ckpti_job_end(int status) __attribute__((weak));
/* After a restart: the program's memory is whole, it runs next. */
void ckpti_job_resumed(void) __attribute__((weak));
/* Is this descriptor the job's, and none of the program's? */
bool ckpti_job_owns(int fd) __attribute__((weak));
/* Is this child the job's (Open MPI's daemon of a process started without mpirun)? */
bool ckpti_job_owns_child(pid_t child) __attribute__((weak));

/* Where several ranks put back files: their bytes, one after another by rank (malloc), and the caller's rank; wait for all of them. Collective;
 * 0: there is no other rank. */
unsigned char *ckpti_job_gather(const void *bytes, size_t size, size_t *total, int *rank) __attribute__((weak));
void ckpti_job_wait_for_all(void) __attribute__((weak));
/* Does this process run with others? */
bool ckpti_job_is_several(void) __attribute__((weak));

/* The program reads something of the world outside (a clock, a random number, a name): what it is shown instead of this value; after a
 * restart that is what it has been shown before. */
long long ckpti_job_value(long long value) __attribute__((weak));
/* The program has opened something whose contents a restart will not show it again. */
void ckpti_job_outside(void) __attribute__((weak));

#endif
