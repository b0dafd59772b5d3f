/* record.c - see record.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/handles/ops.h"
#include "mpi/handles/types.h"
#include "mpi/layer.h"

static int *copy(const int *list, int count)
{
    int *made;

    if (!list || count <= 0)
        return 0;
    made = ckptm_new(CKPTM_T_INT, (size_t)count);
    memcpy(made, list, (size_t)count * sizeof *list);
    return made;
}

/* The program may free datatypes and its operation while the collective is pending. */
static void each_type(const ckptm_side *side, void what(int type))
{
    what(side->type);
    for (int i = 0; side->types && i < side->blocks; i++)
        what(side->types[i]);
}

/* A buffer of which nothing is read or written is not one: its address may mean nothing. */
static void keep_side(ckptm_side *side, int counts)
{
    int most = side->count;
    void **places = side->places;

    for (int i = 0; i < side->blocks; i++)
        if (side->counts[i] > most)
            most = side->counts[i];
    if (most <= 0)
        side->buffer = 0;
    side->counts = copy(side->counts, counts);
    side->displs = copy(side->displs, side->blocks);
    side->types = copy(side->types, side->blocks);
    if (places) {
        side->places = ckptm_new(CKPTM_T_POINTER, (size_t)side->blocks + 1);
        memcpy(side->places, places, (size_t)side->blocks * sizeof *places);
    }
}

ckptm_collective *ckptm_collective_keep(const ckptm_collective *of)
{
    ckptm_collective *c = ckptm_new(CKPTM_T_COLLECTIVE, 1);
    int size;

    ckptm_comm_members_of(&ckptm_state.comms[of->comm], &size);
    *c = *of;
    c->kept = 1;
    keep_side(&c->send, c->send.blocks);
    keep_side(&c->receive, c->call == CKPTM_REDUCE_SCATTER ? size : c->receive.blocks);
    if (c->call == CKPTM_REDUCE_SCATTER && c->in_place & 1) /* what this rank gives lies there, though it may get nothing */
        c->receive.buffer = of->receive.buffer;
    each_type(&c->send, ckptm_type_hold);
    each_type(&c->receive, ckptm_type_hold);
    ckptm_op_hold(c->op);
    return c;
}

static void free_side(ckptm_side *side)
{
    free(side->counts);
    free(side->displs);
    free(side->types);
    free(side->places);
}

void ckptm_collective_free(ckptm_collective *c)
{
    each_type(&c->send, ckptm_type_release);
    each_type(&c->receive, ckptm_type_release);
    ckptm_op_release(c->op);
    free_side(&c->send);
    free_side(&c->receive);
    free(c);
}
