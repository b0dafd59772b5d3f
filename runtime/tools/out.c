/* out.c - text that cannot steer a terminal, sizes, times, growing strings. See tool.h. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "core/log.h"
#include "tools/tool.h"

int tool_complain(int status, const char *format, ...)
{
    char line[1024];
    va_list ap;
    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    ckpti_log("%s", line);
    return status;
}

size_t tool_utf8(const unsigned char *p, size_t left)
{
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char c = p[0];
    if (c < 0x80)
        return c >= ' ' && c != 0x7f;
    size_t n = c >= 0xf0 && c <= 0xf4 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 0;
    if (!n || n > left || c > 0xf4)
        return 0;
    uint32_t code = c & (0x7fu >> n);
    for (size_t i = 1; i < n; i++) {
        if ((p[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (p[i] & 0x3f);
    }
    /* C1 controls, surrogates, and the marks that turn the direction of text around are no ordinary characters */
    bool odd = code < 0xa0 || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff || (code >= 0x200b && code <= 0x200f) ||
               (code >= 0x2028 && code <= 0x202e) || (code >= 0x2060 && code <= 0x206f) || code == 0xfeff;
    return code < least[n] || odd ? 0 : n;
}

void tool_put(FILE *out, const char *text)
{
    size_t left = strlen(text);
    for (const unsigned char *p = (const unsigned char *)text; left;) {
        size_t n = tool_utf8(p, left);
        if (n)
            fwrite(p, 1, n, out);
        else
            fprintf(out, "\\x%02x", *p);
        n += !n;
        p += n;
        left -= n;
    }
}

void tool_put_quoted(FILE *out, const unsigned char *p, size_t left)
{
    bool hex = false; /* the last character was \xNN: a hexadecimal digit behind it would belong to it */
    putc('"', out);
    while (left) {
        static const char names[] = "abtnvfr";
        size_t n = tool_utf8(p, left);
        bool was = hex;
        hex = false;
        if (*p >= 7 && *p <= 13) {
            fprintf(out, "\\%c", names[*p - 7]);
        } else if (*p == '"' || *p == '\\') {
            fprintf(out, "\\%c", *p);
        } else if (n) {
            if (was && strchr("0123456789abcdefABCDEF", *p))
                fputs("\"\"", out);
            fwrite(p, 1, n, out);
        } else {
            fprintf(out, "\\x%02x", *p);
            hex = true;
        }
        n += !n;
        p += n;
        left -= n;
    }
    putc('"', out);
}

char *tool_bytes(char buffer[TOOL_SIZE], uint64_t bytes)
{
    static const char *const unit[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    double v = (double)bytes;
    int k = -1;
    while (v >= 1024 && k < 5) {
        v /= 1024;
        k++;
    }
    if (k < 0)
        snprintf(buffer, TOOL_SIZE, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
    else
        snprintf(buffer, TOOL_SIZE, "%.*f %s", v < 100 ? 1 : 0, v, unit[k]);
    return buffer;
}

char *tool_time(char buffer[TOOL_TIME], int64_t seconds, uint32_t nanoseconds)
{
    time_t t = (time_t)seconds;
    struct tm tm;
    char text[32];
    if (t != seconds || !gmtime_r(&t, &tm) || tm.tm_year > 8099 || tm.tm_year < -1900 ||
        !strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm))
        snprintf(buffer, TOOL_TIME, "%lld s since 1970", (long long)seconds);
    else
        snprintf(buffer, TOOL_TIME, "%s.%03u UTC", text, nanoseconds / 1000000);
    return buffer;
}

bool tool_is_ours(const char *unit) { return !strncmp(unit, "libckpt/", 8); }

void tool_put_origin(FILE *out, const ckpti_image_head *h)
{
    const char *ldbl = h->ldbl_mant == 64 ? "x87 (64 digits)" : h->ldbl_mant == 113 ? "IEEE quad (113 digits)"
                     : h->ldbl_mant == 106 ? "double-double (106 digits)" : "as double (53 digits)";
    tool_put(out, *h->triple ? h->triple : "unknown machine");
    fprintf(out, ", %s-endian, %u-bit, char %s, long double %s", h->big_endian ? "big" : "little", 8 * h->pointer_bytes,
            h->char_signed ? "signed" : "unsigned", ldbl);
}

static bool grow(tool_text *t, size_t add)
{
    if (t->failed)
        return false;
    if (t->room - t->size > add)
        return true;
    size_t room = 2 * (t->size + add) + 64;
    char *more = room > t->size ? realloc(t->text, room) : 0;
    if (!more) {
        t->failed = true;
        return false;
    }
    t->text = more;
    t->room = room;
    t->text[t->size] = 0;
    return true;
}

void tool_text_add(tool_text *t, const char *add)
{
    size_t n = strlen(add);
    if (!grow(t, n))
        return;
    memcpy(t->text + t->size, add, n + 1);
    t->size += n;
}

void tool_text_addf(tool_text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(0, 0, format, ap);
    va_end(ap);
    if (n < 0 || !grow(t, (size_t)n))
        return;
    va_start(ap, format);
    vsnprintf(t->text + t->size, t->room - t->size, format, ap);
    va_end(ap);
    t->size += (size_t)n;
}

const char *tool_text_get(const tool_text *t) { return t->text ? t->text : ""; }

void tool_text_free(tool_text *t)
{
    free(t->text);
    *t = (tool_text){0};
}
