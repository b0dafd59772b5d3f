/* log.c - one-line messages on standard error. See log.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include "core/log.h"
#include "core/os.h"

#define LINE_MAX_BYTES 1024

static int out = 2;                      /* a copy of standard error while that is being replaced */
static void (*redirect)(const char *line, unsigned length);

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
    while (ckpti_os.write(out, line, length) < 0 && errno == EINTR)
        ;
}

void ckpti_log(const char *format, ...)
{
    char line[LINE_MAX_BYTES + 1] = "ckpt: ";
    int error = errno;
    va_list list;

    va_start(list, format);
    vsnprintf(line + 6, LINE_MAX_BYTES - 6, format, list);
    va_end(list);
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
    struct rlimit limit;

    if (out != 2)
        return;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur <= (rlim_t)above && limit.rlim_cur > 3)
        above = (int)limit.rlim_cur - 1;
    out = ckpti_os.dup_above(2, above);
}

void ckpti_log_release(void)
{
    if (out != 2 && out >= 0)
        ckpti_os.close(out);
    out = 2;
}
