/* state.c - the layer's state described as ckptcc describes a program's variables. See state.h. */
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "mpi/handles/handles.h"
#include "mpi/state.h"
#include "objects/heap.h"
#include "objects/process_roots.h"

ckptm_state_t ckptm_state;

#define F CKPTI_FIELD
static const ckptg_type t_message, t_early, t_result, t_outcome, t_data;

CKPTI_POINTER(t_intp, ckpti_t_int, "int *");
CKPTI_POINTER(t_messagep, t_message, "struct ckptm_message *");
CKPTI_POINTER(t_messagepp, t_messagep, "struct ckptm_message **");
CKPTI_POINTER(t_earlyp, t_early, "struct ckptm_early *");
CKPTI_POINTER(t_resultp, t_result, "struct ckptm_result *");
CKPTI_POINTER(t_outcomep, t_outcome, "struct ckptm_outcome *");

static const ckptg_field counter_fields[] = {
    F(ckptm_counter, comm, ckpti_t_ullong), F(ckptm_counter, peer, ckpti_t_int), F(ckptm_counter, tag, ckpti_t_int),
    F(ckptm_counter, count, ckpti_t_ullong),
};
CKPTI_STRUCT(t_counter, ckptm_counter, "struct ckptm_counter", counter_fields);
CKPTI_POINTER(t_counterp, t_counter, "struct ckptm_counter *");

static const ckptg_field table_fields[] = {
    F(ckptm_table, slots, t_counterp), F(ckptm_table, room, ckpti_t_uint), F(ckptm_table, used, ckpti_t_uint),
};
CKPTI_STRUCT(t_table, ckptm_table, "struct ckptm_table", table_fields);

CKPTI_POINTER(t_attributep, ckptm_attribute_type, "struct ckptm_attribute *");
static const ckptg_field comm_fields[] = {
    F(ckptm_comm, key, ckpti_t_ullong), F(ckptm_comm, how, ckpti_t_int), F(ckptm_comm, live, ckpti_t_int),
    F(ckptm_comm, stage, ckpti_t_int), F(ckptm_comm, call, ckpti_t_ullong),
    F(ckptm_comm, rank, ckpti_t_int), F(ckptm_comm, size, ckpti_t_int), F(ckptm_comm, world, t_intp),
    F(ckptm_comm, nmembers, ckpti_t_int), F(ckptm_comm, members, t_intp), F(ckptm_comm, errhandler, ckpti_t_int),
    F(ckptm_comm, ntopology, ckpti_t_int), F(ckptm_comm, topology, t_intp), F(ckptm_comm, name, ckpti_t_charp),
    F(ckptm_comm, attributes, t_attributep), F(ckptm_comm, collectives, ckpti_t_ullong),
};
CKPTI_STRUCT(t_comm, ckptm_comm, "struct ckptm_comm", comm_fields);
CKPTI_POINTER(t_commp, t_comm, "struct ckptm_comm *");

static const ckptg_field status_fields[] = {
    F(MPI_Status, MPI_SOURCE, ckpti_t_int), F(MPI_Status, MPI_TAG, ckpti_t_int), F(MPI_Status, MPI_ERROR, ckpti_t_int),
    F(MPI_Status, ckpt_cancelled, ckpti_t_int), F(MPI_Status, ckpt_type, ckpti_t_int), F(MPI_Status, ckpt_layout, ckpti_t_uint),
    F(MPI_Status, ckpt_elements, ckpti_t_llong),
};
CKPTI_STRUCT(t_status, MPI_Status, "struct MPI_Status", status_fields);

CKPTI_POINTER(t_voidpp, ckpti_t_voidp, "void **");
CKPTI_POINTER(t_datap, t_data, "struct ckptm_data *");

static const ckptg_field side_fields[] = {
    F(ckptm_side, buffer, ckpti_t_voidp), F(ckptm_side, count, ckpti_t_int), F(ckptm_side, type, ckpti_t_int),
    F(ckptm_side, rows, ckpti_t_int), F(ckptm_side, blocks, ckpti_t_int), F(ckptm_side, counts, t_intp),
    F(ckptm_side, displs, t_intp), F(ckptm_side, types, t_intp), F(ckptm_side, places, t_voidpp),
};
CKPTI_STRUCT(t_side, ckptm_side, "struct ckptm_side", side_fields);

static const ckptg_field collective_fields[] = {
    F(ckptm_collective, call, ckpti_t_int), F(ckptm_collective, comm, ckpti_t_int), F(ckptm_collective, root, ckpti_t_int),
    F(ckptm_collective, op, ckpti_t_int), F(ckptm_collective, in_place, ckpti_t_int), F(ckptm_collective, number, ckpti_t_ullong),
    F(ckptm_collective, given, ckpti_t_ullong), F(ckptm_collective, send, t_side), F(ckptm_collective, receive, t_side),
    F(ckptm_collective, before, t_datap), F(ckptm_collective, nbefore, ckpti_t_int), F(ckptm_collective, made, ckpti_t_int),
    F(ckptm_collective, kept, ckpti_t_int),
};
CKPTI_STRUCT(t_collective, ckptm_collective, "struct ckptm_collective", collective_fields);
CKPTI_POINTER(t_collectivep, t_collective, "struct ckptm_collective *");

#ifdef CKPTM_MUTANTS
#define CKPTM_CONST               /* see change_types */
#else
#define CKPTM_CONST const
#endif

static CKPTM_CONST ckptg_field request_fields[] = {
    F(ckptm_request, kind, ckpti_t_int), F(ckptm_request, state, ckpti_t_int), F(ckptm_request, mode, ckpti_t_int),
    F(ckptm_request, released, ckpti_t_int), F(ckptm_request, persistent, ckpti_t_int), F(ckptm_request, any, ckpti_t_int),
    F(ckptm_request, probed, ckpti_t_int), F(ckptm_request, cancel, ckpti_t_int), F(ckptm_request, next, ckpti_t_int), F(ckptm_request, buffer, ckpti_t_voidp), F(ckptm_request, count, ckpti_t_int),
    F(ckptm_request, type, ckpti_t_int), F(ckptm_request, peer, ckpti_t_int), F(ckptm_request, tag, ckpti_t_int),
    F(ckptm_request, comm, ckpti_t_int), F(ckptm_request, sequence, ckpti_t_ullong), F(ckptm_request, position, ckpti_t_ullong),
    F(ckptm_request, seen, ckpti_t_ullong), F(ckptm_request, message, t_messagep),
    F(ckptm_request, collective, t_collectivep), F(ckptm_request, status, t_status),
};
CKPTI_STRUCT(t_request, ckptm_request, "struct ckptm_request", request_fields);
CKPTI_POINTER(t_requestp, t_request, "struct ckptm_request *");

CKPTI_SCALAR(t_byte, CKPTG_UCHAR, "unsigned char", unsigned char);
CKPTI_POINTER(t_bytep, t_byte, "unsigned char *");

static const ckptg_field row_fields[] = { F(ckptm_row, type, ckpti_t_int), F(ckptm_row, count, ckpti_t_ullong) };
CKPTI_STRUCT(t_row, ckptm_row, "struct ckptm_row", row_fields);
CKPTI_POINTER(t_rowp, t_row, "struct ckptm_row *");

static const ckptg_field signature_fields[] = { F(ckptm_signature_t, nrows, ckpti_t_int), F(ckptm_signature_t, rows, t_rowp) };
CKPTI_STRUCT(t_signature, ckptm_signature_t, "struct ckptm_signature", signature_fields);
CKPTI_POINTER(t_signaturep, t_signature, "struct ckptm_signature *");

static const ckptg_field data_fields[] = {
    F(ckptm_data, nrows, ckpti_t_int), F(ckptm_data, rows, t_rowp), F(ckptm_data, elements, ckpti_t_ullong),
    F(ckptm_data, layout, ckpti_t_uint), F(ckptm_data, size, ckpti_t_ullong), F(ckptm_data, bytes, t_bytep),
};
CKPTI_STRUCT(t_data, ckptm_data, "struct ckptm_data", data_fields);

static const ckptg_field message_fields[] = {
    F(ckptm_message, comm, ckpti_t_ullong), F(ckptm_message, source, ckpti_t_int), F(ckptm_message, tag, ckpti_t_int),
    F(ckptm_message, form, ckpti_t_int), F(ckptm_message, truncated, ckpti_t_int), F(ckptm_message, position, ckpti_t_ullong),
    F(ckptm_message, size, ckpti_t_ullong), F(ckptm_message, reserved, ckpti_t_ullong), F(ckptm_message, unordered, ckpti_t_ullong),
    F(ckptm_message, drained, ckpti_t_ullong), F(ckptm_message, line, ckpti_t_ullong), F(ckptm_message, data, t_data),
    F(ckptm_message, next, t_messagep),
};
CKPTI_STRUCT(t_message, ckptm_message, "struct ckptm_message", message_fields);

static const ckptg_field early_fields[] = {
    F(ckptm_early, comm, ckpti_t_ullong), F(ckptm_early, peer, ckpti_t_int), F(ckptm_early, tag, ckpti_t_int), F(ckptm_early, again, ckpti_t_int),
    F(ckptm_early, position, ckpti_t_ullong), F(ckptm_early, hash, ckpti_t_ullong), F(ckptm_early, next, t_earlyp),
};
CKPTI_STRUCT(t_early, ckptm_early, "struct ckptm_early", early_fields);

static const ckptg_field result_fields[] = {
    F(ckptm_result, comm, ckpti_t_ullong), F(ckptm_result, index, ckpti_t_ullong), F(ckptm_result, part, ckpti_t_int),
    F(ckptm_result, data, t_data), F(ckptm_result, next, t_resultp),
};
CKPTI_STRUCT(t_result, ckptm_result, "struct ckptm_result", result_fields);

static const ckptg_field outcome_fields[] = {
    F(ckptm_outcome, kind, ckpti_t_int), F(ckptm_outcome, flag, ckpti_t_int), F(ckptm_outcome, source, ckpti_t_int),
    F(ckptm_outcome, tag, ckpti_t_int), F(ckptm_outcome, value, ckpti_t_ullong), F(ckptm_outcome, next, t_outcomep),
};
CKPTI_STRUCT(t_outcome, ckptm_outcome, "struct ckptm_outcome", outcome_fields);

static const ckptg_field told_fields[] = { F(ckptm_told_place, where, ckpti_t_voidp), F(ckptm_told_place, was, ckpti_t_llong) };
CKPTI_STRUCT(t_told, ckptm_told_place, "struct ckptm_told_place", told_fields);
CKPTI_POINTER(t_toldp, t_told, "struct ckptm_told_place *");

static const ckptg_field state_fields[] = {
    F(ckptm_state_t, initialised, ckpti_t_int), F(ckptm_state_t, provided, ckpti_t_int), F(ckptm_state_t, sent, t_table),
    F(ckptm_state_t, received, t_table), F(ckptm_state_t, grouped, t_table), F(ckptm_state_t, comms, t_commp), F(ckptm_state_t, ncomms, ckpti_t_int),
    F(ckptm_state_t, requests, t_requestp), F(ckptm_state_t, nrequests, ckpti_t_int), F(ckptm_state_t, sequence, ckpti_t_ullong),
    F(ckptm_state_t, free_request, ckpti_t_int), F(ckptm_state_t, queue, t_messagep),
    F(ckptm_state_t, reserved, t_messagep), F(ckptm_state_t, held, t_messagepp), F(ckptm_state_t, nheld, ckpti_t_int),
    F(ckptm_state_t, matches, t_outcomep), F(ckptm_state_t, attached, ckpti_t_voidp), F(ckptm_state_t, attached_size, ckpti_t_int),
    F(ckptm_state_t, early, t_earlyp), F(ckptm_state_t, results, t_resultp),
    F(ckptm_state_t, outcomes, t_outcomep), F(ckptm_state_t, ends, t_table), F(ckptm_state_t, signatures, t_signaturep),
    F(ckptm_state_t, nsignatures, ckpti_t_int), F(ckptm_state_t, tag_sent, t_counterp), F(ckptm_state_t, tag_received, t_counterp),
    F(ckptm_state_t, packed, ckpti_t_uint), F(ckptm_state_t, clock, ckpti_t_ullong),
    F(ckptm_state_t, line, ckpti_t_ullong), F(ckptm_state_t, rank, ckpti_t_int), F(ckptm_state_t, told, t_toldp), F(ckptm_state_t, next_told, ckpti_t_int), F(ckptm_state_t, forgotten, ckpti_t_int),
};
CKPTI_STRUCT(t_state, ckptm_state_t, "struct ckptm_state", state_fields);

static const ckptg_var variables[] = { CKPTI_VAR("state", ckptm_state, t_state) };
static ckptg_unit unit = { .abi = CKPTG_ABI, .file = "libckpt/mpi", .vars = variables, .nvars = CKPTI_COUNT(variables) };

/* For a test: buffers of requests are numbers to the walk of objects, and to images. */
static void change_types(void)
{
#ifdef CKPTM_MUTANTS
    const char *mutant = getenv("CKPT_MPI_MUTANT");

    for (size_t i = 0; mutant && strcmp(mutant, "request_buffers") == 0 && i < CKPTI_COUNT(request_fields); i++)
        if (strcmp(request_fields[i].name, "buffer") == 0)
            request_fields[i].type = &ckpti_t_ullong;   /* of the same size where this test runs */
#endif
}

static void __attribute__((constructor)) add(void)
{
    change_types();
    ckptg_register(&unit);
}

static const ckptg_type *const types[] = {
    [CKPTM_T_COUNTER] = &t_counter, [CKPTM_T_COMM] = &t_comm, [CKPTM_T_REQUEST] = &t_request, [CKPTM_T_MESSAGE] = &t_message, [CKPTM_T_MESSAGES] = &t_messagep,
    [CKPTM_T_EARLY] = &t_early, [CKPTM_T_RESULT] = &t_result, [CKPTM_T_OUTCOME] = &t_outcome, [CKPTM_T_INT] = &ckpti_t_int,
    [CKPTM_T_ROW] = &t_row, [CKPTM_T_BYTE] = &t_byte, [CKPTM_T_SIGNATURE] = &t_signature, [CKPTM_T_POINTER] = &ckpti_t_voidp,
    [CKPTM_T_COLLECTIVE] = &t_collective, [CKPTM_T_DATA] = &t_data, [CKPTM_T_TOLD] = &t_told,
};

void *ckptm_new_of(const ckptg_type *type, size_t count)
{
    int depth = ckpti_heap_private_depth(0);
    void *p = ckptg_calloc(count ? count : 1, type->size, type);

    ckpti_heap_private_depth(depth);
    if (!p) {
        ckpti_log("out of memory for the messages of a recovery line");
        abort();
    }
    return p;
}

/* Only void pointers lead to it: integers whose width is the machine's are what they are declared as (restore/blocks.c). */
void *ckptm_new_model(const ckptg_type *type)
{
    void *block = ckptm_new_of(type, 1);

    if (type->kind == CKPTG_LONG || type->kind == CKPTG_ULONG || type->kind == CKPTG_UINT)
        ckptg_annotate(block, type, type->size, __FILE__, __LINE__);
    return block;
}

void *ckptm_new(enum ckptm_type type, size_t count) { return ckptm_new_of(types[type], count); }
