/* policy.c - the CKPT_ variables: what is understood, what is refused, when checkpoints are due. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "core/log.h"
#include "site/policy.h"

static char logged[4096];

static void keep(const char *line, unsigned length)
{
    size_t used = strlen(logged);

    assert_true(used + length < sizeof logged);
    memcpy(logged + used, line, length);
    logged[used + length] = 0;
}

static ckpt_status read_one(ckpti_policy *policy, const char *setting, const char *second)
{
    char *environment[] = { "HOME=/", "CKPT_DIR=images", (char *)setting, (char *)second, 0 };

    logged[0] = 0;
    memset(policy, 0, sizeof *policy);
    return ckpti_policy_read(environment, policy);
}

static void nothing_set(void **unused)
{
    char *environment[] = { "HOME=/", "CKPTX=1", 0 };
    ckpti_policy policy;

    (void)unused;
    logged[0] = 0;
    assert_int_equal(ckpti_policy_read(environment, &policy), CKPT_OK);
    assert_null(policy.directory);
    assert_true(ckpti_policy_next(&policy, 0) == UINT64_MAX);
    assert_null(ckpti_policy_due(&policy, 1));
    assert_string_equal(logged, "");
}

static void good(void **unused)
{
    ckpti_policy policy;

    (void)unused;
    assert_int_equal(read_one(&policy, "CKPT_INTERVAL=0.25", "CKPT_MODE=sync"), CKPT_OK);
    assert_true(policy.interval == 250000000u && policy.mode == CKPTI_MODE_SYNC && policy.timeout == 3600);
    assert_string_equal(policy.directory, "images");
    assert_int_equal(read_one(&policy, "CKPT_EXIT=1", "CKPT_STRICT=0"), CKPT_OK);
    assert_true(policy.exit_after && !policy.strict);
    assert_int_equal(read_one(&policy, "CKPT_EVERY=", "CKPT_AT="), CKPT_OK);          /* empty is as good as unset */
    assert_true(!policy.every && !policy.at_count);
    assert_int_equal(read_one(&policy, "CKPT_RESTART=latest", "CKPT_TIMEOUT=5"), CKPT_OK);
    assert_string_equal(policy.restart, "latest");
    assert_int_equal(policy.timeout, 5);
    assert_string_equal(logged, "");
}

static void bad(void **unused)
{
    static const char *const settings[] = {
        "CKPT_INTERVAL=soon", "CKPT_INTERVAL=0", "CKPT_INTERVAL=-1", "CKPT_INTERVAL=1s", "CKPT_INTERVAL=nan", "CKPT_INTERVAL=inf",
        "CKPT_INTERVAL=0x10", "CKPT_INTERVAL= 1", "CKPT_EVERY=0", "CKPT_EVERY=-3", "CKPT_EVERY=1.5", "CKPT_EVERY=99999999999999999999",
        "CKPT_AT=0", "CKPT_AT=1,,2", "CKPT_AT=1,", "CKPT_AT=1;2", "CKPT_AT=,1", "CKPT_AT=last", "CKPT_EXIT=yes", "CKPT_STRICT=2", "CKPT_SPOIL=2", "CKPT_MODE=fork",
        "CKPT_MODE=Sync", "CKPT_TIMEOUT=0", "CKPT_TIMEOUT=x",
    };
    ckpti_policy policy;

    (void)unused;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_int_equal(read_one(&policy, settings[i], 0), CKPT_EUSAGE);
        assert_non_null(strstr(logged, settings[i]));                                 /* the message names it */
    }
    assert_int_equal(read_one(&policy, "CKPT_EVERY=x", "CKPT_MODE=y"), CKPT_EUSAGE);  /* all of them */
    assert_true(strstr(logged, "CKPT_EVERY=x") && strstr(logged, "CKPT_MODE=y"));
}

static void unknown(void **unused)
{
    char *environment[] = { "CKPT_EVERY=1", 0 };
    ckpti_policy policy;

    (void)unused;
    assert_int_equal(read_one(&policy, "CKPT_INTERVALL=3", "CKPT_CC=gcc"), CKPT_OK);
    assert_non_null(strstr(logged, "CKPT_INTERVALL: unknown"));
    assert_null(strstr(logged, "CKPT_CC"));
    logged[0] = 0;
    assert_int_equal(ckpti_policy_read(environment, &policy), CKPT_OK);
    assert_non_null(strstr(logged, "CKPT_DIR is not set"));
    assert_null(ckpti_policy_due(&policy, 1));
}

static void due(void **unused)
{
    ckpti_policy policy;

    (void)unused;
    assert_int_equal(read_one(&policy, "CKPT_EVERY=10", "CKPT_AT=25,7,25,100000000000"), CKPT_OK);
    assert_true(ckpti_policy_next(&policy, 0) == 7);
    assert_true(ckpti_policy_next(&policy, 7) == 10);
    assert_true(ckpti_policy_next(&policy, 10) == 20);
    assert_true(ckpti_policy_next(&policy, 20) == 25);
    assert_true(ckpti_policy_next(&policy, 25) == 30);
    assert_true(ckpti_policy_next(&policy, 99999999999u) == 100000000000u);
    assert_true(ckpti_policy_next(&policy, UINT64_MAX - 3) == UINT64_MAX);
    assert_string_equal(ckpti_policy_due(&policy, 7), "at");
    assert_string_equal(ckpti_policy_due(&policy, 10), "every");
    assert_string_equal(ckpti_policy_due(&policy, 25), "at");
    assert_null(ckpti_policy_due(&policy, 8));
    free(policy.at);
    assert_int_equal(read_one(&policy, "CKPT_AT=3", 0), CKPT_OK);
    assert_true(ckpti_policy_next(&policy, 3) == UINT64_MAX);
    free(policy.at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_set), cmocka_unit_test(good), cmocka_unit_test(bad), cmocka_unit_test(unknown), cmocka_unit_test(due),
    };

    ckpti_log_to(keep);
    return cmocka_run_group_tests(tests, 0, 0);
}
