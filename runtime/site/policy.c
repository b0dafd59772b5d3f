/* policy.c - the CKPT_ variables. See policy.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "core/log.h"
#include "objects/files.h"
#include "site/policy.h"

#define KNOWN "CKPT_DIR, _INTERVAL, _EVERY, _AT, _EXIT, _EXTREMES, _KEEP_FILES, _MODE, _RESTART, _SPOIL, _STRICT, _TIMEOUT; of MPI jobs also " \
              "CKPT_MPI_LATE, _EARLY, _IDENTIFY, _MAX_TIME, _MAX_BYTES, _MAX_INTERVALS"

/* A decimal number without sign, and nothing after it but `end`. */
static bool parse_number(const char *text, char end, uint64_t *value, const char **rest)
{
    unsigned long long number;
    char *stop;

    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    number = strtoull(text, &stop, 10);
    if (errno || (*stop && *stop != end))
        return false;
    *value = number;
    if (rest)
        *rest = *stop ? stop + 1 : stop;
    return true;
}

static ckpt_status set_positive(const char *name, const char *value, uint64_t *out)
{
    if (parse_number(value, 0, out, 0) && *out > 0)
        return CKPT_OK;
    ckpti_log("%s=%s: not a positive whole number", name, value);
    return CKPT_EUSAGE;
}

static ckpt_status set_switch(const char *name, const char *value, bool *out)
{
    if (strcmp(value, "0") == 0 || strcmp(value, "1") == 0) {
        *out = *value == '1';
        return CKPT_OK;
    }
    ckpti_log("%s=%s: neither 0 nor 1", name, value);
    return CKPT_EUSAGE;
}

static ckpt_status set_interval(const char *value, uint64_t *out)
{
    char *end;
    double seconds = (*value >= '0' && *value <= '9') || *value == '.' ? strtod(value, &end) : -1;

    if (seconds > 0 && seconds <= 4e9 && *end == 0 && value[1] != 'x' && value[1] != 'X') {
        *out = seconds < 1e-9 ? 1 : (uint64_t)(seconds * 1e9);
        return CKPT_OK;
    }
    ckpti_log("CKPT_INTERVAL=%s: not a positive number of seconds", value);
    return CKPT_EUSAGE;
}

static ckpt_status set_timeout(const char *value, unsigned *out)
{
    uint64_t seconds;

    if (parse_number(value, 0, &seconds, 0) && seconds > 0 && seconds <= 1000000) {
        *out = (unsigned)seconds;
        return CKPT_OK;
    }
    ckpti_log("CKPT_TIMEOUT=%s: not a number of seconds between 1 and 1000000", value);
    return CKPT_EUSAGE;
}

static ckpt_status set_keep_files(const char *value, uint64_t *out)
{
    if (parse_number(value, 0, out, 0) && *out <= CKPTI_KEEP_MOST)
        return CKPT_OK;
    ckpti_log("CKPT_KEEP_FILES=%s: not a number of bytes up to %zu", value, CKPTI_KEEP_MOST);
    return CKPT_EUSAGE;
}

static ckpt_status set_mode(const char *value, enum ckpti_mode *out)
{
    static const char *const names[] = { "async", "sync", "inplace" };

    for (unsigned i = 0; i < 3; i++)
        if (strcmp(value, names[i]) == 0) {
            *out = (enum ckpti_mode)i;
            return CKPT_OK;
        }
    ckpti_log("CKPT_MODE=%s: unknown; it is one of async, sync, inplace", value);
    return CKPT_EUSAGE;
}

static ckpt_status set_extremes(const char *value, enum ckpti_extremes *out)
{
    *out = strcmp(value, "marks") == 0 ? CKPTI_EXTREMES_MARKS : strcmp(value, "numbers") == 0 ? CKPTI_EXTREMES_NUMBERS : CKPTI_EXTREMES_REFUSED;
    if (*out != CKPTI_EXTREMES_REFUSED)
        return CKPT_OK;
    ckpti_log("CKPT_EXTREMES=%s: unknown; it is one of marks, numbers", value);
    return CKPT_EUSAGE;
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return x < y ? -1 : x > y;
}

static ckpt_status set_at(const char *value, ckpti_policy *policy)
{
    const char *at = value;
    size_t room = 1;

    for (const char *c = value; *c; c++)
        room += *c == ',';
    free(policy->at);
    policy->at_count = 0;
    if (!(policy->at = malloc(room * sizeof *policy->at)))
        return ckpti_fail(CKPT_ENOMEM, "CKPT_AT: out of memory");
    do {
        uint64_t visit;

        if (!parse_number(at, ',', &visit, &at) || !visit || (!*at && at[-1] == ',')) {
            ckpti_log("CKPT_AT=%s: not a list of visits, which count from 1 (as 10,200,3000)", value);
            return CKPT_EUSAGE;
        }
        policy->at[policy->at_count++] = visit;
    } while (*at);
    qsort(policy->at, policy->at_count, sizeof *policy->at, ascending);
    return CKPT_OK;
}

/* Variables that the MPI layer reads. */
static bool is_of_jobs(const char *name)
{
    static const char *const names[] = { "LATE", "EARLY", "IDENTIFY", "MAX_INTERVALS", "MAX_BYTES", "MAX_TIME", "KILL", "MUTANT", "STEER" };

    for (size_t i = 0; strncmp(name, "CKPT_MPI_", 9) == 0 && i < sizeof names / sizeof *names; i++)
        if (strcmp(name + 9, names[i]) == 0)
            return true;
    return false;
}

/* One variable; an empty value is as good as none. */
static ckpt_status set(const char *name, const char *value, ckpti_policy *policy)
{
    if (!*value)
        return CKPT_OK;
    if (strcmp(name, "CKPT_DIR") == 0)
        policy->directory = value;
    else if (strcmp(name, "CKPT_RESTART") == 0)
        policy->restart = value;
    else if (strcmp(name, "CKPT_INTERVAL") == 0)
        return set_interval(value, &policy->interval);
    else if (strcmp(name, "CKPT_EVERY") == 0)
        return set_positive(name, value, &policy->every);
    else if (strcmp(name, "CKPT_AT") == 0)
        return set_at(value, policy);
    else if (strcmp(name, "CKPT_EXIT") == 0)
        return set_switch(name, value, &policy->exit_after);
    else if (strcmp(name, "CKPT_STRICT") == 0)
        return set_switch(name, value, &policy->strict);
    else if (strcmp(name, "CKPT_SPOIL") == 0)
        return set_switch(name, value, &policy->spoil);
    else if (strcmp(name, "CKPT_MODE") == 0)
        return set_mode(value, &policy->mode);
    else if (strcmp(name, "CKPT_EXTREMES") == 0)
        return set_extremes(value, &policy->extremes);
    else if (strcmp(name, "CKPT_KEEP_FILES") == 0)
        return set_keep_files(value, &policy->keep_files);
    else if (strcmp(name, "CKPT_TIMEOUT") == 0)
        return set_timeout(value, &policy->timeout);
    else if (strcmp(name, "CKPT_CC") != 0 && !is_of_jobs(name))   /* ckptcc's own */
        ckpti_log("%s: unknown variable, ignored; known are " KNOWN, name);
    return CKPT_OK;
}

static void warn_without_effect(const ckpti_policy *policy)
{
    if (policy->directory)
        return;
    if (policy->interval || policy->every || policy->at_count || policy->exit_after)
        ckpti_log("CKPT_DIR is not set: no checkpoints will be taken; set it to a directory for images");
}

ckpt_status ckpti_policy_read(char *const *environment, ckpti_policy *out)
{
    ckpti_policy policy = { .timeout = 3600, .keep_files = 64 << 10 };
    ckpt_status status = CKPT_OK;

    for (char *const *entry = environment; entry && *entry; entry++) {
        char name[64];
        const char *equals = strchr(*entry, '=');
        size_t length = equals ? (size_t)(equals - *entry) : 0;
        ckpt_status one;

        if (strncmp(*entry, "CKPT_", 5) != 0 || !equals)
            continue;
        if (length >= sizeof name)
            length = sizeof name - 1;
        memcpy(name, *entry, length);
        name[length] = 0;
        one = set(name, equals + 1, &policy);
        if (one != CKPT_OK)
            status = one;
    }
    if (status != CKPT_OK) {
        free(policy.at);
        return status;
    }
    warn_without_effect(&policy);
    *out = policy;
    return CKPT_OK;
}

uint64_t ckpti_policy_next(const ckpti_policy *policy, uint64_t visit)
{
    uint64_t next = UINT64_MAX;

    if (!policy->directory)
        return next;
    if (policy->every && visit <= UINT64_MAX - policy->every)
        next = visit - visit % policy->every + policy->every;
    for (size_t i = 0; i < policy->at_count; i++)
        if (policy->at[i] > visit) {
            if (policy->at[i] < next)
                next = policy->at[i];
            break;
        }
    return next;
}

const char *ckpti_policy_due(const ckpti_policy *policy, uint64_t visit)
{
    if (!policy->directory)
        return 0;
    for (size_t i = 0; i < policy->at_count && policy->at[i] <= visit; i++)
        if (policy->at[i] == visit)
            return "at";
    return policy->every && visit % policy->every == 0 ? "every" : 0;
}
