/* blobs.c - see blobs.h */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/blocks.h"
#include "mpi/handles/blobs.h"
#include "mpi/handles/constructors.h"
#include "mpi/handles/data.h"
#include "mpi/handles/leaves.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "objects/heap.h"
#include "objects/process_roots.h"

ckptm_samples_t ckptm_samples;

#define F CKPTI_FIELD
CKPTI_POINTER(t_intp, ckpti_t_int, "int *");

static const ckptg_field sample_fields[] = { F(ckptm_sample, object, ckpti_t_voidp), F(ckptm_sample, layout, ckpti_t_ullong) };
CKPTI_STRUCT(t_sample, ckptm_sample, "struct ckptm_sample", sample_fields);
CKPTI_POINTER(t_samplep, t_sample, "struct ckptm_sample *");

static const ckptg_field samples_fields[] = {
    F(ckptm_samples_t, list, t_samplep), F(ckptm_samples_t, count, ckpti_t_int), F(ckptm_samples_t, unknown, ckpti_t_uint),
    F(ckptm_samples_t, npending, ckpti_t_int), F(ckptm_samples_t, pending, t_intp),
};
CKPTI_STRUCT(t_samples, ckptm_samples_t, "struct ckptm_samples", samples_fields);

static const ckptg_var variables[] = { CKPTI_VAR("samples", ckptm_samples, t_samples) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi/blobs", .vars = variables, .nvars = CKPTI_COUNT(variables) };

static void __attribute__((constructor)) add_unit(void) { ckptg_register(&unit); }

/* ---- samples --------------------------------------------------------------------------------------------------------- */

enum { CHARACTERS = -1, UNKNOWN = -2 };                                        /* instead of a sample */
enum { COUNTS_BYTES = 1, KNOWN_OBJECTS = 2, UNKNOWN_OBJECTS = 4 };             /* of a datatype: ckptm_datatype.bytes */

static ckptm_u64 mix(ckptm_u64 hash, ckptm_u64 value) { return (hash ^ value) * 0x9E3779B97F4A7C15u ^ hash >> 29; }

static ckptm_u64 layout_of(ckptm_u64 hash, const ckptg_type *t)
{
    hash = mix(hash, t->size);
    if (t->kind == CKPTG_ARRAY)
        return layout_of(hash, t->elem);
    for (unsigned i = 0; t->kind == CKPTG_STRUCT && i < t->nfields; i++)
        if (!t->fields[i].bits)
            hash = layout_of(mix(hash, t->fields[i].offset), t->fields[i].type);
    return hash;
}

static bool is_characters(const ckptg_type *t)
{
    if (t->kind == CKPTG_ARRAY)
        return is_characters(t->elem);
    if (t->kind != CKPTG_STRUCT)
        return t->size == 1 && t->kind != CKPTG_OPAQUE;
    for (unsigned i = 0; i < t->nfields; i++)
        if (t->fields[i].bits || !is_characters(t->fields[i].type))
            return false;
    return t->nfields != 0;
}

static const ckptg_type *type_of(int sample)
{
    ckpti_block block;

    return ckpti_heap_find(ckptm_samples.list[sample].object, &block) ? block.type : 0;
}

/* A union, or what else no image carries as it is. */
static bool is_opaque(const ckptg_type *t)
{
    if (t->kind == CKPTG_ARRAY)
        return is_opaque(t->elem);
    for (unsigned i = 0; t->kind == CKPTG_STRUCT && i < t->nfields; i++)
        if (is_opaque(t->fields[i].type))
            return true;
    return t->kind > CKPTG_STRUCT || t->kind == CKPTG_VOID || !t->size;
}

/* The sample of the objects that have these bytes. */
static int sample_at(const unsigned char *first, ckptm_u64 size)
{
    size_t offset = 0;
    const ckptg_type *type = ckptm_object_at(first, &offset);
    ckptm_sample *old = ckptm_samples.list;

    if (!type || ckptm_leaves_part(first, 0, (ptrdiff_t)size))
        return UNKNOWN;
    type = ckptm_member_at(type, &offset, (size_t)size);
    if (is_characters(type))
        return CHARACTERS;
    if (is_opaque(type))
        return UNKNOWN;
    for (int i = 0; i < ckptm_samples.count; i++)
        if (type_of(i) == type)
            return i;
    ckptm_samples.list = ckptm_new_of(&t_sample, (size_t)ckptm_samples.count + 1);
    if (old)
        memcpy(ckptm_samples.list, old, (size_t)ckptm_samples.count * sizeof *old);
    free(old);
    ckptm_samples.list[ckptm_samples.count] = (ckptm_sample){ ckptm_new_model(type), layout_of(17, type) };
    return ckptm_samples.count++;
}

/* ---- datatypes ------------------------------------------------------------------------------------------------------- */

static bool counts_bytes(const ckptm_map *map)
{
    for (int i = 0; i < map->nrows; i++)
        if (map->rows[i].type == MPI_BYTE)
            return true;
    return false;
}

static void note(int type, int sample)
{
    ckptm_datatype *d = ckptm_datatype_get(type);
    int *old;

    if (!d || !counts_bytes(ckptm_map_of(type)))
        return;
    d->bytes |= sample == UNKNOWN ? UNKNOWN_OBJECTS : KNOWN_OBJECTS;
    for (int i = 0; i < d->nblobs && sample >= 0; i++)
        if (d->blobs[i] == sample)
            sample = CHARACTERS;
    if (sample >= 0) {
        old = d->blobs;
        d->blobs = ckptm_new(CKPTM_T_INT, (size_t)d->nblobs + 1);
        if (old)
            memcpy(d->blobs, old, (size_t)d->nblobs * sizeof *old);
        free(old);
        d->blobs[d->nblobs++] = sample;
    }
    for (int i = 0; i < d->ntypes; i++)
        note(d->types[i], sample);
}

static bool learn_run(void *owner, int basic, ckptm_u64 count, unsigned char *at)
{
    if (basic == MPI_BYTE)
        note(*(int *)owner, sample_at(at, count));
    return true;
}

void ckptm_blobs_learn(int type, const void *buffer, ckptm_u64 count)
{
    const ckptm_map *map = ckptm_map_of(type);
    const ckptm_datatype *d = ckptm_datatype_get(type);
    ptrdiff_t low;
    size_t size;

    if (!ckptm.on || !d || !count || !counts_bytes(map))
        return;
    if (buffer == MPI_BOTTOM || d->apart) {
        ckptm_map_walk(map, 1, map->elements, (unsigned char *)(uintptr_t)buffer, learn_run, &type);
        return;
    }
    size = ckptm_type_span(type, count, &low);
    note(type, sample_at((const unsigned char *)buffer + low, size));
}

/* ---- at a checkpoint -------------------------------------------------------------------------------------------------------- */

static void pending(int type, const void *buffer, ckptm_u64 count)
{
    int *old = ckptm_samples.pending, sample;

    if (type != MPI_BYTE || !count || (sample = sample_at(buffer, count)) == CHARACTERS)
        return;
    if (sample == UNKNOWN) {
        ckptm_samples.unknown = ckptm_memory_layout();
        return;
    }
    for (int i = 0; i < ckptm_samples.npending; i++)
        if (old[i] == sample)
            return;
    ckptm_samples.pending = ckptm_new(CKPTM_T_INT, (size_t)ckptm_samples.npending + 1);
    if (old)
        memcpy(ckptm_samples.pending, old, (size_t)ckptm_samples.npending * sizeof *old);
    free(old);
    ckptm_samples.pending[ckptm_samples.npending++] = sample;
}

static void pending_side(const ckptm_collective *c, bool receive)
{
    int n = ckptm_pieces(receive ? &c->receive : &c->send);

    for (int i = 0; i < n; i++) {
        ckptm_piece p = ckptm_piece_of(c, receive, i);

        pending(p.type, p.start, (ckptm_u64)p.count);
    }
}

void ckptm_blobs_settle(void)
{
    free(ckptm_samples.pending);
    ckptm_samples.pending = 0;
    ckptm_samples.npending = 0;
    ckptm_samples.unknown = 0;
    for (int k = 0; k < ckptm_datatypes.count; k++)
        if (ckptm_datatypes.list[k].used && counts_bytes(ckptm_map_of(CKPTM_BASICS + k)))
            ckptm_datatypes.list[k].bytes |= COUNTS_BYTES;
    for (int i = 1; i < ckptm_state.nrequests; i++) {
        const ckptm_request *r = &ckptm_state.requests[i];

        if (r->kind == CKPTM_COLLECTIVE && r->collective) {
            pending_side(r->collective, false);
            pending_side(r->collective, true);
        } else if ((r->kind == CKPTM_SEND && r->persistent) || (r->kind == CKPTM_RECEIVE && (r->persistent || r->state != CKPTM_COMPLETE))) {
            pending(r->type, r->buffer, (ckptm_u64)r->count);
        }
    }
}

/* ---- restart --------------------------------------------------------------------------------------------------------- */

static bool fits_here(int sample)
{
    const ckptg_type *type = type_of(sample);

    return type && layout_of(17, type) == ckptm_samples.list[sample].layout;
}

static const char *name_of(int sample)
{
    const ckptg_type *type = type_of(sample);

    return type && type->name ? type->name : "a type without a name";
}

static ckpt_status check(const ckptm_datatype *d)
{
    if (!d->used || d->layout == ckptm_memory_layout() || !(d->bytes & COUNTS_BYTES) || ckptm_mutant(bytes_refused))
        return CKPT_OK;
    for (int i = 0; i < d->nblobs; i++)
        if (!fits_here(d->blobs[i]))
            return ckpti_fail(CKPT_ELAYOUT, "rank %d: a datatype (%s%s%s) counts bytes (MPI_BYTE) of %s, which takes other bytes on this machine; give it the "
                              "members", ckptm.rank, ckptm_combiner_name(d->combiner), d->name ? ", " : "", d->name ? d->name : "", name_of(d->blobs[i]));
    if (d->bytes == (COUNTS_BYTES | KNOWN_OBJECTS))
        return CKPT_OK;
    return ckpti_fail(CKPT_ELAYOUT, "rank %d: a datatype (%s%s%s) counts bytes (MPI_BYTE) of another machine, and %s", ckptm.rank,
                      ckptm_combiner_name(d->combiner), d->name ? ", " : "", d->name ? d->name : "",
                      d->bytes & UNKNOWN_OBJECTS ? "was used with objects on the stack, or of no known type" : "was not used yet: of what is not known");
}

ckpt_status ckptm_blobs_check(void)
{
    ckpt_status status;

    for (int k = 0; k < ckptm_datatypes.count; k++)
        if ((status = check(&ckptm_datatypes.list[k])) != CKPT_OK)
            return status;
    for (int i = 0; i < ckptm_samples.npending; i++)
        if (!fits_here(ckptm_samples.pending[i]))
            return ckpti_fail(CKPT_ELAYOUT, "rank %d: a pending or persistent request counts bytes (MPI_BYTE) of %s, which takes other bytes on this machine; give "
                              "it a datatype", ckptm.rank, name_of(ckptm_samples.pending[i]));
    if (ckptm_samples.unknown && ckptm_samples.unknown != ckptm_memory_layout())
        return ckpti_fail(CKPT_ELAYOUT, "rank %d: a pending or persistent request counts bytes (MPI_BYTE) of another machine, of an object on the stack or of no "
                          "known type; give it a datatype", ckptm.rank);
    return CKPT_OK;
}

void ckptm_blobs_restore(void)
{
    for (int i = 0; i < ckptm_samples.count; i++)
        ckptm_samples.list[i].layout = layout_of(17, type_of(i));
}
