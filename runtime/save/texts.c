/* texts.c - see texts.h. */
#include "save/texts.h"
#include <stdint.h>

/* What is not of ASCII may be of UTF-8. */
static bool may_be_of_text(unsigned char c) { return (c >= ' ' && c != 127) || (c >= '\a' && c <= '\r') || c == 27; }

/* Behind the character there; 0: it is none of UTF-8. */
static const unsigned char *behind_character(const unsigned char *p, const unsigned char *end)
{
    unsigned more = *p < 0x80 ? 0 : *p < 0xc2 || *p > 0xf4 ? 4 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
    if (more > 3 || (uintptr_t)(end - p) <= more)
        return 0;
    for (unsigned i = 1; i <= more; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    return p + 1 + more;
}

bool ckpti_text_around(const unsigned char *low, const unsigned char *high, const unsigned char *address, const unsigned char **start, const unsigned char **end)
{
    enum { BEFORE = 4096, AFTER = 1 << 20 };
    const unsigned char *from = address, *to = address, *next;
    while (from > low && may_be_of_text(from[-1]) && address - from < BEFORE)
        from--;
    while (to < high && may_be_of_text(*to) && to - address < AFTER)
        to++;
    if (to == high || *to)
        return false;
    for (const unsigned char *p = from; p < to; p = next)
        if (!(next = behind_character(p, to))) { /* what lies in front of the text is something else */
            if (p >= address)
                return false;
            from = next = p + 1;
        }
    *start = from;
    *end = to;
    return true;
}

bool ckpti_text_among_others(const unsigned char *start, const unsigned char *end, const unsigned char *high)
{
    enum { LEAST = 2, BEHIND = 16 };
    for (const unsigned char *p = end + 1; p < high && p <= end + BEHIND; p++)
        if (*p && !may_be_of_text(*p))
            return false;
    return end - start >= LEAST;
}
