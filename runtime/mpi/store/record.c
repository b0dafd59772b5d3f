/* record.c - see record.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/store/record.h"

#define FIRST "ckpt line 2\n"
enum { SUM_LINE = 4 + 16 + 1 };   /* "sum ", digits, newline */

char *ckptm_record_text(const ckptm_record *record, char *const *summaries)
{
    char *text = 0;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    bool good;

    if (!out)
        return 0;
    fprintf(out, FIRST "number %" PRIu64 "\nranks %d\ntime %" PRId64 "\n", record->number, record->ranks, record->time);
    for (int r = 0; r < record->ranks; r++)
        fprintf(out, "rank %d: %s\n", r, summaries[r] ? summaries[r] : "");
    fflush(out);
    fprintf(out, "sum %016" PRIx64 "\n", (uint64_t)XXH64(text, size, 0));
    good = !ferror(out);
    if (fclose(out) != 0 || !good) {
        free(text);
        return 0;
    }
    return text;
}

/* After `name` at the start of a line; the number ends it. */
static bool take(const char **at, const char *end, const char *name, int64_t *value)
{
    size_t length = strlen(name);
    int64_t number = 0;
    const char *p = *at;

    if ((size_t)(end - p) <= length || memcmp(p, name, length) != 0)
        return false;
    p += length;
    for (; p < end && *p >= '0' && *p <= '9'; p++)
        if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, *p - '0', &number))
            return false;
    if (p == end || p == *at + length)
        return false;
    *at = p;
    *value = number;
    return true;
}

static bool take_line(const char **at, const char *end, const char *name, int64_t *value)
{
    return take(at, end, name, value) && *(*at)++ == '\n';
}

/* "rank 0: ...", "rank 1: ..." */
static bool take_ranks(const char **at, const char *end, int64_t ranks)
{
    for (int64_t r = 0; r < ranks; r++) {
        int64_t rank;
        const char *newline;

        if (!take(at, end, "rank ", &rank) || rank != r || **at != ':' || !(newline = memchr(*at, '\n', (size_t)(end - *at))))
            return false;
        *at = newline + 1;
    }
    return *at == end;
}

bool ckptm_record_parse(const void *bytes, size_t size, ckptm_record *record, const char **why)
{
    const char *at = bytes, *end = at + (size > SUM_LINE ? size - SUM_LINE : 0);
    int64_t number, ranks, time;
    char sum[SUM_LINE + 1];

    *why = "not a line's record, or one of another version";
    if (size < sizeof FIRST - 1 || memcmp(at, FIRST, sizeof FIRST - 1) != 0)
        return false;
    *why = "damaged";
    snprintf(sum, sizeof sum, "sum %016" PRIx64 "\n", (uint64_t)XXH64(at, (size_t)(end - at), 0));
    if (size < sizeof FIRST + SUM_LINE || memcmp(end, sum, SUM_LINE) != 0)
        return false;
    at += sizeof FIRST - 1;
    if (!take_line(&at, end, "number ", &number) || !take_line(&at, end, "ranks ", &ranks) || !take_line(&at, end, "time ", &time) ||
        number < 1 || ranks < 1 || ranks > 1 << 24 || !take_ranks(&at, end, ranks))
        return false;
    *record = (ckptm_record){ (uint64_t)number, time, (int)ranks };
    return true;
}

bool ckptm_log_next(const char **at, const char *end, ckptm_abandoned *line)
{
    while (*at < end) {
        const char *p = *at, *newline = memchr(p, '\n', (size_t)(end - p)), *stop = newline ? newline : end;
        int64_t number, time;
        size_t length;

        *at = newline ? newline + 1 : end;
        if (!take(&p, stop, "", &number) || !take(&p, stop, " abandoned ", &time) || *p++ != ':')
            continue;
        p += p < stop && *p == ' ';
        length = (size_t)(stop - p) < sizeof line->why - 1 ? (size_t)(stop - p) : sizeof line->why - 1;
        *line = (ckptm_abandoned){ .number = (uint64_t)number, .time = time };
        memcpy(line->why, p, length);
        return true;
    }
    return false;
}

char *ckptm_log_add(const char *old, size_t size, const ckptm_abandoned *line)
{
    const char *end = old + size, *from = end;
    size_t room = size + 64 + sizeof line->why, kept = 0;
    char *text;

    /* Back over as many lines as stay. */
    for (; from > old; from--)
        if (from < end && from[-1] == '\n' && ++kept == CKPTM_LOG_LINES - 1)
            break;
    if (!(text = malloc(room)))
        return 0;
    if (end > from)
        memcpy(text, from, (size_t)(end - from));
    kept = (size_t)(end - from);
    snprintf(text + kept, room - kept, "%" PRIu64 " abandoned %" PRId64 ": ", line->number, line->time);
    for (char *c = stpcpy(text + strlen(text), line->why); c > text + kept; c--)      /* one line, whatever the reason is */
        if (*c == '\n')
            *c = ' ';
    strcat(text, "\n");
    return text;
}
