/* mpi_record.c - a line's record and the log of abandoned lines: what is written is read; what is changed or cut is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "mpi/store/names.h"
#include "mpi/store/record.h"

static void records(void **unused)
{
    char *summaries[] = { "1 late", "", 0 }, *text = ckptm_record_text(&(ckptm_record){ 7, 1795255846, 3 }, summaries);
    size_t size = strlen(text);
    ckptm_record r;
    const char *why;

    (void)unused;
    assert_true(ckptm_record_parse(text, size, &r, &why));
    assert_true(r.number == 7 && r.time == 1795255846 && r.ranks == 3);
    for (size_t at = 0; at < size; at++) {
        char *copy = malloc(size);

        memcpy(copy, text, size);
        assert_false(ckptm_record_parse(copy, at, &r, &why));
        copy[at] ^= 1;
        assert_false(ckptm_record_parse(copy, size, &r, &why));
        free(copy);
    }
    free(text);
}

static void log_is_bounded(void **unused)
{
    char *log = 0;
    ckptm_abandoned line;
    const char *at, *end;
    uint64_t n = 0;

    (void)unused;
    for (uint64_t i = 1; i <= 200; i++) {
        char *old = log;

        line = (ckptm_abandoned){ .number = i, .time = 1000 + (int64_t)i };
        strcpy(line.why, "rank 1: two\nlines");
        log = ckptm_log_add(old, old ? strlen(old) : 0, &line);
        free(old);
    }
    for (at = log, end = log + strlen(log); ckptm_log_next(&at, end, &line); n++) {
        assert_true(line.number == 200 - CKPTM_LOG_LINES + 1 + n && line.time == 1000 + (int64_t)line.number);
        assert_string_equal(line.why, "rank 1: two lines");
    }
    assert_true(n == CKPTM_LOG_LINES);
    free(log);
}

static void names(void **unused)
{
    char path[100];

    (void)unused;
    ckptm_name_part("run1", 3, 7, path, sizeof path);
    assert_string_equal(path, "run1/rank-0003/line-000007.msg");
    assert_true(ckptm_name_number("line-000007.commit", "line-", ".commit") == 7);
    assert_true(ckptm_name_number("line-000007.commit.tmp", "line-", ".commit") == 0 && ckptm_name_number("line-.commit", "line-", ".commit") == 0);
    assert_true(ckptm_name_rank_number("rank-0012") == 12 && ckptm_name_rank_number("rank-0012x") == -1 && ckptm_name_rank_number("rank-") == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(records), cmocka_unit_test(log_is_bounded), cmocka_unit_test(names) };

    return cmocka_run_group_tests(tests, 0, 0);
}
