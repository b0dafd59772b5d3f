/* real.c - floating formats: exact conversions, specials, what does not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "types/real.h"

static uint64_t bits(double d)
{
    uint64_t v;
    memcpy(&v, &d, 8);
    return v;
}

/* From one format to another and back gives the same bits. */
static void there_and_back(int from, int to, uint64_t high, uint64_t low)
{
    ckpti_real r, again;
    uint64_t h = 0, l = 0, h2 = 0, l2 = 0;
    assert_true(ckpti_real_unpack(from, high, low, &r));
    assert_true(ckpti_real_pack(to, &r, &h, &l));
    assert_true(ckpti_real_unpack(to, h, l, &again));
    assert_true(ckpti_real_pack(from, &again, &h2, &l2));
    assert_true(h2 == high && l2 == low);
}

static const int formats[] = {CKPTI_BINARY64, CKPTI_X87, CKPTI_BINARY128, CKPTI_DOUBLEDOUBLE};

static void doubles_fit_everywhere(void **state)
{
    (void)state;
    static const double values[] = {0.0, -0.0, 1.0, -1.0, 0.5, 0.1, 1e300, -1e-300, 1.7976931348623157e308, 2.2250738585072014e-308};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        for (size_t f = 0; f < 4; f++)
            there_and_back(CKPTI_BINARY64, formats[f], 0, bits(values[i]));
    static const uint64_t special[] = {1, 0x000fffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000,
                                       0xfff8000000000000, 0x7ff0000000000001, 0x7ff8000000000123};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        for (size_t f = 0; f < 4; f++)
            there_and_back(CKPTI_BINARY64, formats[f], 0, special[i]);
}

static bool fits(int from, uint64_t high, uint64_t low, int to)
{
    ckpti_real r;
    uint64_t h, l;
    assert_true(ckpti_real_unpack(from, high, low, &r));
    return ckpti_real_pack(to, &r, &h, &l);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    assert_false(fits(CKPTI_BINARY64, 0, bits(0.1), CKPTI_BINARY32));
    assert_true(fits(CKPTI_BINARY64, 0, bits(0.25), CKPTI_BINARY32));
    assert_false(fits(CKPTI_BINARY64, 0, bits(1e300), CKPTI_BINARY32));
    assert_true(fits(CKPTI_BINARY64, 0, bits(1.401298464324817e-45), CKPTI_BINARY32)); /* its least */
    assert_false(fits(CKPTI_BINARY64, 0, bits(7e-46), CKPTI_BINARY32));
    /* one third as binary128 */
    uint64_t high = 0x3ffd555555555555, low = 0x5555555555555555;
    assert_false(fits(CKPTI_BINARY128, high, low, CKPTI_X87));
    assert_false(fits(CKPTI_BINARY128, high, low, CKPTI_BINARY64));
    assert_false(fits(CKPTI_BINARY128, high, low, CKPTI_DOUBLEDOUBLE));
    /* one third as x87, and as double-double */
    there_and_back(CKPTI_X87, CKPTI_BINARY128, 0x3ffd, 0xaaaaaaaaaaaaaaab);
    there_and_back(CKPTI_X87, CKPTI_DOUBLEDOUBLE, 0x3ffd, 0xaaaaaaaaaaaaaaab);
    there_and_back(CKPTI_DOUBLEDOUBLE, CKPTI_BINARY128, 0x3fd5555555555555, 0x3c75555555555555);
    assert_false(fits(CKPTI_X87, 0x7ffe, UINT64_MAX, CKPTI_BINARY64));   /* too large */
    assert_false(fits(CKPTI_X87, 1, (uint64_t)1 << 63, CKPTI_BINARY64)); /* too small */
    there_and_back(CKPTI_X87, CKPTI_BINARY128, 0, 1);                    /* denormal */
}

static void double_double(void **state)
{
    (void)state;
    ckpti_real r;
    /* 1 + 2^-100 needs 101 digits; 1 + 2^-200 needs too many for one number of ours */
    there_and_back(CKPTI_DOUBLEDOUBLE, CKPTI_BINARY128, bits(1.0), bits(0x1p-100));
    there_and_back(CKPTI_DOUBLEDOUBLE, CKPTI_BINARY128, bits(1.0), bits(-0x1p-100));
    assert_false(ckpti_real_unpack(CKPTI_DOUBLEDOUBLE, bits(1.0), bits(0x1p-200), &r));
    there_and_back(CKPTI_DOUBLEDOUBLE, CKPTI_DOUBLEDOUBLE, bits(-2.0), bits(0x1p-60));
    there_and_back(CKPTI_DOUBLEDOUBLE, CKPTI_BINARY64, bits(0.5), 0);
}

static void x87_odd_ones(void **state)
{
    (void)state;
    ckpti_real r;
    uint64_t h, l;
    assert_false(ckpti_real_unpack(CKPTI_X87, 0x3fff, 1, &r));                /* unnormal */
    assert_true(ckpti_real_unpack(CKPTI_X87, 0, (uint64_t)1 << 63, &r));      /* pseudo-denormal */
    assert_true(ckpti_real_pack(CKPTI_X87, &r, &h, &l));
    assert_true(h == 1 && l == (uint64_t)1 << 63);
}

static void this_machine(void **state)
{
    (void)state;
    unsigned char image[16];
    ckpti_real r;
    static const long double values[] = {0.5L, -1.0L / 3, 0.0L, 1e30L, 1.0L + 0x1p-50L};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        long double again = 7;
        ckpti_real_encode(__LDBL_MANT_DIG__, &values[i], image);
        assert_true(ckpti_real_from_image(__LDBL_MANT_DIG__, image, &r));
        assert_true(ckpti_real_store(__LDBL_MANT_DIG__, &r, &again, sizeof again));
        assert_true(again == values[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_fit_everywhere), cmocka_unit_test(what_does_not_fit_is_refused), cmocka_unit_test(double_double),
        cmocka_unit_test(x87_odd_ones), cmocka_unit_test(this_machine),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
