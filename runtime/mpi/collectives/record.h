/* record.h - one collective, from its call to its completion: spelt without either mpi.h, for the shim reads it, too.
 *
 * Purpose    all of them have one form: what this rank gives (send), what it gets (receive), root, operation. A pending one is part of an
 *            image and is posted again from it.
 * Invariants numbers of calls and names of fields are part of the image format. A buffer that means nothing on this rank is 0, for an
 *            image follows pointers; what is given in place is described by `send`, which then lies in the receive buffer.
 */
#ifndef CKPTM_COLLECTIVE_RECORD_H
#define CKPTM_COLLECTIVE_RECORD_H

struct ckptm_data;

enum ckptm_collective_call {
    CKPTM_BARRIER = 1, CKPTM_BCAST, CKPTM_GATHER, CKPTM_GATHERV, CKPTM_SCATTER, CKPTM_SCATTERV, CKPTM_ALLGATHER, CKPTM_ALLGATHERV,
    CKPTM_ALLTOALL, CKPTM_ALLTOALLV, CKPTM_ALLTOALLW, CKPTM_REDUCE, CKPTM_ALLREDUCE, CKPTM_REDUCE_SCATTER_BLOCK,
    CKPTM_REDUCE_SCATTER, CKPTM_SCAN, CKPTM_EXSCAN, CKPTM_NEIGHBOR_ALLGATHER, CKPTM_NEIGHBOR_ALLGATHERV, CKPTM_NEIGHBOR_ALLTOALL,
    CKPTM_NEIGHBOR_ALLTOALLV, CKPTM_NEIGHBOR_ALLTOALLW,
    CKPTM_MAKES_COMM,             /* makes a communicator: has a number like all others, nothing else of this */
    CKPTM_IDUP                    /* the same without waiting (MPI_Comm_idup) */
};

typedef struct ckptm_side {
    void *buffer;
    int count, type;
    int rows;                     /* that many times `count` items in a row; 0: nothing is given or got here */
    int blocks;                   /* or that many blocks; 0: none, see rows */
    int *counts;                  /* [blocks], or what MPI_Reduce_scatter wants to know */
    int *displs;                  /* [blocks] in items; 0: see places */
    int *types;                   /* [blocks]; 0: all are of `type` */
    void **places;                /* [blocks] where each starts, for displacements in bytes mean nothing on another machine */
} ckptm_side;

typedef struct ckptm_collective {
    int call;                     /* enum ckptm_collective_call */
    int comm, root, op;
    int in_place;                 /* 1: the send buffer is MPI_IN_PLACE; 2: the receive buffer is */
    unsigned long long number;    /* in its communicator, from 1, in the order of posting */
    unsigned long long given;     /* hash of the call and what this rank gives; 0: not looked at */
    ckptm_side send, receive;
    struct ckptm_data *before;    /* [nbefore] what is given in place, block by block: MPI may overwrite it before it is complete */
    int nbefore;
    int made;                     /* of CKPTM_IDUP: number of the new communicator */
    int kept;                     /* a block of the heap with arrays of its own, not the caller's */
} ckptm_collective;

/* The record with arrays of its own in memory of the program, for a call that does not wait; and back. */
ckptm_collective *ckptm_collective_keep(const ckptm_collective *of);
void ckptm_collective_free(ckptm_collective *record);

#endif
