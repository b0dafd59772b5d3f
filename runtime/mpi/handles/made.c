/* made.c - communicators that some members had made before their checkpoints, and others make after theirs. See comms.h. */
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/numbers.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/handles.h"
#include "mpi/protocol/mutants.h"
#include "mpi/store/lineformat.h"

/* Keys of what others had made, of which this rank is a member. */
static ckptm_u64 *named;
static size_t nnamed, room;

static bool is_named(ckptm_u64 key)
{
    for (size_t i = 0; i < nnamed; i++)
        if (named[i] == key)
            return true;
    return false;
}

unsigned char *ckptm_made_for(int to, size_t *size)
{
    ckptm_u64 *keys = ckptm_private(0, (size_t)ckptm_state.ncomms * sizeof *keys);
    size_t n = 0;

    for (int i = CKPTM_FIRST; i < ckptm_state.ncomms; i++) {
        const ckptm_comm *c = &ckptm_state.comms[i];

        if (c->how && c->stage >= CKPTM_MADE_HERE && ckptm_comm_has(c, to))
            keys[n++] = c->key;
    }
    *size = n * sizeof *keys;
    return (unsigned char *)keys;
}

void ckptm_made_hear(const unsigned char *bytes, size_t size)
{
    for (; size >= sizeof *named; bytes += sizeof *named, size -= sizeof *named) {
        ckptm_u64 key;

        memcpy(&key, bytes, sizeof key);
        if (is_named(key))
            continue;
        if (nnamed == room) {
            room = room ? 2 * room : 16;
            named = ckptm_private(named, room * sizeof *named);
        }
        named[nnamed++] = key;
    }
}

bool ckptm_made_settled(void)
{
    for (size_t i = 0; i < nnamed; i++) {
        int at = ckptm_comm_by_key(named[i]);

        if (at ? ckptm_state.comms[at].stage == CKPTM_POSTED : !ckptm_comm_gone(named[i]))
            return false;
    }
    return true;
}

void ckptm_made_clear(void) { nnamed = 0; }
void ckptm_made_committed(void) { ckptm_comms_forget(is_named); }

/* Had some member made it, or done the call that makes it? Then the call is not done again. */
static bool is_needed(const ckptm_window *w, const ckptm_event *e)
{
    return is_named(e->comm) || (e->position && ckptm_numbers_needed(&w->done, e->hash, e->position));
}

bool ckptm_made_covered(const ckptm_window *w)
{
    for (size_t i = 0; i < w->made.count; i++)
        if (w->made.list[i].when >= w->cut_when && is_needed(w, &w->made.list[i]))
            return false;
    return true;
}

/* ---- in a rank's part of a line ------------------------------------------------------------------------------------------- */

static unsigned char *put_ints(unsigned char *out, const int *list, int count)
{
    for (int i = 0; i < count; i++)
        for (int b = 7; b >= 0; b--)
            *out++ = (unsigned char)((ckptm_u64)(long long)list[i] >> 8 * b);
    return out;
}

static void write_one(struct ckptm_line_out *out, const ckptm_comm *c)
{
    int n = c->size + c->nmembers + c->ntopology;
    unsigned char *bytes;

    CKPTM_LINE_PUT(out, communicator, .key = c->key, .call = c->call, .size = (uint64_t)c->size, .other = (uint64_t)c->nmembers,
                   .topology = (uint64_t)c->ntopology, .rank = c->rank);
    ckptm_line_put_rows(out, 1);
    ckptm_line_put_row(out, MPI_INT, (uint64_t)n);
    bytes = ckptm_line_put_bytes(out, 8 * (uint64_t)n);
    bytes = put_ints(bytes, c->world, c->size);
    bytes = put_ints(bytes, c->members, c->nmembers);
    put_ints(bytes, c->topology, c->ntopology);
}

void ckptm_made_write(struct ckptm_line_out *out, const ckptm_window *w)
{
    for (size_t i = 0; i < w->made.count && !ckptm_mutant(made_part); i++)
        if (w->made.list[i].when < w->cut_when && is_needed(w, &w->made.list[i]))
            write_one(out, &ckptm_state.comms[ckptm_comm_by_key(w->made.list[i].comm)]);
}

static int *take_ints(const unsigned char **from, uint64_t count)
{
    int *list = count ? ckptm_new(CKPTM_T_INT, (size_t)count) : 0;

    for (uint64_t i = 0; i < count; i++) {
        ckptm_u64 v = 0;

        for (int b = 0; b < 8; b++)
            v = v << 8 | *(*from)++;
        list[i] = (int)v;
    }
    return list;
}

bool ckptm_made_load(const struct ckptm_line_record *record)
{
    const struct ckptm_line_communicator *from = &record->communicator;
    const unsigned char *bytes = record->data.bytes;
    uint64_t n = record->data.size / 8;
    ckptm_comm *c;
    int at;

    if (from->size > n || from->other > n - from->size || from->topology != n - from->size - from->other || record->data.size % 8)
        return false;
    if (ckptm_comm_by_key(from->key)) {              /* a duplicate whose request is pending */
        ckptm_state.comms[ckptm_comm_by_key(from->key)].stage = CKPTM_COMM_AWAITED;
        return true;
    }
    at = ckptm_comm_number();                        /* may move all records */
    c = &ckptm_state.comms[at];
    c->stage = CKPTM_COMM_AWAITED;
    c->key = from->key;
    c->call = from->call;
    c->rank = (int)from->rank;
    c->size = (int)from->size;
    c->world = take_ints(&bytes, from->size);
    c->nmembers = (int)from->other;
    c->members = take_ints(&bytes, from->other);
    c->ntopology = (int)from->topology;
    c->topology = take_ints(&bytes, from->topology);
    return true;
}
