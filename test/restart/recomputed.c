// Which variables a restart makes again by the calls that made them (analysis/Recomputed.h): those whose names begin with again_ are not saved, those with
// keep_ are, each for what stands beside it. Restarts elsewhere compare what was made with the image's hash, and go on with it.
// C-SUPPORT: State | tables that the program computes at its start, by themselves: a restart computes them again | - | supported |
// REQUIRES: ckptcc, analyses
// RUN: %restart %s
// RUN: %ckptcc --ckpt-explain -ffp-contract=off -w %s > %t.out 2>&1; cat %t.out
// RUN: grep -o "note: '[a-z]*_[a-z_0-9]*' is not saved: a restart makes the call at line [0-9]* again" %t.out | grep -o "'[^']*'" | sort > %t.left
// RUN: grep -oE '^ *static .*' %s | grep -oE '\bagain_[a-z_0-9]+' | sed "s/.*/'&'/" | sort -u > %t.wanted
// RUN: test $(cat %t.wanted | wc -l) -ge 15 && diff %t.wanted %t.left
// RUN: test $(grep -c "note: 'keep_[a-z_0-9]*' is saved at every site" %t.out) = 25
//
// Without the options that make floating-point numbers the same everywhere, those with integers only.
// RUN: %ckptcc --ckpt-explain -w %s > %t.out 2>&1; grep "'again_floats' is saved at every site: the call at line [0-9]* could be made again, .*-ffp-contract=off" %t.out
// RUN: grep "'again_table' is not saved" %t.out
// RUN: %ckptcc --ckpt-explain --ckpt-no-recompute -w %s 2>&1 | %not grep "a restart makes"
//
// An image is smaller by them; a program without the analysis says what it lacks; one that makes something else is refused, and takes images that have them.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && cp %s p.c
// RUN: %ckptcc -ffp-contract=off -w p.c -o p -lm && %ckptcc -ffp-contract=off -w --ckpt-no-recompute p.c -o all -lm && sed -i 's/THE_FACTOR 3/THE_FACTOR 5/' p.c && %ckptcc -ffp-contract=off -w p.c -o other -lm
// RUN: env CKPT_DIR=d1 CKPT_AT=2 CKPT_EXIT=1 ./p > o1; test $? = 75
// RUN: env CKPT_DIR=d2 CKPT_AT=2 CKPT_EXIT=1 ./all > o2; test $? = 75
// RUN: test $(cat d2/*.img | wc -c) -gt $(($(cat d1/*.img | wc -c) + 40000))
// RUN: ./p > plain && env CKPT_RESTART=d1/ckpt-000001.img CKPT_SPOIL=1 ./p >> o1 && diff plain o1 && env CKPT_RESTART=d2/ckpt-000001.img ./p >> o2 && diff plain o2
// RUN: env CKPT_RESTART=d1/ckpt-000001.img ./all > o3 2> e3; test $? = 78 && grep "variable again_.* has no value in the image" e3
// RUN: env CKPT_RESTART=d1/ckpt-000001.img ./other > o4 2> e4; test $? = 78 && grep "variable again_[a-z_]* (p.c:[0-9]*) is not in the image, for it was to be computed again, and it comes out otherwise here" e4 && test ! -s o4
// RUN: env CKPT_RESTART=d2/ckpt-000001.img ./other > o5 2> e5 && grep -v factor plain | tail -n 1 > w5 && grep -v factor o5 | tail -n 1 | diff w5 -
//
// In one process, and from an image of an image.
// RUN: env CKPT_DIR=d6 CKPT_EVERY=1 CKPT_MODE=inplace CKPT_SPOIL=1 ./p > o6 && diff plain o6
// RUN: env CKPT_DIR=d7 CKPT_AT=1 CKPT_EXIT=1 ./p > o7; env CKPT_DIR=d7 CKPT_RESTART=latest CKPT_AT=3 CKPT_EXIT=1 ./p >> o7; env CKPT_DIR=d7 CKPT_RESTART=latest ./p >> o7 && diff plain o7
// RUN: %ckpt show --sizes d7 | %not grep again_table
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 600, M = 40 };
#define THE_FACTOR 3
struct pair { int a; double b; };

static unsigned sum;
#define SEE(array) do { for (size_t i = 0; i < sizeof(array) / sizeof *(array); i++) sum = sum * 31 + (unsigned)(array)[i]; } while (0)

/* Made once, before the first site, of nothing but itself. */
static int again_table[N], again_second[N], again_filled[N], again_filled_too[N], again_in_setup[N], again_matrix[M][M], again_copied[N], again_by_goto[N], again_first[N], again_of_width[N];
static unsigned again_random[N];
static unsigned char again_bytes[N];
static long long again_wide[N];
static double again_floats[N];
static struct pair again_pairs[N];
static unsigned again_seed = 12345; /* its first value is read */
static const int factors[4] = { THE_FACTOR, 7, 11, 13 };
static int constant = 9;            /* never changes */
static int again_started;

/* Not so. */
static int keep_changed[N], keep_input[N], keep_printed[N], keep_pointed[N], *pointer = keep_pointed, keep_after[N], keep_loop[N], keep_called_later[N];
static int keep_of_changed[N], keep_limit = 5, keep_sized[N], keep_size, keep_handled[N], keep_time[N], keep_allocated[N], keep_choice[N], keep_by_value[N];
static int keep_other_part[N], keep_by_pointer_to_function[N], keep_in_bytes[N], keep_argument[N];
static double keep_library[N];
static unsigned long keep_wraps[N];
static int keep_returned[N], keep_sign[N];
static char again_characters[N];
static int keep_volatile_read[N];
static volatile int changing = 4;

static void make_table(void)
{
    for (int i = 0; i < N; i++)
        again_table[i] = i * factors[i % 4] + constant;
}

static void make_second(void)
{
    memcpy(again_copied, again_table, sizeof again_table);
    for (int i = 1; i < N; i++)
        again_second[i] = again_second[i - 1] + again_table[i];
}

static unsigned next(unsigned *seed) { return *seed = *seed * 1103515245u + 12345u; }

static void make_random(void)
{
    static int scratch[N];
    for (int i = 0; i < N; i++)
        scratch[i] = (int)(next(&again_seed) >> 16);
    for (int i = 0; i < N; i++)
        again_random[i] = (unsigned)scratch[N - 1 - i], again_bytes[i] = (unsigned char)scratch[i], again_wide[i] = (long long)scratch[i] << 20;
}

static void fill(int *to, int n, int value)
{
    for (int i = 0; i < n; i++)
        to[i] = value + i;
}

static void make_first(void) { fill(again_first, N, 40); }

static void row(int *to, int k)
{
    for (int i = 0; i < M; i++)
        to[i] = i ^ k;
}

static void make_matrix(void)
{
    for (int k = 0; k < M; k++)
        row(again_matrix[k], k);
}

static void make_floats(double scale)
{
    for (int i = 0; i < N; i++) {
        again_floats[i] = sqrt(i * scale) / 3.0 + floor(i / 7.0);
        again_pairs[i] = (struct pair){ i, again_floats[i] * 1.25 };
    }
}

static void make_in_setup(void)
{
    for (int i = 0; i < N; i++)
        again_in_setup[i] = i ? again_in_setup[i - 1] * 3 + 1 : 7;
    again_started = 1;
}

static void set_up(int argc)
{
    printf("begins\n");
    fill(keep_input, N, argc);
    make_in_setup();
}

static void printing(void) { for (int i = 0; i < N; i++) keep_printed[i] = printf("%s", ""); }
static void pointing(void) { for (int i = 0; i < N; i++) pointer[i] = i; }
static void changed(void) { for (int i = 0; i < N; i++) keep_changed[i] = i; }
static void after(void) { for (int i = 0; i < N; i++) keep_after[i] = i; }
static void looping(void) { for (int i = 0; i < N; i++) keep_loop[i]++; }
static void called_later(void) { for (int i = 0; i < N; i++) keep_called_later[i] += 2; }
static void of_changed(void) { for (int i = 0; i < N; i++) keep_of_changed[i] = keep_limit * i; }
static void sized(void) { for (int i = 0; i < keep_size; i++) keep_sized[i] = i; }
static void handled(void) { for (int i = 0; i < N; i++) keep_handled[i] = i; }
static void on_signal(int n) { keep_handled[n % N]++; }
static void by_time(void) { for (int i = 0; i < N; i++) keep_time[i] = getenv("PATH") != 0; }
static void allocating(void) { int *p = calloc(N, sizeof *p); for (int i = 0; i < N; i++) keep_allocated[i] = p[i] + i; free(p); }
static void choosing(void) { for (int i = 0; i < N; i++) keep_choice[i] = i; }
static void valued(int k) { for (int i = 0; i < N; i++) keep_by_value[i] = k; }
static void part(void) { for (int i = 0; i < N / 2; i++) keep_other_part[i] = i; }
static int three(int i) { return 3 * i; }
static int (*volatile function)(int) = three;
static void by_function(void) { for (int i = 0; i < N; i++) keep_by_pointer_to_function[i] = function(i); }
static void in_bytes(void) { double d = 0.1; for (int i = 0; i < N; i++) keep_in_bytes[i] = ((unsigned char *)&d)[i % 8]; }
static void with_library(void) { for (int i = 0; i < N; i++) keep_library[i] = floor(sin(i) * 100) + 200; }
static void wraps(void) { unsigned long h = 5381; for (int i = 0; i < N; i++) keep_wraps[i] = (h = h * 33 + (unsigned)i) % 1000; }
static void of_width(void) { uint64_t h = 5381; for (int i = 0; i < N; i++) again_of_width[i] = (int)((h = h * 33 + (unsigned)i) >> 40); }
static void characters(void) { for (int i = 0; i < N; i++) again_characters[i] = (char)i; }
static void sign(void) { for (int i = 0; i < N; i++) keep_sign[i] = again_characters[i] & 3; }
static int returning(void) { for (int i = 0; i < N; i++) keep_returned[i] = i; return 5; }
static void labelled(void) { for (int i = 0; i < N; i++) again_by_goto[i] = i; }
static void reading(void) { for (int i = 0; i < N; i++) keep_volatile_read[i] = changing; }

static void once_more(void)
{
    int n = 0;
again:
    labelled();
    if (n++ < 1)
        goto again;
}

static int step(int k)
{
    #pragma ckpt
    SEE(again_table); SEE(again_second); SEE(again_filled); SEE(again_filled_too); SEE(again_in_setup); SEE(again_random); SEE(again_bytes); SEE(again_copied);
    SEE(again_wide); SEE(again_floats); SEE(again_by_goto); SEE(again_of_width); SEE(again_first); SEE(keep_sign);
    for (int i = 0; i < M; i++)
        SEE(again_matrix[i]);
    for (int i = 0; i < N; i++)
        sum = sum * 31 + (unsigned)(again_pairs[i].a + again_pairs[i].b);
    SEE(keep_changed); SEE(keep_input); SEE(keep_printed); SEE(keep_pointed); SEE(keep_after); SEE(keep_loop); SEE(keep_called_later); SEE(keep_of_changed);
    SEE(keep_sized); SEE(keep_handled); SEE(keep_time); SEE(keep_allocated); SEE(keep_choice); SEE(keep_by_value); SEE(keep_other_part);
    SEE(keep_by_pointer_to_function); SEE(keep_argument); SEE(keep_library); SEE(keep_returned);
    SEE(keep_volatile_read);
    sum += (keep_in_bytes[1] == keep_in_bytes[9]) + (keep_wraps[9] < 1000u) + (again_characters[130] == (char)130); /* which are others on other machines */
    sum += again_seed + (unsigned)(again_started + constant + keep_limit + keep_size);
    return k + 1;
}

static int run(int argc)
{
    make_table();
    (void)make_second();
    make_random();
    fill(again_filled, N, 3);
    fill(again_filled_too, N - 1, -7);
    make_matrix();
    make_floats(0.5);
    set_up(argc);
    printing();
    pointing();
    changed();
    for (int i = 0; i < 3; i++)
        looping();
    called_later();
    of_changed();
    keep_size = N - 5;
    sized();
    handled();
    signal(SIGUSR1, on_signal);
    by_time();
    allocating();
    if (argc > 0)
        choosing();
    valued(argc);
    part();
    by_function();
    in_bytes();
    with_library();
    wraps();
    of_width();
    characters();
    sign();
    int n = returning();
    once_more();
    reading();
    fill(keep_argument, N, argc + n);
    for (int k = 0; k < 5; k = step(k)) {
        after();
        keep_changed[k]++;
        keep_limit++;
        keep_other_part[N - 1 - k] = k;
        raise(SIGUSR1);
        called_later();
    }
    printf("factor %d: %u\n", again_table[4], sum);
    printf("%d\n", keep_limit);
    return 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    make_first();
    int status = run(argc) ? 1 : 0;
    return status;
}
