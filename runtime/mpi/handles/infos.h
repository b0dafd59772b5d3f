/* infos.h - info objects: what programs put there is theirs; the layer takes hints, and needs none.
 *
 * Purpose    records in the program's state (handles.h). No hint reaches the real MPI, so none is lost at a restart under another one.
 */
#ifndef CKPTM_INFOS_H
#define CKPTM_INFOS_H

#include "mpi/handles/handles.h"

/* The object of that number, MPI_INFO_ENV too; 0: there is none. */
ckptm_info *ckptm_info_get(int info);
/* Where the pair with that key is, or where a new one would go. */
ckptm_hint **ckptm_info_find(ckptm_info *info, const char *key);
void ckptm_info_set(ckptm_info *info, const char *key, const char *value);
/* Remove the pair there. */
void ckptm_info_remove(ckptm_hint **at);
/* MPI_INFO_ENV as this MPI has it; once, when the program begins. */
void ckptm_infos_start(void);

#endif
