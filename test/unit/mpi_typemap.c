/* mpi_typemap.c - the predefined datatypes: common form and back, long doubles of all formats included; pairs; data given and refused. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "mpi/handles/basics.h"
#include "mpi/handles/typemap.h"

static void there_and_back(int type, const void *memory, size_t count)
{
    size_t size = ckptm_basic_size(type) * count;
    unsigned char *common = calloc(1, ckptm_common_size(type, count)), *back = calloc(1, size);

    ckptm_common_put(type, count, memory, common);
    assert_true(ckptm_common_get(type, count, common, back));
    assert_memory_equal(memory, back, size);
    free(common);
    free(back);
}

static void values(void **state)
{
    const short s[] = { -1, 32767, -32768 };
    const unsigned w[] = { 0x41, 0x20ac };
    const float f[] = { 1.5f, -0.0f, INFINITY };
    const double _Complex c[] = { 1 + 2 * I, -3.25 };
    long double l[4];

    (void)state;
    memset(l, 0, sizeof l);                          /* padding is zero */
    l[0] = 1.0L / 3;
    l[1] = -LDBL_MIN;
    l[2] = LDBL_MAX;
    there_and_back(MPI_SHORT, s, 3);
    there_and_back(MPI_WCHAR, w, 2);
    there_and_back(MPI_FLOAT, f, 3);
    there_and_back(MPI_C_DOUBLE_COMPLEX, c, 2);
    for (int i = 0; i < 4; i++) {
        unsigned char common[24];
        long double back;

        ckptm_common_put(MPI_LONG_DOUBLE, 1, &l[i], common);
        assert_true(ckptm_common_get(MPI_LONG_DOUBLE, 1, common, &back));
        assert_true(back == l[i]);
    }
}

static void what_does_not_fit(void **state)
{
    const long long big = 1LL << 40;
    unsigned char common[24];
    int small;
    long double l;

    (void)state;
    ckptm_common_put(MPI_LONG_LONG, 1, &big, common);
    assert_false(ckptm_common_get(MPI_INT, 1, common, &small));
    memset(common, 0, sizeof common);
    common[0] = 1;                                   /* 128 digits: no format here has so many */
    memset(common + 8, 255, 16);
    assert_false(ckptm_common_get(MPI_LONG_DOUBLE, 1, common, &l));
    assert_true(ckptm_basic_alike(MPI_INT, MPI_UNSIGNED));
    assert_false(ckptm_basic_alike(MPI_INT, MPI_FLOAT));
    assert_false(ckptm_basic_alike(MPI_SHORT, MPI_INT));
}

/* { char, 2 shorts } three times, the second and third 12 bytes on, then an int */
static void blocks(void **state)
{
    ckptm_map *c = ckptm_map_basic(MPI_CHAR), *s = ckptm_map_basic(MPI_SHORT), *i = ckptm_map_basic(MPI_INT);
    const ckptm_block first[] = { { 0, 1, 1, c }, { 2, 2, 2, s } };
    ckptm_map *inner = ckptm_map_blocks(first, 2, CKPTM_PADDED);
    const ckptm_block second[] = { { 0, 3, 12, inner }, { 40, 1, 4, i } };
    ckptm_map *outer = ckptm_map_blocks(second, 2, CKPTM_PADDED);
    ckptm_cursor cursor;
    ckptm_u64 rest, n;
    int basic;

    (void)state;
    assert_int_equal(ckptm_map_extent(inner), 6);
    assert_int_equal(inner->size, 5);
    assert_int_equal(ckptm_map_extent(outer), 44);
    assert_int_equal(outer->size, 19);
    assert_int_equal(outer->elements, 10);
    assert_int_equal(outer->nrows, 7);
    assert_int_equal(ckptm_elements_in(outer->rows, outer->nrows, 19 + 5 + 1 + 2, &rest), 10 + 3 + 2);
    assert_int_equal(rest, 0);
    assert_int_equal(ckptm_elements_size(outer->rows, outer->nrows, 15), 27);
    ckptm_cursor_open(&cursor, inner->rows, inner->nrows, 4);
    assert_int_equal(ckptm_cursor_next(&cursor, 9, &basic), 1);
    n = ckptm_cursor_next(&cursor, 9, &basic);
    assert_int_equal(n, 2);
    assert_int_equal(basic, MPI_SHORT);
    n = ckptm_cursor_next(&cursor, 9, &basic);
    assert_int_equal(n, 1);
    assert_int_equal(ckptm_cursor_next(&cursor, 9, &basic), 0);
    assert_true(ckptm_rows_same(inner->rows, 2, inner->rows, 2, 100));
    assert_false(ckptm_rows_same(inner->rows, 2, outer->rows, 7, 10));
    assert_true(ckptm_rows_same(inner->rows, 2, outer->rows, 7, 9));
    ckptm_map_drop(outer);
    ckptm_map_drop(inner);
    ckptm_map_drop(c);
    ckptm_map_drop(s);
    ckptm_map_drop(i);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(values), cmocka_unit_test(what_does_not_fit), cmocka_unit_test(blocks) };

    return cmocka_run_group_tests(tests, 0, 0);
}
