/* The program's own memset: it keeps the address. */
#include <stddef.h>
static double *kept;
void *memset(void *p, int c, size_t n)
{
    unsigned char *volatile to = p;
    for (size_t i = 0; i < n; i++)
        to[i] = (unsigned char)c;
    if (c == 7)
        kept = p;
    return p;
}
double peek(void) { return kept ? kept[5] : -1; }
