/* packing.h - elements in a row of bytes: as this machine has them (MPI_PACKED), or as external32 has them.
 *
 * Purpose    what is packed here is what the MPI library itself would pack, so that a message may be sent packed and received as a datatype, and
 *            the other way round. Bytes that were packed before a restart on another machine are refused there.
 */
#ifndef CKPTM_PACKING_H
#define CKPTM_PACKING_H

#include "mpi/state.h"

/* Bytes of so many items. */
ckptm_u64 ckptm_external_size(int type, ckptm_u64 count);
void ckptm_pack(int type, ckptm_u64 count, const void *from, unsigned char *to);
void ckptm_unpack(int type, ckptm_u64 count, const unsigned char *from, void *to);
/* False: a value does not fit external32, or this machine. */
bool ckptm_pack_external(int type, ckptm_u64 count, const void *from, unsigned char *to);
bool ckptm_unpack_external(int type, ckptm_u64 count, const unsigned char *from, void *to);

/* Elements are about to be packed into, or received as bytes in, this memory. */
void ckptm_packed_here(const void *start, ckptm_u64 size);
/* Bytes are about to be unpacked: ends the job if they were packed on another machine. */
void ckptm_packed_check(const void *start, ckptm_u64 size, const char *call);
/* After an image was read. */
void ckptm_packed_restore(void);

#endif
