/* status.h - the one way a call of the runtime says that it failed.
 *
 * Purpose    ckpt_status (0: success), names and messages from errors.def; the text of the last failure.
 * Invariants a call that returns a status sets its out-parameters on success only. Whoever finds the cause calls
 *            ckpti_fail() once, with what was touched and why; those above hand the status on and may put a prefix before it.
 * Thread     the text is one per process: checkpoints and restarts run with one thread.
 */
#ifndef CKPTI_STATUS_H
#define CKPTI_STATUS_H

#include <stddef.h>

typedef enum ckpt_status {
#define CKPT_ERROR(name, value, exit, message, doc) name = value,
#include "core/errors.def"
#undef CKPT_ERROR
} ckpt_status;

/* "CKPT_EIO"; "CKPT_E?" for a number that is no status. Static text. */
const char *ckpt_status_name(ckpt_status status);

/* "input or output failed". Static text. */
const char *ckpt_status_message(ckpt_status status);

/* The sentence in errors.def's last column. Static text. */
const char *ckpt_status_doc(ckpt_status status);

/* What a process exits with whose start or restart failed so: 65, 78, or 0 for those that never end a process. */
int ckpt_status_exit(ckpt_status status);

/* Record why: "subject: reason; what to do", without "ckpt: " and without newline, of at most 511 bytes: where there are more,
 * its longest word, a path, is cut in its middle. Returns status.
 * `%m` in the format is errno's text. errno is kept. */
ckpt_status ckpti_fail(ckpt_status status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* As ckpti_fail, for a system call that failed: "subject: <strerror(error)>"; ENOSPC and EDQUOT give CKPT_ENOSPC,
 * ENOENT CKPT_ENOENT, ENOMEM CKPT_ENOMEM, others CKPT_EIO. */
ckpt_status ckpti_fail_errno(int error, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* Put "prefix: " before the recorded text. Returns status. */
ckpt_status ckpti_fail_prefix(ckpt_status status, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* The text recorded last; the status's message if nothing was recorded for it. Valid until the next failure. */
const char *ckpti_fail_text(ckpt_status status);

/* Shorten a text to less than `room` bytes: "..." takes the place of the middle of its longest words, which are paths, so that the reason is kept. */
void ckpti_fit(char *line, size_t room);

/* Forget the recorded text. */
void ckpti_fail_clear(void);

#endif
