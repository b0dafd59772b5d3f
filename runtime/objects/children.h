/* children.h - which processes are children of this one. */
#ifndef CKPTI_CHILDREN_H
#define CKPTI_CHILDREN_H

#include <stddef.h>
#include <sys/types.h>

/* Children of all threads, running or ended and not waited for: at most `room` numbers, in no order. Returns how many there are; -1: the system does not
 * say (a kernel without /proc/PID/task/TID/children). */
int ckpti_children(pid_t *list, size_t room);

#endif
