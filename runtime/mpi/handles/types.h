/* types.h - datatypes by their numbers.
 *
 * Purpose    records of derived datatypes in the program's state: the constructor and its arguments, so that a restart makes them again,
 *            on the real MPI too.
 * Invariants names of types, fields and the variable are part of the image format. Numbers of derived datatypes begin with CKPTM_BASICS.
 *            A record stays as long as the program, another datatype or a pending request uses it.
 */
#ifndef CKPTM_TYPES_H
#define CKPTM_TYPES_H

#include "core/status.h"
#include "mpi/handles/basics.h"
#include "mpi/handles/typemap.h"

/* What the addresses mean in a C type (shapes.h). */
typedef struct ckptm_shape {
    void *object;                 /* an element of the type */
    void *base;                   /* where a buffer begins */
    int guessed;
    void **at;                    /* [naddresses] of the datatype: places in that, */
    long long *times;             /* so many elements on */
} ckptm_shape;

typedef struct ckptm_datatype {
    int used;                     /* by how many */
    int live;                     /* handles that the program has of it */
    int committed;
    int combiner;                 /* MPI_COMBINER_VECTOR, ... */
    int rule;                     /* how its bounds are told, as it was where it was made (typemap.h) */
    int restored;                 /* made before a restart */
    int absolute;                 /* used with MPI_BOTTOM: its addresses are pointers */
    int apart;                    /* enum ckptm_apart (apart.h): its data is in several objects */
    void *base;                   /* and this is the buffer, as far as there is one only */
    unsigned layout;              /* of the machine whose bytes the addresses are */
    int nints, naddresses, ntypes;
    int *ints;                    /* [nints], ... as MPI_Type_get_contents gives them */
    long long *addresses;
    int *types;
    void **pointers;              /* [naddresses] if absolute, or apart */
    int nshapes, misfit;          /* misfit: enum ckptm_misfit (shapes.h) */
    ckptm_shape *shapes;
    int bytes, nblobs;            /* what of MPI_BYTE is known, and samples of the objects that it was (blobs.h) */
    int *blobs;                   /* [nblobs] */
    char *name;                   /* 0: none */
    struct ckptm_attribute *attributes;      /* attributes.h */
} ckptm_datatype;

typedef struct ckptm_datatypes {
    ckptm_datatype *list;         /* [count] */
    int count;
    char *names[CKPTM_BASICS];    /* that the program has given predefined ones; 0: none */
} ckptm_datatypes_t;

extern ckptm_datatypes_t ckptm_datatypes;

/* The record of a derived datatype that is in use; 0: none of that number, or predefined. */
ckptm_datatype *ckptm_datatype_get(int type);
/* A handle that the program may have: predefined, or made and not freed. */
bool ckptm_type_known(int type);
/* The datatype that an operation of the program is called with now, or 0: the program may ask about it, even if it has freed it since. */
extern int ckptm_type_of_op;
bool ckptm_type_predefined(int type);

/* Make one, here and on the real MPI. Arguments are copied. Returns an error, or 0 and *number. */
int ckptm_datatype_make(int combiner, const int *ints, const long long *addresses, const int *types, int *number);
/* Make it on the real MPI, with our bounds. choose: find out by which rule it tells them. */
int ckptm_datatype_make_real(int type, bool choose);
/* One more, or one less, that uses it. */
void ckptm_derived_hold(int type);
void ckptm_derived_release(int type);
static inline void ckptm_type_hold(int type)
{
    if (type >= CKPTM_BASICS)
        ckptm_derived_hold(type);
}
static inline void ckptm_type_release(int type)
{
    if (type >= CKPTM_BASICS)
        ckptm_derived_release(type);
}
/* The program gets a handle of it. */
void ckptm_type_handle(int type);
/* `count` items of this buffer are to be sent, or received into: absolute addresses are noticed, and bytes that were packed elsewhere. Not for
 * MPI_PROC_NULL: with that, as with a count of 0, the address means nothing (NULL is no MPI_BOTTOM). */
void ckptm_derived_used_with(int type, const void *buffer, ckptm_u64 count, bool sends);
static inline void ckptm_type_used_with(int type, const void *buffer, ckptm_u64 count, bool sends)
{
    if (count && (type >= CKPTM_BASICS || type == MPI_PACKED))
        ckptm_derived_used_with(type, buffer, count, sends);
}

/* Displacements that stand for places of data each: which of them do. */
bool ckptm_has_places(const ckptm_datatype *d);
bool ckptm_place_counts(const ckptm_datatype *d, int i);

/* Before an image is written: can a restart make all again? */
ckpt_status ckptm_types_settle(void);
/* After it was read: can all be made here? */
ckpt_status ckptm_types_check(void);
/* When all pointers are set: make them on the real MPI. */
void ckptm_types_restore(void);

/* What the datatype says of memory; ends the job on a number that is none. */
const ckptm_map *ckptm_map_of(int type);

/* Its arguments have changed, or it is gone. */
void ckptm_map_forget(int type);

/* Items that have so many elements; the last perhaps not all of its. */
static inline ckptm_u64 ckptm_map_items(const ckptm_map *map, ckptm_u64 elements)
{
    return map->elements ? (elements + map->elements - 1) / map->elements : 0;
}
#endif
