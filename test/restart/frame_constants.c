// Types of a function whose enumerators, bounds and widths are computed from its parameters and variables (`4 * sizeof number`): they move to file scope,
// where these names are not known.
// C-SUPPORT: Declarations | local types with constants of `sizeof` a local variable | 6.7.2 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --visits 2
#include <limits.h>
#include <stdio.h>
#include <string.h>

static const char *format(unsigned long long number)
{
    enum { buffers = 8, room = 4 * sizeof number, least = -(int)sizeof number, far = (sizeof number == 8) * INT_MIN };
    static char buffer[buffers][room];
    static int current;
    char *p = buffer[current++ % buffers] + room - 1;
    *p = 0;
    do
        *--p = (char)('0' + number % 10);
    while (number /= 10);
    return least == -8 && far < 0 ? p : NULL;
}

static int sum(short value)
{
    int bits[3];
    struct parts { unsigned low : 4 * sizeof value, high : 4; char text[sizeof bits][sizeof value]; struct { char more[sizeof value + 1]; } inner; } parts = { 7, 3, "a", { "b" } };
    static struct parts last;
    int total = 0;
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        parts.low += 100;
        parts.text[11][1] += (char)i;
        total += (int)parts.low + parts.text[11][1] + last.text[11][1];
        last = parts;
    }
    return total + (int)sizeof parts.text + (int)sizeof parts.inner;
}

int main(void)
{
    const char *kept = format(17);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%s %s %d\n", format(i * 1000ull), kept, sum((short)i));
    }
    return 0;
}
