/* log.h - messages to the user: one line each on standard error, "ckpt: subject: reason; what to do".
 *
 * Purpose    the only way the runtime speaks. In a child that writes a checkpoint the lines go to its parent, which prints them.
 * Invariants nothing goes to descriptor 2 where that is not standard error (any more): it may be a file of the program's. A pipe that nobody reads
 *            is not the program's end. One write() per line, so lines of several processes do not mix; never stdio, so the program's buffers and
 *            locks are not touched; errno is kept; bytes below space are shown as '?', so a name cannot fake a line.
 */
#ifndef CKPTI_LOG_H
#define CKPTI_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

/* Print a line. The format has neither "ckpt: " nor newline; lines have at most 1023 bytes (ckpti_fit). */
void ckpti_log(const char *format, ...) __attribute__((format(printf, 1, 2), cold));

/* Print the recorded text of a failure (status.h), after "prefix: " if prefix is not 0. */
void ckpti_log_status(const char *prefix, ckpt_status status);

/* Note what standard error is, before the program has changed it. Later lines go to what it was then, or what the program has made it: where descriptor 2 leads to
 * something else, is_error_stream says whether that is the error stream's. */
void ckpti_log_start(bool (*is_error_stream)(void));

/* Print a line that is complete, with its newline. Also from a signal handler. */
void ckpti_log_line(const char *line, size_t length);

/* Where lines go from now on: handler(line, length) with "ckpt: " and newline, or 0 for standard error. */
void ckpti_log_to(void (*handler)(const char *line, unsigned length));

/* Standard error is about to become the program's, which may have closed or redirected it: until it is released, lines go where it
 * leads now, through a descriptor from `above` on. */
void ckpti_log_hold(int above);
void ckpti_log_release(void);

#endif
