/* own.h - descriptors of the runtime's: numbers that the program does not know of, and closes with all others ("close(3 ... 1023)", closefrom).
 *
 * Purpose    the directory's lock, the undo journal, the pipe from a child that writes an image and output kept back outlive that; if the program wants one
 *            of their numbers for itself (dup2), they move.
 * Invariants a holder's variable is static and is the only place that has the number; -1 while there is none.
 * Thread     one thread but for ckpti_own_is, which may see a descriptor that is about to be another one.
 */
#ifndef CKPTI_OWN_H
#define CKPTI_OWN_H

#include <stdbool.h>

/* *fd is one from now on, whenever it is not negative. Again for one that is known: nothing. */
void ckpti_own(int *fd);

bool ckpti_own_is(int fd);

/* The program is to get this number: if it is ours, it moves. False: it cannot (errno). */
bool ckpti_own_make_way(int fd);

/* The least of ours that is not below `from`; -1: none. */
int ckpti_own_next(int from);

#endif
