/* data.h - what messages and results consist of: the only way by which contents leave or enter the program's buffers.
 *
 * Purpose    take the elements of a buffer into the common form (basics.h), which lines and images carry; give them to a buffer of
 *            another layout, perhaps of another datatype with the same signature; hashes.
 * Invariants a ckptm_data in `ckptm_state` is memory of the program (ckptm_data_keep), any other is the runtime's.
 */
#ifndef CKPTM_DATA_H
#define CKPTM_DATA_H

#include "mpi/handles/basics.h"
#include "mpi/state.h"

/* A committed datatype, or a predefined one. */
bool ckptm_type_usable_at_all(int type);
/* Bytes of one element, of predefined datatypes of one element that were asked for already; 0: any other. Messages of these are the many. */
extern unsigned char ckptm_simple[64];
static inline bool ckptm_is_simple(int type) { return (unsigned)type < sizeof ckptm_simple && ckptm_simple[type]; }
static inline bool ckptm_type_usable(int type) { return ckptm_is_simple(type) || ckptm_type_usable_at_all(type); }
/* So few bytes that every MPI sends them without waiting for a receive; if it waits for room, that is no longer than without us. */
enum { CKPTM_SMALL = 512 };
static inline bool ckptm_is_small(int count, int type)
{
    return !count || (ckptm_is_simple(type) && (ckptm_u64)count * ckptm_simple[type] <= CKPTM_SMALL);
}
/* A null buffer where MPI allows none. */
static inline bool ckptm_is_null(const void *buffer, int count, int type)
{
    return __builtin_expect(!buffer, 0) && count > 0 && type < CKPTM_BASICS;
}
/* As ckptm_type_usable, and one that the program has freed while something that is pending uses it. */
bool ckptm_type_in_use(int type);
/* Of one item, here: bytes of data; from one to the next; basic elements. */
size_t ckptm_type_size(int type);
ptrdiff_t ckptm_type_extent(int type);
ckptm_u64 ckptm_type_elements(int type);
/* Of data of that datatype, how many basic elements are so many bytes here? ~0: a part of one is over. */
ckptm_u64 ckptm_map_elements_in(int type, ckptm_u64 bytes);
static inline ckptm_u64 ckptm_type_elements_in(int type, ckptm_u64 bytes)
{
    if (!ckptm_is_simple(type))
        return ckptm_map_elements_in(type, bytes);
    return !bytes ? 0 : bytes % ckptm_simple[type] ? ~(ckptm_u64)0 : bytes / ckptm_simple[type];
}
/* "MPI_INT", "a datatype of MPI_Type_vector" */
const char *ckptm_type_name(int type);
/* Bytes that `count` items take in memory, from the first to the last byte of data, and where they begin: for copies of buffers. */
size_t ckptm_type_span(int type, ckptm_u64 count, ptrdiff_t *low);

/* ---- data ---- */

/* The first `elements` basic elements of a buffer of that datatype. */
void ckptm_data_take(ckptm_data *to, int type, ckptm_u64 elements, const void *buffer);
/* Bytes as MPI gives them as MPI_PACKED here, of elements that are the rows, again and again. nrows 0: not known, MPI_PACKED. */
void ckptm_data_of_packed(ckptm_data *to, const ckptm_row *rows, int nrows, const void *bytes, size_t size);
/* A copy in memory of the program. */
void ckptm_data_keep(ckptm_data *to, const ckptm_data *from);
void ckptm_data_clear(ckptm_data *data);
/* False: bytes of a machine where they mean something else are in it. */
bool ckptm_data_usable(const ckptm_data *data);
/* Of data from a file, rows and size: fill in elements and layout. False: there are no such rows, or a part of an element is over. */
bool ckptm_data_measure(ckptm_data *data);
/* As ckptm_common_extremes: of all longs in it. */
bool ckptm_data_extremes(ckptm_data *data, size_t from, size_t to);
/* Bytes of it as MPI_PACKED here: what a status of it counts. */
ckptm_u64 ckptm_data_packed_size(const ckptm_data *data);

enum ckptm_give { CKPTM_GIVEN, CKPTM_TRUNCATED, CKPTM_OTHER_TYPE, CKPTM_OTHER_MACHINE, CKPTM_NO_FIT };

/* Put it into a buffer of `count` items. Elements of another kind than the datatype's are refused; MPI_BYTE and MPI_PACKED take, or
 * give, the bytes of all. *elements: how many basic elements of the datatype it gave. Nothing is given but for CKPTM_GIVEN and CKPTM_NO_FIT. */
enum ckptm_give ckptm_data_give(const ckptm_data *from, int type, ckptm_u64 count, void *buffer, ckptm_u64 *elements);
/* Of data that is longer, or may be: as much of it as goes into the buffer, if it is of the right kinds. */
void ckptm_data_give_first(const ckptm_data *from, int type, ckptm_u64 count, void *buffer);
/* As ckptm_data_give; anything but CKPTM_GIVEN ends the job, `what` says of what it is. */
ckptm_u64 ckptm_data_give_all(const ckptm_data *from, int type, ckptm_u64 count, void *buffer, const char *what, ...) __attribute__((format(printf, 5, 6)));

/* Hash of what is in a buffer (XXH64 of the common form), to be combined over parts by `seed`. */
uint64_t ckptm_data_hash(uint64_t seed, int type, ckptm_u64 elements, const void *buffer);
uint64_t ckptm_bytes_hash(uint64_t seed, const void *bytes, size_t size);
/* Is it the hash (seed 0) of the same contents, received perhaps as MPI_PACKED or MPI_BYTE? */
bool ckptm_data_is(uint64_t hash, int type, ckptm_u64 elements, const void *buffer);

/* ---- signatures ---- */

/* The number of a signature, that of any count of the datatype: for a row of one basic datatype that one's, else one that images carry and
 * that never changes. */
int ckptm_signature_of_type(int type);
static inline int ckptm_signature(int type) { return ckptm_is_simple(type) ? type : ckptm_signature_of_type(type); }
int ckptm_signature_of(const ckptm_row *rows, int nrows);
const ckptm_row *ckptm_signature_rows(int signature, int *nrows);
#endif
