/* xdr.c - arrays in bulk give libtirpc's bytes and read them back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "xdr/xdr_bulk.h"
#include "xdr/xdr_stream.h"

#define MANY 5000

static unsigned char values[MANY * 8 + 64], wire[MANY * 8 + 64], theirs[MANY * 8 + 64], back[MANY * 8 + 64];

typedef bool_t (*bulk_filter)(XDR *, void *, size_t);
static const struct kind {
    const char *name;
    size_t size, wire;
    xdrproc_t one;
    bulk_filter many;
} kinds[] = {
    { "double", 8, 8, (xdrproc_t)xdr_double, (bulk_filter)ckpt_xdr_doubles },
    { "float", 4, 4, (xdrproc_t)xdr_float, (bulk_filter)ckpt_xdr_floats },
    { "int", 4, 4, (xdrproc_t)xdr_int, (bulk_filter)ckpt_xdr_ints },
    { "u_int", 4, 4, (xdrproc_t)xdr_u_int, (bulk_filter)ckpt_xdr_uints },
    { "hyper", 8, 8, (xdrproc_t)xdr_hyper, (bulk_filter)ckpt_xdr_hypers },
    { "u_hyper", 8, 8, (xdrproc_t)xdr_u_hyper, (bulk_filter)ckpt_xdr_uhypers },
    { "short", 2, 4, (xdrproc_t)xdr_short, (bulk_filter)ckpt_xdr_shorts },
    { "char", 1, 4, (xdrproc_t)xdr_char, (bulk_filter)ckpt_xdr_chars },
};
#define KINDS (sizeof kinds / sizeof *kinds)

static int fill(void **unused)
{
    uint64_t x = 88172645463325252u;

    (void)unused;
    for (size_t i = 0; i < sizeof values; i++) {
        x ^= x << 13, x ^= x >> 7, x ^= x << 17;
        values[i] = (unsigned char)x;
    }
    return 0;
}

static size_t reference(const struct kind *kind, size_t count)
{
    XDR xdr;

    memset(theirs, 0xee, sizeof theirs);
    xdrmem_create(&xdr, (char *)theirs, sizeof theirs, XDR_ENCODE);
    assert_true(xdr_vector(&xdr, (char *)values, (u_int)count, (u_int)kind->size, kind->one));
    xdr_destroy(&xdr);
    return count * kind->wire;
}

static void on_memory(void **unused)
{
    static const size_t counts[] = { 0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 63, 64, 65, 127, 1000, 1023, MANY };

    (void)unused;
    for (size_t k = 0; k < KINDS; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            size_t bytes = reference(&kinds[k], counts[c]);
            XDR xdr;

            memset(wire, 0xee, sizeof wire);
            xdrmem_create(&xdr, (char *)wire, sizeof wire, XDR_ENCODE);
            assert_true(kinds[k].many(&xdr, values, counts[c]));
            assert_int_equal(xdr_getpos(&xdr), bytes);
            xdr_destroy(&xdr);
            assert_memory_equal(wire, theirs, sizeof wire);

            memset(back, 0, sizeof back);
            xdrmem_create(&xdr, (char *)wire, (u_int)bytes, XDR_DECODE);
            assert_true(kinds[k].many(&xdr, back, counts[c]));
            assert_memory_equal(back, values, counts[c] * kinds[k].size);
            if (counts[c]) {                       /* there is no more: one too many fails */
                xdr_destroy(&xdr);
                xdrmem_create(&xdr, (char *)wire, (u_int)bytes, XDR_DECODE);
                assert_false(kinds[k].many(&xdr, back, counts[c] + 1));
            }
            xdr_destroy(&xdr);
        }
}

static void on_stdio(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < KINDS; k++) {
        size_t bytes = reference(&kinds[k], MANY);
        FILE *file = tmpfile();
        XDR xdr;

        xdrstdio_create(&xdr, file, XDR_ENCODE);
        assert_true(kinds[k].many(&xdr, values, MANY));
        xdr_destroy(&xdr);
        rewind(file);
        assert_int_equal(fread(wire, 1, sizeof wire, file), bytes);
        assert_memory_equal(wire, theirs, bytes);
        rewind(file);
        xdrstdio_create(&xdr, file, XDR_DECODE);
        memset(back, 0, sizeof back);
        assert_true(kinds[k].many(&xdr, back, MANY));
        assert_memory_equal(back, values, MANY * kinds[k].size);
        xdr_destroy(&xdr);
        fclose(file);
    }
}

struct tape {
    unsigned char *bytes;
    size_t at, size;
};

static bool tape_put(void *context, const void *data, size_t size)
{
    struct tape *tape = context;

    if (size > tape->size - tape->at)
        return false;
    memcpy(tape->bytes + tape->at, data, size);
    tape->at += size;
    return true;
}

static bool tape_get(void *context, void *data, size_t size)
{
    struct tape *tape = context;

    if (size > tape->size - tape->at)
        return false;
    memcpy(data, tape->bytes + tape->at, size);
    tape->at += size;
    return true;
}

/* A handle of ours: libtirpc's filters and our arrays on it, mixed. */
static bool_t mixture(XDR *xdr, int *i, int64_t *h, char **s, double *d, double *array, size_t count)
{
    return xdr_int(xdr, i) && xdr_hyper(xdr, h) && xdr_string(xdr, s, 100) && xdr_double(xdr, d)
           && ckpt_xdr_doubles(xdr, array, count) && xdr_int(xdr, i);
}

static void on_io(void **unused)
{
    struct tape tape = { wire, 0, sizeof wire };
    ckpt_xdr_io io = { tape_put, tape_get, &tape };
    int i = -4711;
    int64_t h = -5000000000;
    char *s = "seven b", *text = 0;
    double d = -0.1, array[3] = { 1, -2, 1e300 };
    XDR xdr;
    size_t bytes;

    (void)unused;
    memset(wire, 0, sizeof wire);
    memset(theirs, 0, sizeof theirs);
    ckpt_xdr_create(&xdr, &io, XDR_ENCODE);
    assert_true(mixture(&xdr, &i, &h, &s, &d, array, 3));
    xdr_destroy(&xdr);
    bytes = tape.at;
    xdrmem_create(&xdr, (char *)theirs, sizeof theirs, XDR_ENCODE);
    assert_true(mixture(&xdr, &i, &h, &s, &d, array, 3));
    assert_int_equal(xdr_getpos(&xdr), bytes);
    xdr_destroy(&xdr);
    assert_memory_equal(wire, theirs, bytes);

    tape = (struct tape){ wire, 0, bytes };
    i = 0, h = 0, d = 0, array[0] = array[1] = array[2] = 0;
    ckpt_xdr_create(&xdr, &io, XDR_DECODE);
    assert_true(mixture(&xdr, &i, &h, &text, &d, array, 3));
    assert_int_equal(i, -4711);
    assert_true(h == -5000000000 && d == -0.1 && array[0] == 1 && array[1] == -2 && array[2] == 1e300);
    assert_string_equal(text, "seven b");
    assert_false(xdr_int(&xdr, &i));
    xdr_destroy(&xdr);
    free(text);
}

/* Every alignment of both sides, lengths around those of vectors; nothing beyond the ends is touched. */
static void alignments(void **unused)
{
    (void)unused;
    for (size_t to = 0; to < 33; to++)
        for (size_t from = 0; from < 33; from++)
            for (size_t n = 0; n < 40; n++) {
                memset(wire, 0xee, 1024);
                memset(back, 0xee, 1024);
                ckpt_xdr_copy64(wire + 8 + to, values + from, n);
                ckpt_xdr_copy64(back + 8 + from, wire + 8 + to, n);
                assert_memory_equal(back + 8 + from, values + from, n * 8);
                assert_int_equal(wire[7 + to], 0xee);
                assert_int_equal(wire[8 + to + 8 * n], 0xee);
                for (size_t i = 0; i < 8 * n; i++)
                    assert_int_equal(wire[8 + to + i], values[from + (CKPT_XDR_NATIVE ? i : i / 8 * 8 + 7 - i % 8)]);
                ckpt_xdr_copy32(wire + 8 + to, values + from, n);
                for (size_t i = 0; i < 4 * n; i++)
                    assert_int_equal(wire[8 + to + i], values[from + (CKPT_XDR_NATIVE ? i : i / 4 * 4 + 3 - i % 4)]);
            }
}

/* Arrays so large that they are written past the caches, at several alignments, and in place. */
static void large(void **unused)
{
    size_t count = CKPT_XDR_STREAM_BYTES / 8 + 1237;
    unsigned char *in = malloc(count * 8 + 64), *out = malloc(count * 8 + 64);

    (void)unused;
    assert_non_null(in);
    assert_non_null(out);
    for (size_t i = 0; i < count * 8 + 64; i++)
        in[i] = (unsigned char)(i * 2654435761u >> 11);
    for (size_t shift = 0; shift <= 24; shift += 4) {
        uint64_t a, b;

        memset(out, 0xee, count * 8 + 64);
        ckpt_xdr_copy64(out + shift, in + 4, count);
        for (size_t i = 0; i < count; i++) {
            memcpy(&a, in + 4 + 8 * i, 8);
            b = ckpt_xdr_get64(out + shift + 8 * i);
            assert_true(a == b);
        }
        assert_int_equal(out[shift + 8 * count], 0xee);
        ckpt_xdr_copy32(out + shift, out + shift, 2 * count);
        ckpt_xdr_copy32(out + shift, out + shift, 2 * count);
        ckpt_xdr_copy64(out + shift, out + shift, count);
        assert_memory_equal(out + shift, in + 4, 8 * count);
        ckpt_xdr_copy32(out + shift, in + 4, 2 * count);
        for (size_t i = 0; i < 2 * count; i++) {
            uint32_t v;
            memcpy(&v, in + 4 + 4 * i, 4);
            assert_true(v == ckpt_xdr_get32(out + shift + 4 * i));
        }
        assert_int_equal(out[shift + 8 * count], 0xee);
    }
    free(in);
    free(out);
}

/* A value that does not fit is found, wherever it stands. */
static void ranges(void **unused)
{
    static int16_t shorts[MANY], shorts2[MANY];
    static uint16_t ushorts[MANY], ushorts2[MANY];
    static signed char schars[MANY], schars2[MANY];
    static unsigned char uchars[MANY], uchars2[MANY];
    static const size_t places[] = { 0, 1, 17, 1023, 1024, 1025, 3000, MANY - 1 };

    (void)unused;
    for (int i = 0; i < MANY; i++)
        shorts[i] = (int16_t)(i * 13 - 32768), ushorts[i] = (uint16_t)(i * 13), schars[i] = (signed char)i, uchars[i] = (unsigned char)i;
    shorts[0] = INT16_MIN, shorts[1] = INT16_MAX, ushorts[0] = UINT16_MAX, schars[0] = -128, uchars[0] = 255;
#define CHECK(NAME, array, array2, TOO_MUCH)                                            \
    ckpt_xdr_put_##NAME(wire, array, MANY);                                             \
    assert_int_equal(ckpt_xdr_get_##NAME(array2, wire, MANY), MANY);                    \
    assert_memory_equal(array2, array, sizeof array);                                   \
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {                       \
        ckpt_xdr_put_##NAME(wire, array, MANY);                                         \
        ckpt_xdr_put32(wire + 4 * places[p], (uint32_t)(TOO_MUCH));                     \
        assert_int_equal(ckpt_xdr_get_##NAME(array2, wire, MANY), places[p]);           \
    }
    CHECK(short, shorts, shorts2, 32768)
    CHECK(short, shorts, shorts2, -32769)
    CHECK(ushort, ushorts, ushorts2, 65536)
    CHECK(ushort, ushorts, ushorts2, -1)
    CHECK(schar, schars, schars2, 128)
    CHECK(schar, schars, schars2, -129)
    CHECK(uchar, uchars, uchars2, 256)
    CHECK(uchar, uchars, uchars2, -1)
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_memory), cmocka_unit_test(on_stdio), cmocka_unit_test(on_io),
        cmocka_unit_test(alignments), cmocka_unit_test(large), cmocka_unit_test(ranges),
    };

    return cmocka_run_group_tests(tests, fill, 0);
}
