/* mpi_order.c - the order of late messages of several tags (runtime/mpi/store/order.h): as sent, where the sender still knows it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "mpi/store/order.h"

enum { COMM = 5, SIZE = 3, PEER = 2 };

static ckptm_window window;

static void send(int number, int tag, ckptm_u64 position) { ckptm_order_sent(number, COMM, SIZE, PEER, tag, position, 7); }

static void tell(int number)
{
    size_t count;
    const ckptm_run *runs = ckptm_order_runs(number, COMM, PEER, &count);

    for (size_t i = 0; i < count; i++) {
        ckptm_run run = runs[i];

        run.source = 1;
        ckptm_order_hear(&window, &run);
    }
}

static void keep(int tag, ckptm_u64 position)
{
    ckptm_copy_add(&window.late, (ckptm_copy){ .comm = COMM, .peer = 1, .tag = tag, .position = position });
}

static void expect(size_t at, int tag, ckptm_u64 position, ckptm_u64 order)
{
    assert_int_equal(window.late.list[at].tag, tag);
    assert_int_equal(window.late.list[at].position, position);
    assert_int_equal(window.late.list[at].order, order);
}

static void as_sent(void **state)
{
    (void)state;
    send(1, 7, 1);
    send(1, 4, 1);
    send(1, 4, 2);
    send(1, 7, 2);
    tell(1);
    keep(7, 2);                                      /* received in another order, and the first not late */
    keep(4, 2);
    keep(4, 1);
    ckptm_order_late(&window);
    expect(0, 4, 1, 2);
    expect(1, 4, 2, 3);
    expect(2, 7, 2, 4);
    ckptm_window_clear(&window);
}

static void forgotten(void **state)
{
    enum { MANY = 1000 };

    (void)state;
    for (int i = 0; i < MANY; i++)
        send(2, i % 2, (ckptm_u64)i / 2 + 1);
    tell(2);
    assert_in_range(window.nruns, CKPTM_RUNS / 2, CKPTM_RUNS);
    for (int tag = 1; tag >= 0; tag--)
        for (int i = MANY / 2; i >= 1; i--)
            keep(tag, (ckptm_u64)i);
    ckptm_order_late(&window);
    expect(0, 0, 1, 0);                              /* not known: before all others, by tag and position */
    expect(1, 0, 2, 0);
    for (int i = MANY - CKPTM_RUNS / 2; i < MANY; i++)
        expect((size_t)i, i % 2, (ckptm_u64)i / 2 + 1, (ckptm_u64)i + 1);
    ckptm_window_clear(&window);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_sent), cmocka_unit_test(forgotten) };

    return cmocka_run_group_tests(tests, 0, 0);
}
