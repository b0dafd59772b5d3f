/* numbers.h - which collectives of a communicator a rank has completed: a set, for non-blocking ones complete in any order.
 *
 * Purpose    number k is given when a collective is posted. If some member had completed number k before its checkpoint it is done: all
 *            replay it, and the line needs its result on all that complete it after theirs. All others are done again by all.
 * Form       the set is 1..given without those that are open.
 */
#ifndef CKPTM_NUMBERS_H
#define CKPTM_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include "mpi/state.h"

/* Of one rank at its checkpoint. */
typedef struct ckptm_numbers {
    ckptm_u64 comm, given;
    int rank;                     /* in MPI_COMM_WORLD */
    size_t nopen;
    ckptm_u64 *open;
} ckptm_numbers;

typedef struct ckptm_numbers_list {
    ckptm_numbers *list;
    size_t count, room;
} ckptm_numbers_list;

/* As it travels: then the open ones. */
typedef struct ckptm_numbers_head {
    ckptm_u64 comm, given, nopen;
} ckptm_numbers_head;

/* This rank's sets as they stand, of the communicators that it shares with a rank of the job: for POSITIONS. *size bytes, free() them. */
unsigned char *ckptm_numbers_own(int to, size_t *size);
/* Another rank's have come. */
void ckptm_numbers_hear(ckptm_numbers_list *all, int from, const unsigned char *bytes, size_t size);
/* Without those of communicators that are gone here (own_numbers.c). */
void ckptm_numbers_drop_gone(ckptm_numbers_list *all);
void ckptm_numbers_clear(ckptm_numbers_list *all);

/* Had some member completed that one? */
bool ckptm_numbers_needed(const ckptm_numbers_list *all, ckptm_u64 comm, ckptm_u64 number);
/* How many of a set are greater than that number? */
ckptm_u64 ckptm_numbers_beyond(const ckptm_numbers *set, ckptm_u64 number);
/* Has this rank completed all that some member had? */
bool ckptm_numbers_settled(const ckptm_numbers_list *all);

#endif
