// #pragma ckpt replay on a machine of the other byte order and word size: numbers of all widths, strings, structures, arrays of them, functions, earlier results and
// unnamed arguments are handed over again with the values that they had.
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace --visits 4
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum kind { NONE, SMALL = 3, LARGE = 100000 };
struct place { char name[8]; short kind; double at[3]; long long id; struct { int low; float high; } range; unsigned char flags[3]; long length; };
struct device { int number; const char *name; };

/* What the library keeps: no image has it. */
static char text[1200];
static struct device devices[2];
#pragma ckpt exclude(text, devices)

static long lengths[4];
static struct place places[2];

static int say(const char *format, ...)
{
    va_list list;
    size_t n = strlen(text);

    va_start(list, format);
    vsnprintf(text + n, sizeof text - n, format, list);
    va_end(list);
    return (int)strlen(text);
}

static int numbers(_Bool b, signed char c, unsigned char u, short s, unsigned short us, int i, unsigned ui)
{
    return say("%d %d %d %d %d %d %u\n", b, c, u, s, us, i, ui);
}

static int wide(long l, unsigned long ul, long long ll, unsigned long long ull, enum kind k, float f, double d)
{
    return say("%ld %lu %lld %llu %d %g %.17g\n", l, ul, ll, ull, (int)k, (double)f, d);
}

static void put(const struct place *p)
{
    say("%s %d %g %g %g %lld %d %g %d %d %d %ld\n", p->name, p->kind, p->at[0], p->at[1], p->at[2], p->id, p->range.low, (double)p->range.high,
        p->flags[0], p->flags[1], p->flags[2], p->length);
}

static void all(const long *length, const struct place *place, int n)
{
    for (int i = 0; i < n; i++)
        say("%ld ", length[i]);
    for (int i = 0; i < n / 2; i++)
        put(&place[i]);
}

static double half(double d) { return d / 2; }
static void apply(double (*function)(double), const double *to, const char *null) { say("%g %d\n", function(*to), null == NULL); }

static struct device *open_device(const char *name, int number)
{
    struct device *d = &devices[number];
    d->number = number;
    d->name = name;
    return d;
}

static int ask(const struct device *d, unsigned long long what) { return say("%s %d %llx\n", d->name, d->number, what); }

int main(void)
{
    struct place here = { "here", -2, { 0.5, -1e300, 3.25 }, -(1LL << 60), { 70000, 0.125f }, { 1, 128, 255 }, -123456789 };
    struct device *disk = NULL, *tape = NULL;
    double quarter = 0.25;
    int n, total = 0;

    #pragma ckpt replay
    n = numbers(1, -100, 200, -30000, 60000, -2000000000, 4000000000u);
    #pragma ckpt replay
    total = wide(-2000000000L, 4000000000UL, -(1LL << 61) - 5, 0xfedcba9876543210ULL, LARGE, 0.1f, 0.1);
    for (int i = 0; i < 4; i++) {
        #pragma ckpt
        printf("%d %d %d\n%s", i, n, total, text);
        if (i == 0) {
            #pragma ckpt replay
            put(&here);
            here.id = 0;
            for (int k = 0; k < 4; k++)
                lengths[k] = 1000000007L * (k & 1 ? 1 : -1);
            places[0] = places[1] = here;
            places[1].at[1] = 1.0 / 3;
            #pragma ckpt replay
            all(lengths, places, 4);
            lengths[1] = 0;
        }
        if (i == 1) {
            #pragma ckpt replay
            apply(half, &quarter, NULL);
            #pragma ckpt replay
            disk = open_device("disk \xc3\xa4", 0);
            #pragma ckpt replay
            tape = open_device("", 1);
            #pragma ckpt replay
            n = ask(tape, 0x0102030405060708ULL);
            #pragma ckpt replay
            n = ask(disk, 1);
        }
        if (i == 2) {
            #pragma ckpt replay
            say("%s %c %d %lld %.3f %s\n", "unnamed", 'x', -7, -(1LL << 40), 2.5, "end");
        }
    }
    return 0;
}
