// Ways that a condition made of literals and enumerators closes on every machine, as of a debug build that this is not, are none: what only they need is not
// carried, nor refused.
// REQUIRES: ckptcc, analyses, s390x
// RUN: %restart %s --visits 6
#include <stdarg.h>
#include <stdio.h>

#define DEBUG 0
#define TRUE (1 == 1)
enum { VERBOSE = DEBUG, LEVEL };
union raw { long l; double d; };

static void site(void)
{
    #pragma ckpt
}

static int say(const char *text, ...)
{
    va_list l;
    int r = 0;

    site();
    if (DEBUG > 1 || VERBOSE) {
        va_start(l, text);
        r = vprintf(text, l);
        va_end(l);
    }
    if (VERBOSE) {
        va_start(l, text);
        r = vprintf(text, l);
        va_end(l);
    }
    return r;
}

static int raw(int n)
{
    union raw u, v;

    u.d = n;
    if (VERBOSE)
        v.d = n;
    site();
    if (DEBUG >= 2)
        printf("raw %lx\n", u.l);
    while (TRUE) {
        site();
        if (n++ > LEVEL)
            break;
    }
    do {
        site();
        if (VERBOSE == 1 && 'a' < 'b')
            return (int)v.l;
    } while (VERBOSE ? 1 : !LEVEL);
    return n;
}

int main(void)
{
    for (int i = 0; i < 3; i++)
        printf("%d %d\n", say("%d", i), raw(i));
    return 0;
}
