/* status.c - names and messages from errors.def; the recorded text of the last failure. See status.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "core/status.h"

static const struct {
    ckpt_status value;
    int exit;
    const char *name, *message, *doc;
} table[] = {
#define CKPT_ERROR(name, value, exit, message, doc) { name, exit, #name, message, doc },
#include "core/errors.def"
#undef CKPT_ERROR
};

enum { WHOLE = 8192 };            /* two paths and what is said of them */
static char text[512];
static ckpt_status text_status;

static int find(ckpt_status status)
{
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].value == status)
            return (int)i;
    return -1;
}

const char *ckpt_status_name(ckpt_status status)
{
    int i = find(status);
    return i < 0 ? "CKPT_E?" : table[i].name;
}

const char *ckpt_status_message(ckpt_status status)
{
    int i = find(status);
    return i < 0 ? "unknown status" : table[i].message;
}

const char *ckpt_status_doc(ckpt_status status)
{
    int i = find(status);
    return i < 0 ? "" : table[i].doc;
}

int ckpt_status_exit(ckpt_status status)
{
    int i = find(status);
    return i < 0 ? 78 : table[i].exit;
}

void ckpti_fit(char *line, size_t room)
{
    enum { LEFT = 60 };
    size_t length = strlen(line);

    while (length >= room) {
        size_t longest = 0, at = 0, cut = length - room + 1 + 3;

        for (size_t i = 0, n; i < length; i += n + 1)
            if ((n = strcspn(line + i, " ")) > longest)
                longest = n, at = i;
        if (longest <= LEFT) {                /* no paths */
            line[room - 1] = 0;
            return;
        }
        if (cut > longest - LEFT + 4)
            cut = longest - LEFT + 4;
        at += (longest - cut) / 2;
        memcpy(line + at, "...", 3);
        memmove(line + at + 3, line + at + cut, length - at - cut + 1);
        length -= cut - 3;
    }
}

ckpt_status ckpti_fail(ckpt_status status, const char *format, ...)
{
    char whole[WHOLE];            /* the old text may be among the arguments */
    int error = errno;
    va_list list;

    va_start(list, format);
    vsnprintf(whole, sizeof whole, format, list);
    va_end(list);
    ckpti_fit(whole, sizeof text);
    strcpy(text, whole);
    text_status = status;
    errno = error;
    return status;
}

static ckpt_status status_of_errno(int error)
{
    switch (error) {
    case ENOSPC:
    case EDQUOT: return CKPT_ENOSPC;
    case ENOENT: return CKPT_ENOENT;
    case ENOMEM: return CKPT_ENOMEM;
    default: return CKPT_EIO;
    }
}

ckpt_status ckpti_fail_errno(int error, const char *format, ...)
{
    char whole[WHOLE];
    va_list list;
    size_t used;

    va_start(list, format);
    vsnprintf(whole, sizeof whole, format, list);
    va_end(list);
    used = strlen(whole);
    snprintf(whole + used, sizeof whole - used, ": %s", strerror(error));
    ckpti_fit(whole, sizeof text);
    strcpy(text, whole);
    return text_status = status_of_errno(error);
}

ckpt_status ckpti_fail_prefix(ckpt_status status, const char *format, ...)
{
    char whole[WHOLE];
    va_list list;
    size_t used;

    va_start(list, format);
    vsnprintf(whole, sizeof whole, format, list);
    va_end(list);
    used = strlen(whole);
    snprintf(whole + used, sizeof whole - used, ": %s", ckpti_fail_text(status));
    ckpti_fit(whole, sizeof text);
    strcpy(text, whole);
    return text_status = status;
}

const char *ckpti_fail_text(ckpt_status status)
{
    return text[0] && text_status == status ? text : ckpt_status_message(status);
}

void ckpti_fail_clear(void)
{
    text[0] = 0;
    text_status = CKPT_OK;
}
