/* kinds.c - every arithmetic type of C in one record, evolved step by step.
 *
 * Usage   kinds [steps]
 * Output  all members after every fourth step, in a form that is the same everywhere.
 *
 * The values always fit the smallest type a target may give them (long: 32 bits; long double: 53 bits of mantissa), but the
 * types differ: char is unsigned on some machines, long has 4 or 8 bytes, long double comes in four formats,
 * bit-fields are laid out from either end.
 */
#include <complex.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* The widest integer there is here. */
#ifdef __SIZEOF_INT128__
typedef __int128 widest_t;
#else
typedef long long widest_t;
#endif

enum colour { RED = -3, GREEN, BLUE = 1000000 };

struct packed_flags {
    unsigned ready : 1;
    signed level : 5;
    unsigned : 3;
    unsigned kind : 7;
    unsigned : 0;
    unsigned long long wide : 40;
    _Bool on : 1;
    signed char tiny : 3;
};

struct numbers {
    char letter;
    signed char sc;
    unsigned char uc;
    short s;
    unsigned short us;
    int i;
    unsigned u;
    long l;
    unsigned long ul;
    long long ll;
    unsigned long long ull;
    float f;
    double d;
    long double ld;
    float complex fc;
    double complex dc;
    long double complex ldc;
    bool flag;
    enum colour colour;
    wchar_t wide;
    int8_t exact8;
    uint16_t exact16;
    int_fast32_t fast32;
    uint64_t exact64;
    intmax_t biggest;
    struct packed_flags bits;
    struct {                             /* anonymous member */
        short inner;
        struct { long double deep; char deeper[3]; };
    };
    double (*operation)(double, double);
    widest_t widest;
};

/* A header with a flexible array behind it. */
struct series {
    unsigned short count;
    char tag;
    double value[];
};

static double plus(double a, double b) { return a + b; }
static double times(double a, double b) { return a * b * 0.125; }

static struct numbers *numbers_new(void)
{
    static const struct numbers initial = {
        .letter = 'a', .sc = -1, .uc = 200, .s = -300, .us = 60000, .i = -70000, .u = 3000000000u, .l = -2000000000,
        .ul = 4000000000u, .ll = -9000000000000000000LL, .ull = 18000000000000000000ULL, .f = 0.1f, .d = 0.1,
        .ld = 0.1L, .colour = RED, .wide = L'\x20ac', .exact8 = -128, .exact16 = 65535, .fast32 = 7,
        .exact64 = 1, .biggest = INT64_MIN, .bits = { 1, -16, 77, 0xfedcba9876, 1, -4 },
        .inner = -5, .deep = 0.5L, .deeper = "xyz", .operation = plus,
        .widest = -1000000000000000007LL,
    };
    struct numbers *n = malloc(sizeof *n);

    if (!n)
        exit(1);
    *n = initial;
    n->ld = (double)n->ld;               /* no more digits than every target has */
    n->fc = 1.5f - 0.25f * I;
    n->dc = 0.1 + 0.2 * I;
    n->ldc = 3.0L - 4.0L * I;
    return n;
}

static struct series *series_grow(struct series *series, double value)
{
    unsigned short count = series ? series->count : 0;

    series = realloc(series, offsetof(struct series, value) + (count + 1) * sizeof series->value[0]);
    if (!series)
        exit(1);
    series->tag = 'A' + count % 26;
    series->value[count] = value;
    series->count = count + 1;
    return series;
}

static void evolve(struct numbers *n, int step)
{
    char letter = n->letter;
    signed char carry = (signed char)(step - 100);
    long double half = 0.5L;
    float complex turn = 1.0f * I;

    n->letter = letter == 'z' ? 'a' : letter + 1;
    n->sc = (signed char)(-(n->sc + carry) / 2);
    n->uc = (unsigned char)(n->uc * 3 + 1);
    n->s = (short)(n->s / 2 - step);
    n->us = (unsigned short)(n->us * 5);
    n->i -= 1000 * step;
    #pragma ckpt
    n->u = n->u * 1664525u + 1013904223u;
    n->l += carry;
    n->ul = (unsigned long)((n->ul * 7ULL + 3) % 4000000007u);
    n->ll += 1000000000000LL * step;
    n->ull = n->ull * 6364136223846793005ULL + 1442695040888963407ULL;
    n->f = n->f * 1.5f - (float)step;
    n->d = n->operation(n->d, 3.0 / step);
    n->ld = (double)n->ld * 0.5 + step;
    n->fc *= turn;
    n->dc = n->dc + 0.5 * I;
    n->ldc = conjl(n->ldc) * half;
    n->flag = !n->flag;
    n->colour = n->colour == RED ? GREEN : n->colour == GREEN ? BLUE : RED;
    n->wide += step;
    n->exact8 = (int8_t)-n->exact8 < 0 ? n->exact8 / 2 : n->exact8 + 1;
    n->exact16 ^= (uint16_t)(step << 7);
    n->fast32 = n->fast32 * 3 % 1000003;
    n->exact64 = n->exact64 << 9 | n->exact64 >> 55;
    n->biggest /= 2;
    n->bits.ready ^= 1;
    n->bits.level = n->bits.level == 15 ? -16 : n->bits.level + 1;
    n->bits.kind = (unsigned)(n->bits.kind + step) % 128;
    n->bits.wide = (n->bits.wide * 5) & 0xffffffffffULL;
    n->bits.on = step % 3 == 0;
    n->bits.tiny = (signed char)(step % 8 - 4);
    n->inner = (short)(n->inner * 3 % 1000);
    n->deep *= half;
    n->deeper[step % 3]--;
    n->operation = n->operation == plus ? times : plus;
    n->widest = -n->widest / 3 * 2 - step;
}

static void show(const struct numbers *n, int step)
{
    printf("%d: %c %d %u %d %u %d %u %ld %lu %lld %llu\n", step, n->letter, n->sc, n->uc, n->s, n->us, n->i, n->u,
           n->l, n->ul, n->ll, n->ull);
    printf("  %.9g %.17g %.17Lg (%g,%g) (%.17g,%.17g) (%Lg,%Lg) %d %d U+%04lx\n", n->f, n->d, n->ld, crealf(n->fc),
           cimagf(n->fc), creal(n->dc), cimag(n->dc), creall(n->ldc), cimagl(n->ldc), n->flag, (int)n->colour,
           (unsigned long)n->wide);
    printf("  %d %u %ld %llx %lld", n->exact8, n->exact16, (long)n->fast32, (unsigned long long)n->exact64,
           (long long)n->biggest);
    printf(" bits %u %d %u %llx %d %d", n->bits.ready, n->bits.level, n->bits.kind, (unsigned long long)n->bits.wide,
           n->bits.on, n->bits.tiny);
    printf(" inner %d %Lg %.3s %s widest %lld\n", n->inner, n->deep, n->deeper,
           n->operation == plus ? "plus" : "times", (long long)n->widest);
}

int main(int argc, char **argv)
{
    const int steps = argc > 1 ? atoi(argv[1]) : 40;
    struct numbers *n = numbers_new();
    struct series *series = NULL;
    double sum = 0.0;

    for (int step = 1; step <= steps; step++) {
        evolve(n, step);
        series = series_grow(series, n->d);
        if (step % 4 == 0)
            show(n, step);
    }
    for (int i = 0; series && i < series->count; i++)
        sum += series->value[i];
    printf("series %u '%c' %.17g\n", series ? series->count : 0u, series ? series->tag : '-', sum);
    free(series);
    free(n);
    return 0;
}
