// String literals: pointers to them (also into their middle and end), shared ones stay shared, arrays of them, wide ones, __func__
// (a literal with clang lies right behind another one), text of the C library's own, ends that strtol stores.
// C-SUPPORT: Expressions | string literals, wide ones, shared ones, `__func__` | 6.4.5 | supported |
// REQUIRES: ckptcc
// RUN: %restart %s Inputs/literals_b.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

const char *from_b(int), *same_in_b(void);

static const char *const days[] = { "Monday", "Tuesday", "Wednesday" };
static const char *today = "Tuesday";
static const struct { const char *key; int value; } settings[] = { { "width", 80 }, { "height", 25 } }, *setting = &settings[1];
static const int primes[] = { 2, 3, 5, 7 }, *prime = &primes[2];

static const char *name(int n)
{
    switch (n) {
    case 0: return "zero";
    case 1: return "one" + 1;
    default: return __func__;
    }
}

int main(void)
{
    const char *text = "a literal with \"quotes\", \t and \0 inside", *middle = text + 2, *end = text + strlen(text);
    const char *behind_zero = end + 1;
    const wchar_t *wide = L"w\x00efde";
    const char *empty = "", *error = strerror(2), *utf8 = u8"\u20ac";
    char writable[] = "writable";
    char *none, *rest;
    const char *same = "a literal with \"quotes\", \t and \0 inside";

    strtol("no number", &none, 10);
    strtol("12 and text", &rest, 10);
    for (int i = 0; i < 3; i++) {
        const char *n = name(i), *b = from_b(i), *day = days[i];
        #pragma ckpt
        printf("%s %s %s %d\n", n, b, day, day == days[i]);
    }
    writable[0] = 'W';
    #pragma ckpt
    printf("%s|%s|%d|%s\n", text, middle, *end, behind_zero);
    printf("%ls %zu %s %s %s\n", wide, strlen(empty), error, utf8, writable);
    printf("%d %s %s %d %d\n", text == same, today, setting->key, setting->value, *prime);
    printf("%s,%s\n", none, rest);
    printf("%d %d\n", strcmp(same_in_b(), "Tuesday"), (int)(prime - primes));
    return 0;
}
