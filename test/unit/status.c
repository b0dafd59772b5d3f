/* status.c - statuses, their texts, and one-line messages. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "core/log.h"

static char logged[2048];

static void keep(const char *line, unsigned length)
{
    assert_true(length < sizeof logged);
    memcpy(logged, line, length);
    logged[length] = 0;
}

static void table(void **unused)
{
    static const struct { ckpt_status value; const char *name; } all[] = {
#define CKPT_ERROR(name, value, exit, message, doc) { value, #name },
#include "core/errors.def"
#undef CKPT_ERROR
    };

    (void)unused;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int exit = ckpt_status_exit(all[i].value);

        assert_string_equal(ckpt_status_name(all[i].value), all[i].name);
        assert_true(exit == 0 || exit == 65 || exit == 78);
        assert_true(*ckpt_status_message(all[i].value) && *ckpt_status_doc(all[i].value));
        for (size_t j = 0; j < i; j++)
            assert_true(all[i].value != all[j].value);
    }
    assert_string_equal(ckpt_status_name((ckpt_status)4711), "CKPT_E?");
    assert_int_equal(ckpt_status_exit((ckpt_status)4711), 78);
}

static void texts(void **unused)
{
    char longer[2000];

    (void)unused;
    ckpti_fail_clear();
    assert_string_equal(ckpti_fail_text(CKPT_EIO), "input or output failed");
    errno = 5;
    assert_int_equal(ckpti_fail(CKPT_ERANGE, "total = %d", 7), CKPT_ERANGE);
    assert_int_equal(errno, 5);
    assert_string_equal(ckpti_fail_text(CKPT_ERANGE), "total = 7");
    assert_int_equal(ckpti_fail_prefix(CKPT_ERANGE, "%s", "a.img"), CKPT_ERANGE);
    assert_string_equal(ckpti_fail_text(CKPT_ERANGE), "a.img: total = 7");
    ckpti_fail(CKPT_ERANGE, "%s; go on", ckpti_fail_text(CKPT_ERANGE));           /* its own text among the arguments */
    assert_string_equal(ckpti_fail_text(CKPT_ERANGE), "a.img: total = 7; go on");
    assert_string_equal(ckpti_fail_text(CKPT_EIO), "input or output failed");     /* nothing recorded for that one */
    assert_int_equal(ckpti_fail_errno(ENOSPC, "%s", "x"), CKPT_ENOSPC);
    assert_string_equal(ckpti_fail_text(CKPT_ENOSPC), "x: No space left on device");
    assert_int_equal(ckpti_fail_errno(EROFS, "x"), CKPT_EIO);
    assert_int_equal(ckpti_fail_errno(ENOENT, "x"), CKPT_ENOENT);
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = 0;
    ckpti_fail(CKPT_EIO, "%s", longer);
    assert_int_equal(strlen(ckpti_fail_text(CKPT_EIO)), 511);
    ckpti_fail_prefix(CKPT_EIO, "%s", longer);
    ckpti_fail_errno(EIO, "%s", longer);
    assert_int_equal(strlen(ckpti_fail_text(CKPT_EIO)), 511);
    memcpy(longer, "/begin/", 7);
    memcpy(longer + sizeof longer - 5, "/end", 5);
    ckpti_fail_errno(EROFS, "%s", longer);                                        /* a path is cut in its middle, its reason kept */
    ckpti_fail_prefix(CKPT_EIO, "%s", longer);
    assert_int_equal(strlen(ckpti_fail_text(CKPT_EIO)), 511);
    assert_int_equal(strncmp(ckpti_fail_text(CKPT_EIO), "/begin/aa", 9), 0);
    assert_non_null(strstr(ckpti_fail_text(CKPT_EIO), "a...a"));
    assert_non_null(strstr(ckpti_fail_text(CKPT_EIO), "aa/end: Read-only file system"));
}

static void lines(void **unused)
{
    char longer[3000];

    (void)unused;
    ckpti_log_to(keep);
    errno = 7;
    ckpti_log("%s: %d", "bad\nname\033[0m", 3);
    assert_string_equal(logged, "ckpt: bad?name?[0m: 3\n");
    assert_int_equal(errno, 7);
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = 0;
    ckpti_log("%s", longer);
    assert_true(strlen(logged) <= 1024 && logged[strlen(logged) - 1] == '\n');
    ckpti_fail(CKPT_EIO, "why");
    ckpti_log_status("what", CKPT_EIO);
    assert_string_equal(logged, "ckpt: what: why\n");
    ckpti_log_to(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(table), cmocka_unit_test(texts), cmocka_unit_test(lines) };

    return cmocka_run_group_tests(tests, 0, 0);
}
