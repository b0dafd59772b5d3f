/* mpi_lineformat.c - a rank's part of a line: what is written is read; what is cut, changed or of another version is refused, whatever it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/store/lineformat.h"

static void *grow(void *old, size_t size)
{
    void *new = realloc(old, size);

    assert_non_null(new);
    return new;
}

static ckptm_line_out some(void)
{
    ckptm_line_out o = { .grow = grow };

    ckptm_line_begin(&o, &(ckptm_line_head){ 7, 2, 4, 0x1234, 1 });
    CKPTM_LINE_PUT(&o, envelope, .comm = 1, .sent = 9, .source = 3, .tag = 5);
    CKPTM_LINE_PUT(&o, late, .order = 1, .comm = UINT64_MAX, .position = 8, .source = 3, .tag = 5);
    ckptm_line_put_rows(&o, 2);
    ckptm_line_put_row(&o, 10, 2);
    ckptm_line_put_row(&o, -1, 3);
    memcpy(ckptm_line_put_bytes(&o, 5), "abcde", 5);
    CKPTM_LINE_PUT(&o, outcome, .value = 77, .kind = 4, .flag = -1, .source = -2, .tag = 0);
    ckptm_line_finish(&o);
    return o;
}

static void round_trip(void **unused)
{
    ckptm_line_out o = some();
    ckptm_line_in in;
    ckptm_line_record r;
    int type;
    uint64_t count;

    (void)unused;
    assert_true(ckptm_line_open_file(&in, o.bytes, o.size));
    assert_true(in.head.line == 7 && in.head.rank == 2 && in.head.ranks == 4 && in.head.layout == 0x1234 && in.head.has_bytes == 1);
    assert_true(ckptm_line_next(&in, &r) && r.kind == CKPTM_LINE_envelope && r.envelope.sent == 9 && r.envelope.tag == 5);
    assert_true(ckptm_line_next(&in, &r) && r.kind == CKPTM_LINE_late && r.late.comm == UINT64_MAX && r.late.source == 3);
    assert_true(r.data.nrows == 2 && r.data.size == 5 && memcmp(r.data.bytes, "abcde", 5) == 0);
    ckptm_line_row(&r.data, 1, &type, &count);
    assert_true(type == -1 && count == 3);
    assert_true(ckptm_line_next(&in, &r) && r.kind == CKPTM_LINE_outcome && r.outcome.flag == -1 && r.outcome.source == -2);
    assert_false(ckptm_line_next(&in, &r));
    assert_null(in.why);
    free(o.bytes);
}

/* Read all there is; what is wrong, or 0. */
static const char *read_all(const unsigned char *from, size_t size)
{
    unsigned char *bytes = malloc(size ? size : 1);      /* of that size, for sanitizers */
    ckptm_line_in in;
    ckptm_line_record r;

    memcpy(bytes, from, size);
    if (ckptm_line_open_file(&in, bytes, size))
        while (ckptm_line_next(&in, &r))
            for (uint64_t i = 0; i < r.data.size; i++)
                assert_true(r.data.bytes[i] <= 255 && r.data.bytes + i < bytes + size);
    free(bytes);
    return in.why;
}

static void sum(unsigned char *bytes, size_t size)
{
    uint64_t v = XXH64(bytes, size - 8, 0);

    for (int b = 0; b < 8; b++)
        bytes[size - 8 + (size_t)b] = (unsigned char)(v >> (56 - 8 * b));
}

static void damaged(void **unused)
{
    ckptm_line_out o = some();
    unsigned char *copy = malloc(o.size);

    (void)unused;
    assert_null(read_all(o.bytes, o.size));
    for (size_t at = 0; at < o.size; at++) {
        memcpy(copy, o.bytes, o.size);
        copy[at] ^= 0x10;
        assert_non_null(read_all(copy, o.size));
        assert_non_null(read_all(o.bytes, at));
    }
    for (size_t size = 57; size < o.size; size++) {      /* cut off, with a sum that is right */
        memcpy(copy, o.bytes, size);
        sum(copy, size);
        assert_non_null(read_all(copy, size));
    }
    for (size_t at = 48; at < o.size - 8; at += 8) {     /* lengths that are not, and kinds */
        memcpy(copy, o.bytes, o.size);
        memset(copy + at, 0xff, 8);
        sum(copy, o.size);
        read_all(copy, o.size);
    }
    free(copy);
    free(o.bytes);
}

static void names(void **unused)
{
    (void)unused;
    assert_string_equal(ckptm_line_kind_text(CKPTM_LINE_late), "late message");
    assert_string_equal(ckptm_line_kind_words(CKPTM_LINE_late), "order, comm, position, arrival, reserved");
    assert_string_equal(ckptm_line_kind_integers(CKPTM_LINE_result), "part");
    assert_null(ckptm_line_kind_text((enum ckptm_line_kind)99));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(round_trip), cmocka_unit_test(damaged), cmocka_unit_test(names) };

    return cmocka_run_group_tests(tests, 0, 0);
}
