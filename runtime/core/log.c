/* log.c - one-line messages on standard error. See log.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "core/log.h"
#include "core/os.h"
#include "core/quiet.h"

#define LINE_MAX_BYTES 1024

static int out = 2;                      /* a copy of standard error while that is being replaced */
static void (*redirect)(const char *line, unsigned length);

static struct {
    bool known, open;
    uint64_t inode, device;
    bool (*is_error_stream)(void);
} start;                                 /* standard error as the process was given it */

void ckpti_log_start(bool (*is_error_stream)(void))
{
    ckpti_stat st = { 0 };

    start.open = ckpti_os.fstat(2, &st) == 0;
    start.known = start.open || errno == EBADF;
    start.inode = st.inode;
    start.device = st.device;
    start.is_error_stream = is_error_stream;
}

static bool is_standard_error(void)
{
    ckpti_stat st;

    if (out != 2 || !start.known)
        return true;
    if (!start.open)
        return false;
    return (ckpti_os.fstat(2, &st) == 0 && st.inode == start.inode && st.device == start.device) || start.is_error_stream();
}

void ckpti_log_line(const char *line, size_t length)
{
    ckpti_quiet quiet;

    if (!is_standard_error())
        return;
    ckpti_quiet_begin(&quiet);
    while (ckpti_os.write(out, line, length) < 0 && errno == EINTR)
        ;
    ckpti_quiet_end(&quiet);
}

static void emit(char *line, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)line[i] < ' ' || line[i] == 127)
            line[i] = '?';
    line[length++] = '\n';
    if (redirect) {
        redirect(line, (unsigned)length);
        return;
    }
    ckpti_log_line(line, length);
}

void ckpti_log(const char *format, ...)
{
    char line[8 * LINE_MAX_BYTES] = "ckpt: ";
    int error = errno;
    va_list list;

    va_start(list, format);
    vsnprintf(line + 6, sizeof line - 6, format, list);
    va_end(list);
    ckpti_fit(line, LINE_MAX_BYTES);
    emit(line, strlen(line));
    errno = error;
}

void ckpti_log_status(const char *prefix, ckpt_status status)
{
    if (prefix)
        ckpti_log("%s: %s", prefix, ckpti_fail_text(status));
    else
        ckpti_log("%s", ckpti_fail_text(status));
}

void ckpti_log_to(void (*handler)(const char *line, unsigned length))
{
    redirect = handler;
}

void ckpti_log_hold(int above)
{
    if (out == 2)
        out = ckpti_os.dup_above(2, above);
}

void ckpti_log_release(void)
{
    if (out != 2 && out >= 0)
        ckpti_os.close(out);
    out = 2;
}
