/* record.h - a line's record and the log of lines that were abandoned, as text; for the job that writes them and the tool that shows them.
 *
 * Purpose    the record is the commit: a line without it, or with one that is not whole, is none. Knows no MPI.
 * Form       ckpt line 2                      the log: one line for each, the newest 64
 *            number 7                         7 abandoned 1795255846: rank 1: the program ends
 *            ranks 2
 *            time 1795255846
 *            rank 0: 1 late, 1 early, ...     a text for people
 *            rank 1: ...
 *            sum 0123456789abcdef             XXH64 of all before
 * Input      parsing: untrusted.
 */
#ifndef CKPTM_RECORD_H
#define CKPTM_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CKPTM_LOG_LINES = 64 };

typedef struct ckptm_record {
    uint64_t number;
    int64_t time;                 /* seconds since 1970, UTC */
    int ranks;
} ckptm_record;

/* The text of a record, free() it; 0: no memory. summaries: [ranks], may be 0. */
char *ckptm_record_text(const ckptm_record *record, char *const *summaries);
/* False: it is none, *why says why. */
bool ckptm_record_parse(const void *bytes, size_t size, ckptm_record *record, const char **why);

/* A line of the log. */
typedef struct ckptm_abandoned {
    uint64_t number;
    int64_t time;
    char why[512];
} ckptm_abandoned;

/* The log with one more, the oldest gone if it is full; free() it. old: what it was, not zero-terminated, may be 0. */
char *ckptm_log_add(const char *old, size_t size, const ckptm_abandoned *line);
/* Read the next one at *at of [at, end). False: there is none. What is no line of a log is passed over. */
bool ckptm_log_next(const char **at, const char *end, ckptm_abandoned *line);

#endif
