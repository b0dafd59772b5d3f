/* decimal.c - see decimal.h. A number is mantissa (eight 32-bit words, most significant first, top bit set) * 2^exponent. */
#include "tools/decimal.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WORDS = 8, BITS = 32 * WORDS, MAX_DIGITS = 41 };

typedef struct big {
    uint32_t word[WORDS];
    int exponent;
} big;

int tool_real_digits(int format)
{
    return format == CKPTI_BINARY32 ? 9 : format == CKPTI_BINARY64 ? 17 : format == CKPTI_X87 ? 21
         : format == CKPTI_BINARY128 ? 36 : MAX_DIGITS;
}

/* Shift a mantissa of 2 * WORDS words so that its top bit is set, and keep the upper half. */
static big normal(uint32_t word[2 * WORDS], int exponent)
{
    big r;
    int lead = 0;
    while (lead < 2 * WORDS - 1 && !word[lead])
        lead++;
    int shift = word[lead] ? __builtin_clz(word[lead]) : 0;
    for (int i = 0; i < WORDS; i++) {
        uint32_t here = lead + i < 2 * WORDS ? word[lead + i] : 0, next = lead + i + 1 < 2 * WORDS ? word[lead + i + 1] : 0;
        r.word[i] = shift ? here << shift | next >> (32 - shift) : here;
    }
    r.exponent = exponent + BITS - 32 * lead - shift;
    return r;
}

static big multiply(const big *a, const big *b)
{
    uint32_t product[2 * WORDS] = {0};
    for (int i = WORDS; i-- > 0;) {
        uint64_t carry = 0;
        for (int j = WORDS; j-- > 0;) {
            carry += (uint64_t)a->word[i] * b->word[j] + product[i + j + 1];
            product[i + j + 1] = (uint32_t)carry;
            carry >>= 32;
        }
        product[i] = (uint32_t)carry;
    }
    return normal(product, a->exponent + b->exponent);
}

static big of_word(uint32_t v)
{
    uint32_t word[2 * WORDS] = {0};
    word[2 * WORDS - 1] = v;
    return normal(word, 0);
}

/* 1/10, to 256 bits: 0xcccc...cd * 2^-259. */
static big tenth(void)
{
    big r;
    memset(r.word, 0xcc, sizeof r.word);
    r.word[WORDS - 1] = 0xcccccccd;
    r.exponent = -BITS - 3;
    return r;
}

static big power_of_ten(int n)
{
    big r = of_word(1), square = n < 0 ? tenth() : of_word(10);
    for (unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n; k; k >>= 1) {
        if (k & 1)
            r = multiply(&r, &square);
        square = multiply(&square, &square);
    }
    return r;
}

/* The nearest integer, as decimal digits; the value is below 10^MAX_DIGITS < 2^160. Returns how many. */
static int integer_digits(const big *v, char digits[MAX_DIGITS + 10])
{
    uint32_t word[WORDS];
    int right = -v->exponent, n = 0; /* 0 < right */
    for (int i = WORDS; i-- > 0;) {
        int from = i - right / 32;
        uint32_t here = from >= 0 ? v->word[from] : 0, above = from >= 1 ? v->word[from - 1] : 0;
        word[i] = right % 32 ? here >> right % 32 | above << (32 - right % 32) : here;
    }
    int half = BITS - right; /* the bit below the integer's last */
    if (half >= 0 && half < BITS && v->word[half / 32] >> (31 - half % 32) & 1)
        for (int i = WORDS; i-- > 0 && !++word[i];)
            ;
    char reversed[MAX_DIGITS + 10];
    for (bool more = true; more && n < MAX_DIGITS + 9;) {
        uint64_t rest = 0;
        more = false;
        for (int i = 0; i < WORDS; i++) {
            rest = rest << 32 | word[i];
            word[i] = (uint32_t)(rest / 10);
            rest %= 10;
            more |= word[i] != 0;
        }
        reversed[n++] = (char)('0' + rest);
    }
    for (int i = 0; i < n; i++)
        digits[i] = reversed[n - 1 - i];
    return n;
}

/* Digits and decimal exponent: 0.d1d2d3... * 10^point. */
static int to_digits(const ckpti_real *v, int digits, char out[MAX_DIGITS + 10], int *point)
{
    uint32_t word[2 * WORDS] = {(uint32_t)(v->high >> 32), (uint32_t)v->high, (uint32_t)(v->low >> 32), (uint32_t)v->low};
    big value = normal(word, v->exponent + 128 - 2 * BITS);
    /* value = 1.x * 2^e: its decimal exponent is about e * log10(2) */
    long e = (long)v->exponent + 127;
    int guess = (int)((e * 30103 - (e < 0 ? 99999 : 0)) / 100000) + 1, n;
    for (;; guess++) {
        big scale = power_of_ten(digits - guess), scaled = multiply(&value, &scale);
        n = integer_digits(&scaled, out);
        if (n <= digits)
            break;
    }
    *point = guess - digits + n;
    while (n > 1 && out[n - 1] == '0')
        n--;
    return n;
}

static void layout(const char *digits, int n, int point, char *out)
{
    if (point > -4 && point <= 0) {
        snprintf(out, TOOL_REAL - 1, "0.%.*s%.*s", -point, "000", n, digits);
    } else if (point > 0 && point <= 21 && n <= point) {
        snprintf(out, TOOL_REAL - 1, "%.*s%.*s.0", n, digits, point - n, "000000000000000000000");
    } else if (point > 0 && point <= 21) {
        snprintf(out, TOOL_REAL - 1, "%.*s.%.*s", point, digits, n - point, digits + point);
    } else {
        snprintf(out, TOOL_REAL - 1, "%c%s%.*se%+03d", digits[0], n > 1 ? "." : "", n - 1, digits + 1, point - 1);
    }
}

static bool special(const ckpti_real *v, char *out)
{
    if (v->kind == CKPTI_R_FINITE)
        return false;
    strcpy(out, v->kind == CKPTI_R_ZERO ? "0.0" : v->kind == CKPTI_R_INFINITE ? "inf" : "nan");
    return true;
}

void tool_real_decimal(const ckpti_real *v, int digits, char out[TOOL_REAL])
{
    char text[MAX_DIGITS + 10];
    int point;
    if (v->negative)
        *out++ = '-';
    if (special(v, out))
        return;
    int n = to_digits(v, digits < MAX_DIGITS ? digits : MAX_DIGITS, text, &point);
    layout(text, n, point, out);
}

void tool_real_hex(const ckpti_real *v, char out[TOOL_REAL])
{
    char digits[33];
    if (v->negative)
        *out++ = '-';
    if (v->kind == CKPTI_R_ZERO) {
        strcpy(out, "0x0p+0");
        return;
    }
    if (special(v, out))
        return;
    int n = snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64, v->high << 1 | v->low >> 63, v->low << 1);
    while (n > 0 && digits[n - 1] == '0')
        digits[--n] = 0;
    snprintf(out, TOOL_REAL - 1, "0x1%s%sp%+d", n ? "." : "", digits, v->exponent + 127);
}
