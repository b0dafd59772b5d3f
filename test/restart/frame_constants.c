// Types of a function whose enumerators, bounds and widths are computed from its parameters and variables (`4 * sizeof number`), or that are theirs
// (`__typeof__(number)`), and static variables with such types and initialisers: they move to file scope, where these names are not known.
// C-SUPPORT: Declarations | local types with constants of `sizeof` a local variable | 6.7.2 | supported |
// C-SUPPORT: Declarations | static variables whose initialiser or type has `sizeof` or `typeof` of a local variable | 6.7.9 | supported |
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

struct point { short x, y; };

/* What initialises a static variable, is asserted of, or is a type. */
static long statics(long value)
{
    struct point at[3] = { { 1, 2 }, { 3, 4 }, { 5, (short)value } };
    const char *words[] = { "one", "three" };
    static int calls = sizeof at / sizeof *at;
    static char copy[sizeof at], *end = copy + sizeof at;
    static const unsigned char is_signed = (__typeof__(value))-1 < 0;
    static __typeof__(at) old;
    static __typeof__(words[0]) said = "none";
    static const struct { unsigned long n, least; } sizes[] = { { sizeof at, -sizeof at[0] }, { .least = _Alignof(struct point) + 0 * sizeof value } };
    struct __attribute__((aligned(2 * sizeof at[0]))) wide { __typeof__(({ at[0].x; })) x; };
    static struct wide far = { 1 };
    static int (*const compare)(const void *, const void *n, const char a[static sizeof n]) = NULL;
#ifdef __SIZEOF_INT128__
    static const __int128 most = (__int128)sizeof at << 70, least = -((__int128)sizeof at << 80);
    static const unsigned __int128 around = -(unsigned __int128)sizeof at;
    const int right = most >> 70 == 12 && least >> 80 == -12 && around >> 64 == ~0ull && (unsigned long long)around == -12ull;
#else
    const int right = 1;
#endif
    struct pair { __typeof__(at[0]) first; __typeof__(value) rest[2]; _Static_assert(sizeof at == 12, ""); };
    typedef __typeof__(words) strings;
    static struct pair last;
    static strings *seen;
    strings here = { words[1], words[0] };
    for (int i = 0; i < 2; i++) {
        #pragma ckpt
        at[i].x = (short)(at[i].x + calls++);
        last.rest[i] += at[i].x + old[i].y;
        last.first.y++;
        far.x = (short)(far.x + right + !compare + (_Alignof(struct wide) == 8));
        old[i] = at[i + 1];
        *--end = (char)('a' + calls % 26);
        if (end == copy)
            end += sizeof copy;
        seen = &here;
        said = (*seen)[i];
        seen = NULL;
    }
    printf("%d %s %.3s %d %lu %d %d\n", calls, said, end, is_signed, sizes[0].n + (sizes[0].least == -sizeof at[0]) + sizes[1].least, last.first.y, far.x);
    return last.rest[0] * 100 + last.rest[1];
}

int main(void)
{
    const char *kept = format(17);
    for (int i = 0; i < 3; i++) {
        #pragma ckpt
        printf("%s %s %d\n", format(i * 1000ull), kept, sum((short)i));
        printf("%ld\n", statics(i));
    }
    return 0;
}
