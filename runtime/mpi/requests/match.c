/* match.c - which position a message has. See requests.h.
 *
 * While a line is pending, receives that MPI has are known by the envelope they were posted with, in the order of posting. Otherwise nobody asks
 * which of a sender's messages was which: all that is received before a line is prepared was sent before its sender's checkpoint.
 */
#include <stdlib.h>
#include <string.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/requests/requests.h"

static ckptm_table first;         /* by envelope: the first request's number; 0: none */
static struct link { int next, before, in; } *links;
static int nlinks;

static void reach(int at)
{
    if (at < nlinks)
        return;
    links = ckptm_private(links, (size_t)ckptm_state.nrequests * sizeof *links);
    memset(links + nlinks, 0, (size_t)(ckptm_state.nrequests - nlinks) * sizeof *links);
    nlinks = ckptm_state.nrequests;
}

/* To the end of its list, which is a ring. */
void ckptm_match_add(int at)
{
    const ckptm_request *r = ckptm_request_at(at);
    ckptm_u64 *head = ckptm_count_private(&first, ckptm_request_key(r), r->peer, r->tag);
    int h = (int)*head;

    reach(at);
    if (!h) {
        links[at] = (struct link){ at, at, 1 };
        *head = (ckptm_u64)at;
        return;
    }
    links[at] = (struct link){ h, links[h].before, 1 };
    links[links[h].before].next = at;
    links[h].before = at;
}

void ckptm_match_remove(int at)
{
    const ckptm_request *r = ckptm_request_at(at);
    ckptm_u64 *head;

    if (at >= nlinks || !links[at].in)
        return;
    head = ckptm_count_private(&first, ckptm_request_key(r), r->peer, r->tag);
    if (*head == (ckptm_u64)at)
        *head = links[at].next == at ? 0 : (ckptm_u64)links[at].next;
    links[links[at].before].next = links[at].next;
    links[links[at].next].before = links[at].before;
    links[at].in = 0;
}

void ckptm_match_close(void)
{
    ckptm_table_clear(&first);
    free(links);
    links = 0;
    nlinks = 0;
}

void ckptm_match_open(void)
{
    size_t count;
    int *list = ckptm_requests_in_order(CKPTM_RECEIVE, &count);

    ckptm_match_close();
    for (size_t i = 0; i < count; i++)
        if (ckptm_request_at(list[i])->state == CKPTM_PENDING && !ckptm_request_at(list[i])->position)
            ckptm_match_add(list[i]);
    free(list);
}

static int head_of(ckptm_u64 comm, int source, int tag) { return (int)ckptm_counted(&first, comm, source, tag); }

/* A wildcard receive posted before, that could have had the message, has been matched: wait for it. */
static void finish_wider(ckptm_u64 comm, int source, int tag, ckptm_u64 sequence)
{
    int at;

    while (!ckptm_mutant(wider) && (at = head_of(comm, source, tag)) && ckptm_request_at(at)->sequence < sequence)
        while (!ckptm_request_done(at))
            ;
}

/* Receives of the envelope that were posted before have its earlier positions. One that is being cancelled has a message only if that was there first:
 * it is waited for, which takes no other's doing. */
static void place_earlier(ckptm_u64 comm, int source, int tag, ckptm_u64 sequence)
{
    int at;

    while ((at = head_of(comm, source, tag)) && ckptm_request_at(at)->sequence < sequence) {
        if (ckptm_request_at(at)->cancel) {
            while (!ckptm_request_done(at))
                ;
            continue;
        }
        ckptm_match_remove(at);
        ckptm_request_at(at)->position = ++*ckptm_count(&ckptm_state.received, comm, source, tag);
    }
}

static void settle_earlier(ckptm_u64 key, int source, int tag, ckptm_u64 sequence)
{
    if (ckptm_mutant(completion_order))
        return;
    finish_wider(key, MPI_ANY_SOURCE, tag, sequence);
    finish_wider(key, source, MPI_ANY_TAG, sequence);
    finish_wider(key, MPI_ANY_SOURCE, MPI_ANY_TAG, sequence);
    place_earlier(key, source, tag, sequence);
}

ckptm_u64 ckptm_match_position(int at, int comm, int source, int tag)
{
    ckptm_u64 key = ckptm_state.comms[comm].key;

    if (ckptm.window.listening)
        settle_earlier(key, source, tag, at ? ckptm_request_at(at)->sequence : ~(ckptm_u64)0);
    return ++*ckptm_count(&ckptm_state.received, key, source, tag);
}

ckptm_u64 ckptm_match_next(int comm, int source, int tag)
{
    ckptm_u64 key = ckptm_state.comms[comm].key;

    settle_earlier(key, source, tag, ~(ckptm_u64)0);
    return ckptm_counted(&ckptm_state.received, key, source, tag) + 1;
}
