/* results.c - see results.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/collectives/blocks.h"
#include "mpi/collectives/numbers.h"
#include "mpi/collectives/results.h"
#include "mpi/handles/comms.h"
#include "mpi/handles/data.h"
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/requests/call_site.h"

enum { DONE = -1 };               /* the part that says so */

/* ---- in the window ---------------------------------------------------------------------------------------------------- */

void ckptm_results_keep(const ckptm_collective *c)
{
    ckptm_window *w = &ckptm.window;
    ckptm_copy copy = { .comm = ckptm_state.comms[c->comm].key, .position = c->number, .tag = DONE };
    int n = ckptm_pieces(&c->receive);

    if (ckptm_mutant(results) || (ckptm_line_known(&ckptm.line) && !ckptm_numbers_needed(&w->done, copy.comm, c->number)))
        return;
    ckptm_data_take(&copy.data, MPI_UINT64_T, 1, &c->given);
    ckptm_copy_add(&w->results, copy);
    for (int i = 0; i < n; i++) {
        ckptm_piece b = ckptm_piece_of(c, true, i);

        if (!b.elements)
            continue;
        copy.tag = i;
        ckptm_data_take(&copy.data, b.type, b.elements, b.start);
        ckptm_copy_add(&w->results, copy);
    }
}

/* ---- after a restart -------------------------------------------------------------------------------------------------- */

static bool is_of(const ckptm_result *r, ckptm_u64 comm, ckptm_u64 number) { return r->comm == comm && r->index == number; }

bool ckptm_results_has(ckptm_u64 comm, ckptm_u64 number)
{
    for (const ckptm_result *r = ckptm_state.results; r; r = r->next)
        if (is_of(r, comm, number))
            return true;
    return false;
}

/* "MPI_COMM_WORLD of 3 ranks, number 7" */
static const char *name_of(const ckptm_collective *c)
{
    static char text[200];

    snprintf(text, sizeof text, "%s, number %llu", ckptm_comm_text(&ckptm_state.comms[c->comm]), c->number);
    return text;
}

void ckptm_results_check(const ckptm_collective *c)
{
    ckptm_u64 key = ckptm_state.comms[c->comm].key;

    for (const ckptm_result *r = ckptm_state.results; r; r = r->next) {
        ckptm_u64 then;

        if (!is_of(r, key, c->number) || r->part != DONE)
            continue;
        ckptm_data_give_all(&r->data, MPI_UINT64_T, 1, &then, "a collective");
        if (then && then != c->given && !ckptm_mutant(given)) {
            ckptm_call_site site;
            char where[300];

            ckptm_call_site_find(&site);
            ckptm_fatal("rank %d gives something else to a collective (%s) than it did before the restart; what it depends on is not "
                        "replayed; %s", ckptm.rank, name_of(c), ckptm_call_site_text(&site, where, sizeof where));
        }
    }
}

/* Parts that have something. */
static int parts_of(const ckptm_collective *c)
{
    int n = 0;

    for (int i = ckptm_pieces(&c->receive); i-- > 0;)
        n += ckptm_piece_of(c, true, i).elements != 0;
    return n;
}

static void give_part(const ckptm_collective *c, const ckptm_result *r)
{
    ckptm_piece b = { .elements = 0 };

    if (r->part < ckptm_pieces(&c->receive))
        b = ckptm_piece_of(c, true, r->part);
    if (b.elements != r->data.elements)
        ckptm_fatal("rank %d: a collective (%s) is another one than before the restart", ckptm.rank, name_of(c));
    ckptm_data_give_all(&r->data, b.type, (ckptm_u64)b.count, b.start, "the result of a collective (%s)", name_of(c));
}

void ckptm_results_give(const ckptm_collective *c)
{
    ckptm_u64 key = ckptm_state.comms[c->comm].key;
    int given = 0;

    for (ckptm_result **at = &ckptm_state.results; *at;) {
        ckptm_result *r = *at;

        if (!is_of(r, key, c->number)) {
            at = &r->next;
            continue;
        }
        if (r->part != DONE) {
            give_part(c, r);
            given++;
        }
        *at = r->next;
        ckptm_data_clear(&r->data);
        free(r);
    }
    if (given != parts_of(c))
        ckptm_fatal("rank %d: of the result of a collective (%s) %d parts of %d have come with the line", ckptm.rank, name_of(c), given, parts_of(c));
}
