/* types.c - unification of descriptors, leaves and places, conversion with range checks. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "objects/unit_types.h"
#include "types/decode.h"
#include "types/encode.h"
#include "types/locate.h"
#include "types/padding.h"
#include "types/path.h"
#include "types/universe.h"

struct point { short x; double y[3]; char tag; };
struct pair { struct point a, b; int n; };

static const ckptg_type *basic(unsigned kind) { return ckpti_basic_type(kind); }

/* Descriptors as two units have them: equal, but not the same. */
#define UNIT(unit)                                                                                                                   \
    static ckptg_type double3_##unit, point_##unit, pair_##unit, pointer_##unit, other_##unit;                                                   \
    static ckptg_field point_f_##unit[3], pair_f_##unit[3], other_f_##unit[1];                                                             \
    static void describe_##unit(void)                                                                                                \
    {                                                                                                                             \
        double3_##unit = (ckptg_type){.kind = CKPTG_ARRAY, .name = "double[3]", .size = 24, .align = 8,                              \
                                   .elem = basic(CKPTG_DOUBLE), .count = 3};                                                      \
        point_f_##unit[0] = (ckptg_field){"x", basic(CKPTG_SHORT), offsetof(struct point, x), 0, 1, 0, 0};                           \
        point_f_##unit[1] = (ckptg_field){"y", &double3_##unit, offsetof(struct point, y), 0, 1, 0, 0};                                 \
        point_f_##unit[2] = (ckptg_field){"tag", basic(CKPTG_CHAR), offsetof(struct point, tag), 0, 1, 0, 0};                        \
        point_##unit = (ckptg_type){.kind = CKPTG_STRUCT, .nfields = 3, .name = "struct point", .size = sizeof(struct point),        \
                                 .align = _Alignof(struct point), .fields = point_f_##unit};                                         \
        pair_f_##unit[0] = (ckptg_field){"a", &point_##unit, offsetof(struct pair, a), 0, 1, 0, 0};                                     \
        pair_f_##unit[1] = (ckptg_field){"b", &point_##unit, offsetof(struct pair, b), 0, 1, 0, 0};                                     \
        pair_f_##unit[2] = (ckptg_field){"n", basic(CKPTG_INT), offsetof(struct pair, n), 0, 1, 0, 0};                               \
        pair_##unit = (ckptg_type){.kind = CKPTG_STRUCT, .nfields = 3, .name = "struct pair", .size = sizeof(struct pair),           \
                                .align = _Alignof(struct pair), .fields = pair_f_##unit};                                            \
        pointer_##unit = (ckptg_type){.kind = CKPTG_POINTER, .name = "struct pair *", .size = sizeof(void *),                        \
                                   .align = sizeof(void *), .elem = &pair_##unit};                                                   \
        other_f_##unit[0] = (ckptg_field){"p", &pointer_##unit, 0, 0, 1, 0, 0};                                                         \
        other_##unit = (ckptg_type){.kind = CKPTG_STRUCT, .nfields = 1, .name = "struct other", .size = sizeof(void *),              \
                                 .align = sizeof(void *), .fields = other_f_##unit};                                                 \
    }
UNIT(1)
UNIT(2)

static ckpti_universe *both(void)
{
    ckpti_universe *u = ckpti_universe_open();
    describe_1();
    describe_2();
    assert_true(ckpti_basic_types(u) && ckpti_universe_add(u, &other_1) && ckpti_universe_add(u, &other_2));
    return u;
}

static void one_type_of_two_units(void **state)
{
    (void)state;
    ckpti_universe *u = both();
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    assert_ptr_equal(ckpti_universe_type(u, &pair_1), ckpti_universe_type(u, &pair_2));
    assert_ptr_equal(ckpti_universe_type(u, &other_1), ckpti_universe_type(u, &other_2));
    assert_ptr_equal(ckpti_universe_type(u, &pointer_1)->elem, ckpti_universe_type(u, &pair_2));
    ckpti_universe_close(u);
    /* A difference far down makes two types of all that hold it. */
    u = both();
    point_f_2[2].name = "flag";
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    assert_ptr_not_equal(ckpti_universe_type(u, &pair_1), ckpti_universe_type(u, &pair_2));
    assert_ptr_not_equal(ckpti_universe_type(u, &other_1), ckpti_universe_type(u, &other_2));
    ckpti_universe_close(u);
}

static void incomplete_is_completed(void **state)
{
    (void)state;
    ckpti_universe *u = both();
    pair_2 = (ckptg_type){.kind = CKPTG_STRUCT, .flags = CKPTG_T_INCOMPLETE, .name = "struct pair"};
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    assert_ptr_equal(ckpti_universe_type(u, &pair_1), ckpti_universe_type(u, &pair_2));
    assert_ptr_equal(ckpti_universe_type(u, &other_1), ckpti_universe_type(u, &other_2));
    ckpti_universe_close(u);
}

static void places(void **state)
{
    (void)state;
    ckpti_universe *u = both();
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    const ckpti_type *pair = ckpti_universe_type(u, &pair_1), *point = ckpti_universe_type(u, &point_1);
    const ckpti_type *real = ckpti_universe_type(u, basic(CKPTG_DOUBLE)), *character = ckpti_universe_type(u, basic(CKPTG_CHAR));
    const ckpti_type *integer = ckpti_universe_type(u, basic(CKPTG_INT)), *uinteger = ckpti_universe_type(u, basic(CKPTG_UINT));
    ckpti_shape s = {pair, 4, 0, 0};
    assert_int_equal(pair->leaves, 11);
    assert_int_equal(point->enc, 4 + 24 + 4);
    assert_int_equal(ckpti_shape_leaves(&s), 44);
    size_t b = sizeof(struct pair) + offsetof(struct pair, b);
    struct { size_t at; const ckpti_type *to; enum ckpti_fit fit; uint64_t where; } cases[] = {
        {0, pair, CKPTI_FIT_START, 0},
        {sizeof(struct pair), pair, CKPTI_FIT_START, 11},
        {b, point, CKPTI_FIT_START, 16},
        {b + offsetof(struct point, y) + 8, real, CKPTI_FIT_START, 18},
        {b + offsetof(struct point, y) + 24, real, CKPTI_FIT_END, 19},               /* just after y[2] */
        {b + offsetof(struct point, y) + 24, character, CKPTI_FIT_START, 20},        /* which is tag */
        {b + offsetof(struct point, y) + 4, 0, CKPTI_FIT_BYTE, b + offsetof(struct point, y) + 4},
        {b + offsetof(struct point, y) + 4, character, CKPTI_FIT_NONE, 0},
        {b + offsetof(struct point, y), character, CKPTI_FIT_NONE, 0},               /* a double, byte by byte */
        {sizeof(struct pair), character, CKPTI_FIT_START_LOOSE, 11},                 /* as void pointers were once written */
        {b + offsetof(struct point, y) + 4, real, CKPTI_FIT_NONE, 0},
        {4 * sizeof(struct pair), pair, CKPTI_FIT_END, 43},
        {4 * sizeof(struct pair), 0, CKPTI_FIT_END_LOOSE, 43},
        {sizeof(struct pair), 0, CKPTI_FIT_START_LOOSE, 11},
        {offsetof(struct pair, n), integer, CKPTI_FIT_START, 10},
        {offsetof(struct pair, n), uinteger, CKPTI_FIT_START, 10},
        {offsetof(struct pair, n), real, CKPTI_FIT_NONE, 0},
    };
    ckpti_matcher *m = ckpti_matcher_open();
    const ckpti_pair *same, *leaf_pair = 0;
    assert_int_equal(ckpti_match(m, pair, pair, false, &same), CKPT_OK);
    assert_true(same->same_layout);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ckpti_place p = ckpti_locate(&s, 0, cases[i].at, cases[i].to);
        assert_int_equal(p.fit, cases[i].fit);
        if (p.fit != CKPTI_FIT_NONE)
            assert_int_equal(p.where, cases[i].where);
        if (p.fit <= CKPTI_FIT_BYTE)
            continue;
        uint64_t offset;
        const ckpti_type *leaf;
        bool after = p.fit == CKPTI_FIT_END || p.fit == CKPTI_FIT_END_LOOSE;
        assert_true(ckpti_leaf_offset(same, &s, p.where, after, &(ckpti_pointing){cases[i].to, cases[i].to, false}, &offset, &leaf));
        assert_int_equal(offset, cases[i].at);
    }
    (void)leaf_pair;
    char path[64];
    ckpti_leaf_path(&s, 18, true, path, sizeof path);
    assert_string_equal(path, "[1].b.y[1]");
    ckpti_leaf_path(&s, 18, true, path, 5);
    assert_string_equal(path, "[1].");
    ckpti_matcher_close(m);
    ckpti_universe_close(u);
}

/* ---- conversions ---- */

static bool no_pointers(ckpti_decoder *d, const ckpti_pair *p, const unsigned char *data, void *slot)
{
    (void)d, (void)p, (void)data, (void)slot;
    return false;
}

/* Encode as one kind, decode as another; true if it fits. */
static bool convert(ckpti_universe *u, unsigned from, const void *value, unsigned to, void *out)
{
    const ckpti_type *a = ckpti_universe_type(u, basic(from)), *b = ckpti_universe_type(u, basic(to));
    unsigned char image[32];
    ckpti_encoder e = {0};
    ckpti_decoder d = {.pointer = no_pointers};
    ckpti_matcher *m = ckpti_matcher_open();
    const ckpti_pair *p;
    bool fits = ckpti_match(m, a, b, true, &p) == CKPT_OK;
    ckpti_encode(&e, a, value, image);
    fits = fits && ckpti_decode(&d, p, image, out);
    ckpti_matcher_close(m);
    return fits;
}

static void integers(void **state)
{
    (void)state;
    ckpti_universe *u = both();
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    long long ll, values[] = {0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, -32769, INT_MAX, (long long)INT_MAX + 1, INT_MIN,
                              UINT_MAX, (long long)UINT_MAX + 1, LLONG_MAX, LLONG_MIN};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        long long v = values[i];
        signed char sc;
        unsigned char uc;
        short s;
        unsigned w;
        int n;
        _Bool b;
        unsigned long long ull;
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_SCHAR, &sc), v >= -128 && v <= 127);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_UCHAR, &uc), v >= 0 && v <= 255);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_SHORT, &s), v >= SHRT_MIN && v <= SHRT_MAX);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_INT, &n), v >= INT_MIN && v <= INT_MAX);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_UINT, &w), v >= 0 && v <= UINT_MAX);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_BOOL, &b), v == 0 || v == 1);
        assert_int_equal(convert(u, CKPTG_LLONG, &v, CKPTG_ULLONG, &ull), v >= 0);
        if (convert(u, CKPTG_LLONG, &v, CKPTG_INT, &n))
            assert_true(n == v && convert(u, CKPTG_INT, &n, CKPTG_LLONG, &ll) && ll == v);
    }
    unsigned long long big = ULLONG_MAX;
    assert_false(convert(u, CKPTG_ULLONG, &big, CKPTG_LLONG, &ll));
#ifdef __SIZEOF_INT128__
    __int128 wide = (__int128)1 << 100, back;
    assert_false(convert(u, CKPTG_INT128, &wide, CKPTG_LLONG, &ll));
    assert_true(convert(u, CKPTG_INT128, &wide, CKPTG_INT128, &back) && back == wide);
    wide = -5;
    assert_true(convert(u, CKPTG_INT128, &wide, CKPTG_LLONG, &ll) && ll == -5);
    assert_true(convert(u, CKPTG_LLONG, &ll, CKPTG_INT128, &back) && back == -5);
#endif
    ckpti_universe_close(u);
}

static void reals(void **state)
{
    (void)state;
    ckpti_universe *u = both();
    assert_int_equal(ckpti_universe_finish(u), CKPT_OK);
    double d = 0.1, e;
    float f;
    long double l;
    int n;
    assert_false(convert(u, CKPTG_DOUBLE, &d, CKPTG_FLOAT, &f));
    assert_true(convert(u, CKPTG_DOUBLE, &d, CKPTG_LDOUBLE, &l) && l == (long double)0.1);
    assert_true(convert(u, CKPTG_LDOUBLE, &l, CKPTG_DOUBLE, &e) && e == d);
    assert_false(convert(u, CKPTG_DOUBLE, &d, CKPTG_INT, &n));
    d = 0.375;
    assert_true(convert(u, CKPTG_DOUBLE, &d, CKPTG_FLOAT, &f) && f == 0.375f);
    double _Complex c = 1.5 - 2.5 * __extension__ 1i;
    float _Complex fc;
    assert_true(convert(u, CKPTG_CDOUBLE, &c, CKPTG_CFLOAT, &fc));
    assert_true(__real__ fc == 1.5f && __imag__ fc == -2.5f);
    ckpti_universe_close(u);
}

static void sizes_do_not_overflow(void **state)
{
    (void)state;
    ckpti_type elem = {.kind = CKPTG_DOUBLE, .mant = 53, .size = 8}, array = {.kind = CKPTG_ARRAY, .elem = &elem, .count = UINT64_MAX / 4};
    assert_true(ckpti_type_measure(&elem));
    assert_false(ckpti_type_measure(&array));
    uint64_t n;
    assert_false(ckpti_array_enc(&elem, UINT64_MAX / 8 + 2, &n));
    assert_true(ckpti_array_enc(&elem, 5, &n) && n == 40);
}

/* ---- padding elsewhere ---- */

/* A structure of two members; offset: of the second. */
static ckpti_type structure(ckpti_field f[2], const ckpti_type *a, const ckpti_type *b, uint64_t offset, uint64_t size, unsigned flags)
{
    f[0] = (ckpti_field){.name = "a", .type = a};
    f[1] = (ckpti_field){.name = "b", .type = b, .offset = offset};
    return (ckpti_type){.kind = CKPTG_STRUCT, .flags = (uint8_t)flags, .name = "s", .nfields = b ? 2 : 1, .fields = f, .size = size};
}

static void borders(void **state)
{
    (void)state;
    ckpti_type of_long = {.kind = CKPTG_LONG, .size = 8}, of_int = {.kind = CKPTG_INT, .size = 4}, of_llong = {.kind = CKPTG_LLONG, .size = 8}, of_char = {.kind = CKPTG_CHAR, .size = 1};
    ckpti_type big = {.kind = CKPTG_ENUM, .size = 8, .elem = &of_llong}, big_here = {.kind = CKPTG_ENUM, .size = 8, .elem = &of_long}, small = {.kind = CKPTG_ENUM, .size = 4, .elem = &of_int};
    ckpti_type longs = {.kind = CKPTG_ARRAY, .elem = &of_long, .count = 7, .size = 56}, ints = {.kind = CKPTG_ARRAY, .elem = &of_int, .count = 3, .size = 12};
    ckpti_type chars = {.kind = CKPTG_ARRAY, .elem = &of_char, .count = 2, .size = 2};
    struct { const ckpti_type *array, *a, *b; uint64_t offset, size; unsigned flags; bool parts; } cases[] = {
        {&of_long, &of_long, &longs, 8, 64, 0, false},              /* as on 32 bits, but for the numbers' size */
        {&of_long, &of_long, &longs, 8, 64, CKPTG_T_ALIGNED, true},
        {&of_int, &of_int, &ints, 4, 16, CKPTG_T_ALIGNED, false},
        {&of_int, &big, &ints, 8, 24, 0, true},                     /* 20 bytes where long long is aligned to 4 */
        {&of_int, &small, &ints, 4, 16, 0, false},
        {&of_long, &big_here, &longs, 8, 64, 0, true},              /* long is shorter elsewhere, the enum is not */
        {&of_char, &of_char, &chars, 1, 3, 0, false},
        {&of_char, &of_char, &chars, 1, 3, CKPTG_T_UNNAMED, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ckpti_field f[2];
        ckpti_type row = structure(f, cases[i].a, cases[i].b, cases[i].offset, cases[i].size, cases[i].flags);
        ckpti_border b = {.array = cases[i].array, .closed = &row, .starts = &row};
        assert_int_equal(ckpti_may_part(&b), cases[i].parts);
    }
    /* A member behind an array of its type: only alignment moves it, and nothing between the rows of one. */
    ckpti_field f[2];
    ckpti_type around = structure(f, &longs, &of_long, 56, 64, 0);
    ckpti_border member = {.array = &of_long, .starts = &of_long, .around = &around}, rows = {.array = &of_long, .starts = &longs};
    assert_false(ckpti_may_part(&member));
    around.flags = CKPTG_T_ALIGNED;
    assert_true(ckpti_may_part(&member));
    assert_false(ckpti_may_part(&rows));
}

/* A structure that begins with no value: where it starts on the origin, and here. */
static void late_starts(void **state)
{
    (void)state;
    ckpti_type of_int = {.kind = CKPTG_INT, .size = 4}, of_long = {.kind = CKPTG_LONG, .size = 8}, of_char = {.kind = CKPTG_CHAR, .size = 1};
    ckpti_field late_f[2][2], outer_f[2][2];
    ckpti_type late[2], lates[2], outer[2];
    for (int side = 0; side < 2; side++) {
        of_long.size = side ? 4 : 8;
        late[side] = structure(late_f[side], &of_int, 0, 0, 8, 0);
        late_f[side][0].offset = 4;
        lates[side] = (ckpti_type){.kind = CKPTG_ARRAY, .elem = &late[side], .count = 3, .size = 24};
        outer[side] = structure(outer_f[side], &of_long, &lates[side], of_long.size, of_long.size + 24, 0);
        assert_true(ckpti_type_measure(&of_int) && ckpti_type_measure(&of_long) && ckpti_type_measure(&late[side]) && ckpti_type_measure(&lates[side]) &&
                    ckpti_type_measure(&outer[side]));
        outer[side].id = late[side].id = lates[side].id = (uint32_t)side + 1;
    }
    ckpti_matcher *m = ckpti_matcher_open();
    const ckpti_pair *pair;
    ckpti_shape two = {.type = &outer[0], .count = 2};
    uint64_t offset;
    assert_int_equal(ckpti_match(m, &outer[0], &outer[1], true, &pair), CKPT_OK);
    for (uint64_t i = 0; i < 2; i++)
        for (uint64_t k = 0; k < 3; k++) {
            assert_true(ckpti_late_start(pair, &two, i * 32 + 8 + k * 8, 0, &offset));
            assert_int_equal(offset, i * 28 + 4 + k * 8);
            assert_true(ckpti_late_start(pair, &two, i * 32 + 8 + k * 8, &of_char, &offset));
            assert_false(ckpti_late_start(pair, &two, i * 32 + 8 + k * 8, &of_int, &offset));
            assert_false(ckpti_late_start(pair, &two, i * 32 + 12 + k * 8, 0, &offset)); /* its member */
        }
    assert_false(ckpti_late_start(pair, &two, 0, 0, &offset));
    assert_false(ckpti_late_start(pair, &two, 64 + 8, 0, &offset));
    ckpti_matcher_close(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_type_of_two_units), cmocka_unit_test(incomplete_is_completed), cmocka_unit_test(places),
        cmocka_unit_test(integers), cmocka_unit_test(reals), cmocka_unit_test(sizes_do_not_overflow),
        cmocka_unit_test(borders), cmocka_unit_test(late_starts),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
