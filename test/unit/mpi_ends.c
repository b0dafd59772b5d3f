/* mpi_ends.c - where a rank's log ends (runtime/mpi/store/ends.c): before the first message that its sender sent after the end of its own,
 * whether or not anything is logged there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpi/store/window.h"

enum { COMM = 5 };

static ckptm_window w;

static ckptm_event message(int peer, ckptm_u64 position) { return (ckptm_event){ .comm = COMM, .peer = peer, .tag = 1, .position = position }; }

static size_t own_ends(void)
{
    ckptm_sent_before *list;
    size_t n = ckptm_ends_own(&w, &list);

    free(list);
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

    (void)state;
    ckptm_window_event(&w, &w.consumed, message(1, 4));
    ckptm_window_event(&w, &w.consumed, done);
    ckptm_window_event(&w, &w.sent, done);
    end_log();
    ckptm_window_need(&w, COMM, 8);
    assert_true(ckptm_ends_cover_early(&w));
    ckptm_ends_hear(&w, &(ckptm_sent_before){ .comm = COMM, .source = 1, .tag = 1, .count = 3 });
    assert_true(ckptm_ends_cut(&w));
    assert_false(ckptm_ends_cover_early(&w));        /* another had done it before its checkpoint */
    ckptm_window_clear(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(without_outcomes), cmocka_unit_test(collectives) };

    return cmocka_run_group_tests(tests, 0, 0);
}
