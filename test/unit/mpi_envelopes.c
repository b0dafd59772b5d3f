/* mpi_envelopes.c - the hashed counters of envelopes, and what they say is late or early, against the paper's simplest form (section 3.3.3): lists of all
 * messages, searched from the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/store/window.h"

enum { ENVELOPES = 700, EVENTS = 30000 };

static ckptm_counter list[ENVELOPES];
static int used;

static ckptm_u64 *in_list(ckptm_u64 comm, int peer, int tag)
{
    for (int i = 0; i < used; i++)
        if (list[i].comm == comm && list[i].peer == peer && list[i].tag == tag)
            return &list[i].count;
    list[used] = (ckptm_counter){ comm, peer, tag, 0 };
    return &list[used++].count;
}

static void as_a_list(void **state)
{
    ckptm_table table = { 0 };
    uint32_t seed = 1;

    (void)state;
    for (int e = 0; e < EVENTS; e++) {
        uint32_t draw = seed = seed * 1664525u + 1013904223u;
        ckptm_u64 comm = 1 + (draw >> 8) % 5 * 0x9e3779b97f4a7c15u;
        int peer = (int)((draw >> 12) % 10), tag = (int)((draw >> 20) % 14) * 1000;

        assert_int_equal(ckptm_counted(&table, comm, peer, tag), *in_list(comm, peer, tag));
        assert_int_equal(++*ckptm_count(&table, comm, peer, tag), ++*in_list(comm, peer, tag));
    }
    assert_int_equal(table.used, used);
    for (int i = 0; i < used; i++)
        assert_int_equal(ckptm_counted(&table, list[i].comm, list[i].peer, list[i].tag), list[i].count);
    assert_int_equal(ckptm_counted(&table, 77, 1, 1), 0);
}

enum { MESSAGES = 4000 };

typedef struct message {
    ckptm_u64 comm;
    int source, tag;
    int before, consumed;            /* sent before its sender's checkpoint; received before ours: 1, after: 2, or not yet: 0 */
} message;

static message sent[MESSAGES];

static int same(const message *a, const message *b) { return a->comm == b->comm && a->source == b->source && a->tag == b->tag; }

/* Messages of an envelope are received in the order in which they were sent; checkpoints of sender and receiver come at any moment of it. */
static void identified_as_by_lists(void **state)
{
    (void)state;
    for (uint32_t round = 1, seed = 7; round <= 20; round++) {
        ckptm_table received = { 0 }, none = { 0 };
        ckptm_window w = { 0 };
        long late = 0;

        for (int i = 0; i < MESSAGES; i++) {
            message *m = &sent[i];
            const message *last = NULL;
            uint32_t draw = seed = seed * 1664525u + 1013904223u;

            *m = (message){ 1 + (draw >> 8) % 3, (int)((draw >> 12) % 6), (int)((draw >> 20) % (round * 8)), 0, 0 };
            for (int k = 0; k < i; k++)
                if (same(&sent[k], m))
                    last = &sent[k];
            m->before = (!last || last->before) && i < MESSAGES / 2 + m->source * 150;   /* each sender's checkpoint */
            m->consumed = (!last || last->consumed == 1) && (draw >> 3) % 16 ? 1 : (!last || last->consumed) && (draw >> 5) % 8 ? 2 : 0;
            if (m->consumed == 1)
                ++*ckptm_count(&received, m->comm, m->source, m->tag);
            late += m->before && m->consumed != 1;
        }
        ckptm_window_checkpoint(&w, &none, &received, &none);
        for (int i = 0; i < MESSAGES; i++) {
            ckptm_u64 count = 0;
            int first = 1;

            for (int k = 0; k < MESSAGES; k++) {
                first &= !(k < i && same(&sent[k], &sent[i]));
                count += same(&sent[k], &sent[i]) && sent[k].before;
            }
            if (first)
                ckptm_window_before(&w, &(ckptm_sent_before){ .comm = sent[i].comm, .count = count, .source = sent[i].source, .tag = sent[i].tag });
        }
        assert_true(late > 0);
        assert_int_equal(ckptm_window_late_total(&w), late);
        for (int i = 0; i < MESSAGES; i++) {
            ckptm_u64 position = 0;

            for (int k = 0; k <= i; k++)
                position += (ckptm_u64)same(&sent[k], &sent[i]);
            if (sent[i].consumed)
                assert_int_equal(ckptm_window_is_before(&w, sent[i].comm, sent[i].source, sent[i].tag, position), sent[i].before);
        }
        ckptm_window_clear(&w);
        ckptm_table_clear(&received);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_a_list), cmocka_unit_test(identified_as_by_lists) };

    return cmocka_run_group_tests(tests, 0, 0);
}
