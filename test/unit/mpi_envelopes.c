/* mpi_envelopes.c - the hashed counters of envelopes against the paper's simplest form, a list searched from the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "mpi/envelopes/envelopes.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_a_list) };

    return cmocka_run_group_tests(tests, 0, 0);
}
