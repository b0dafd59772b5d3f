/* mpi_ends.c - where a rank's log ends (runtime/mpi/store/ends.c): before the first message that its sender sent after the end of its own,
 * whether or not anything is logged there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpi/envelopes/envelopes.h"
#include "mpi/store/window.h"

enum { COMM = 5 };

static ckptm_window w;

static ckptm_event message(int peer, ckptm_u64 position) { return (ckptm_event){ .comm = COMM, .peer = peer, .tag = 1, .position = position }; }

static size_t own_ends(void)
{
    size_t n = 0;

    ckptm_ends_own(&w);
    for (unsigned i = 0; i < w.own.room; i++)
        n += w.own.slots[i].comm && w.own.slots[i].count;
    return n;
}

static void end_log(void)
{
    w.cut = w.noutcomes;
    w.cut_when = w.when;
}

static void without_outcomes(void **state)
{
    (void)state;
    ckptm_window_event(&w, &w.sent, message(2, 1));
    ckptm_window_event(&w, &w.consumed, message(1, 4));
    ckptm_window_event(&w, &w.sent, message(0, 1));
    end_log();
    assert_int_equal(own_ends(), 2);
    ckptm_ends_hear(&w, &(ckptm_sent_before){ .comm = COMM, .source = 1, .tag = 1, .count = 3 });
    assert_true(ckptm_ends_cut(&w));
    assert_int_equal(own_ends(), 1);                 /* what was sent to 0 came after a message that may be another one */
    assert_int_equal(w.own.used, 2);                 /* which 0 has to be told: it knows the end of the round before */
    assert_false(ckptm_ends_cut(&w));
    ckptm_event_add(&w.early, message(2, 1));
    assert_true(ckptm_ends_cover_early(&w));
    ckptm_event_add(&w.early, message(0, 1));
    assert_false(ckptm_ends_cover_early(&w));
    ckptm_window_clear(&w);
}

static void collectives(void **state)
{
    ckptm_event done = { .comm = COMM, .peer = CKPTM_ALL, .tag = CKPTM_ALL, .position = 8 };
    ckptm_numbers_head eight = { .comm = COMM, .given = 8 };

    (void)state;
    *ckptm_count_private(&w.done_before, COMM, CKPTM_ALL, CKPTM_ALL) = 7;
    ckptm_window_event(&w, &w.consumed, message(1, 4));
    ckptm_window_event(&w, &w.consumed, done);
    ckptm_window_event(&w, &w.sent, done);
    end_log();
    ckptm_numbers_hear(&w.done, 2, (const unsigned char *)&eight, sizeof eight);
    own_ends();
    assert_true(ckptm_ends_cover_early(&w));
    ckptm_ends_hear(&w, &(ckptm_sent_before){ .comm = COMM, .source = 1, .tag = 1, .count = 3 });
    assert_true(ckptm_ends_cut(&w));
    own_ends();
    assert_false(ckptm_ends_cover_early(&w));        /* another had done it before its checkpoint */
    ckptm_window_clear(&w);
}

static int two_members(ckptm_u64 comm)
{
    (void)comm;
    return 2;
}

static void joined_by(int member, ckptm_u64 posted)
{
    ckptm_ends_hear(&w, &(ckptm_sent_before){ .comm = COMM, .source = member, .tag = CKPTM_ALL, .count = posted });
}

/* A collective is the same one when all who take part have posted it before the ends of their logs. */
static void joined(void **state)
{
    (void)state;
    for (ckptm_u64 posted = 7; posted <= 8; posted++) {
        w.members = two_members;
        ckptm_window_event(&w, &w.consumed, (ckptm_event){ .comm = COMM, .peer = CKPTM_ALL, .tag = CKPTM_ALL, .position = 8 });
        ckptm_window_event(&w, &w.sent, message(2, 1));
        end_log();
        joined_by(0, 8);
        joined_by(1, posted);
        assert_int_equal(ckptm_ends_cut(&w), posted == 7);
        assert_int_equal(own_ends(), posted == 8);
        ckptm_window_clear(&w);
    }
}

/* Repair 2: what is sent up to the end of the log that is being replayed is fixed. */
static void restored_end(void **state)
{
    ckptm_table sent = { 0 }, received = { 0 }, ends = { 0 };

    (void)state;
    *ckptm_count_private(&sent, COMM, 2, 1) = 4;
    *ckptm_count_private(&ends, COMM, 2, 1) = 7;
    ckptm_window_checkpoint(&w, &sent, &received, &ends);
    ckptm_window_event(&w, &w.sent, message(2, 5));
    end_log();
    own_ends();
    assert_int_equal(ckptm_counted(&w.own, COMM, 2, 1), 7);
    ckptm_event_add(&w.early, message(2, 7));
    assert_true(ckptm_ends_cover_early(&w));
    ckptm_event_add(&w.early, message(2, 8));
    assert_false(ckptm_ends_cover_early(&w));
    ckptm_table_clear(&sent);
    ckptm_table_clear(&ends);
    ckptm_window_clear(&w);
}

/* Repair 3: at what is not logged the log ends, whatever others have sent. */
static void unlogged(void **state)
{
    ckptm_table none = { 0 };

    (void)state;
    ckptm_window_checkpoint(&w, &none, &none, &none);
    ckptm_outcome_add(&w, (ckptm_outcome){ .kind = CKPTM_O_TIME, .value = 1 });
    ckptm_window_event(&w, &w.sent, message(2, 1));
    ckptm_window_unlogged(&w);
    ckptm_outcome_add(&w, (ckptm_outcome){ .kind = CKPTM_O_TIME, .value = 2 });
    ckptm_window_event(&w, &w.sent, message(2, 2));
    end_log();
    assert_true(ckptm_ends_cut(&w));
    assert_int_equal(w.cut, 1);
    own_ends();
    assert_int_equal(ckptm_counted(&w.own, COMM, 2, 1), 1);
    ckptm_window_clear(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(without_outcomes), cmocka_unit_test(collectives), cmocka_unit_test(joined), cmocka_unit_test(restored_end),
                                      cmocka_unit_test(unlogged) };

    return cmocka_run_group_tests(tests, 0, 0);
}
