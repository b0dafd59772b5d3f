/* mpi_numbers.c - which collectives members had completed (runtime/mpi/collectives/numbers.c): sets, for they complete in any order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpi/collectives/numbers.h"

enum { COMM = 5 };

static ckptm_numbers_list all;

static void hear(int rank, ckptm_u64 given, ckptm_u64 open)
{
    struct { ckptm_numbers_head head; ckptm_u64 open; } m = { { COMM, given, open != 0 }, open };

    ckptm_numbers_hear(&all, rank, (const unsigned char *)&m, sizeof m.head + (open ? sizeof m.open : 0));
}

static void beyond_a_pending_one(void **state)
{
    (void)state;
    hear(0, 6, 4);                                   /* 1 2 3 5 6 */
    hear(1, 3, 0);
    assert_true(ckptm_numbers_needed(&all, COMM, 3));
    assert_false(ckptm_numbers_needed(&all, COMM, 4));
    assert_true(ckptm_numbers_needed(&all, COMM, 6));
    assert_false(ckptm_numbers_needed(&all, COMM, 7));
    assert_false(ckptm_numbers_needed(&all, COMM + 1, 1));
    assert_int_equal(ckptm_numbers_beyond(&all.list[0], 3), 2);
    assert_int_equal(ckptm_numbers_beyond(&all.list[0], 6), 0);
    hear(2, 4, 0);
    assert_true(ckptm_numbers_needed(&all, COMM, 4));
    ckptm_numbers_clear(&all);
}

static void several_at_once(void **state)
{
    const ckptm_u64 words[] = { COMM, 9, 2, 8, 7, COMM + 1, 2, 0 };

    (void)state;
    ckptm_numbers_hear(&all, 0, (const unsigned char *)words, sizeof words);
    assert_int_equal(all.count, 2);
    assert_true(ckptm_numbers_needed(&all, COMM, 9));
    assert_false(ckptm_numbers_needed(&all, COMM, 7));
    assert_true(ckptm_numbers_needed(&all, COMM + 1, 2));
    ckptm_numbers_clear(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(beyond_a_pending_one), cmocka_unit_test(several_at_once) };

    return cmocka_run_group_tests(tests, 0, 0);
}
