// Which variables with static storage are dead at every site: those whose names begin with drop_ are not saved, those with keep_ are, each for what
// stands beside it. Restarts of the same file, with what is dead overwritten (CKPT_SPOIL), show that the program needs none of the former.
// REQUIRES: ckptcc, analyses
// RUN: %restart %s
// RUN: %ckptcc --ckpt-explain -w %s > %t.out 2>&1; cat %t.out
// RUN: grep -o "note: '[a-z]*_[a-z_0-9]*' is not saved: what it holds at a site is never read" %t.out | grep -o "'.*'" | sort > %t.left
// RUN: grep -oE '^(static .*|    static .*)' %s | grep -oE '\bdrop_[a-z_0-9]+' | sed "s/.*/'&'/" | sort > %t.wanted
// RUN: test $(cat %t.wanted | wc -l) -ge 15 && diff %t.wanted %t.left
// RUN: %not grep "'keep_[a-z_0-9]*' is not saved: what it holds" %t.out && test $(grep -c "note: 'keep_[a-z_0-9]*' is saved at every site" %t.out) = 53
// RUN: %ckptcc --ckpt-explain --ckpt-no-static-liveness -w %s 2>&1 | %not grep "at a site is never read"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 20, M = 3 };
struct pair { int a, b; };

static unsigned sum;
#define SEE(x) do { unsigned seen = (unsigned)(x); sum = sum * 31 + seen; } while (0) /* what x calls may see, too */

/* Written as a whole before they are read, or not read any more. */
static int drop_scalar, drop_loop[N], drop_nest[M][N], drop_swapped[M][N], drop_set[N], drop_copied[N], drop_later[N], drop_by_callee;
static double drop_own[N];
static struct pair drop_struct, drop_structs[N];
static int drop_before_only, drop_through_parameter[N], drop_downwards_never_read[N], drop_rows[M][N], drop_after_break[N], drop_recursive;
static unsigned char drop_equal[N];

static int drop_filled[N], drop_filled_two_ways[N];
static struct pair drop_filled_pairs[N];

/* Read before. */
static int keep_plain = 3, keep_counted = 1, keep_condition[N], keep_part[N], keep_some[N], keep_from_one[N], keep_gap[N];
static int keep_left[N], keep_continued[N], keep_returned, keep_goto, keep_changed_index[N], keep_address[N], keep_itself[N], keep_once[N];
static int keep_by_callback, keep_by_external, keep_by_recursion, keep_in_handler, keep_short_circuit, keep_choice, keep_transposed[N][N];
static int keep_unordered = 5, keep_in_callee, keep_after_site, keep_by_parameter[N], keep_two_ways, keep_switch, keep_duff[N], keep_less[N];
static int keep_escaped, *escaped = &keep_escaped, keep_size[N], keep_zero_times, keep_argument, keep_later_turn[N], keep_at_exit, keep_restarted, keep_bytes[N];
static int keep_callee_site[N], keep_while;
static int keep_filled_part[N], keep_filled_early[N], keep_filled_inside[N + 1], keep_filled_read[N], keep_filled_left[N], keep_filled_changed[N], keep_filled_site[N];
static unsigned keep_filled_bytes[N];
static struct pair keep_member;
static volatile int keep_volatile;
_Thread_local static int keep_thread;
int keep_global;

static int opaque(int n) { return atoi(n ? "1" : "0"); }

static void callback(void) { SEE(keep_by_callback); }
static void (*volatile through)(void) = callback;
void external(void) { SEE(keep_by_external); }
static void (*volatile from_outside)(void) = external;
static void handler(int n) { SEE(keep_in_handler + n); }
static void (*volatile on_signal)(int) = handler;
static void at_end(void) { printf("%d\n", keep_at_exit); }
static void when_restarted(void) { if (keep_restarted) abort(); }
#pragma ckpt on_restart(when_restarted())

static void recurse(int n)
{
    if (n > 1)
        keep_by_recursion = n;
    SEE(keep_by_recursion);
    if (n < 2)
        recurse(n + 1);
}

static int down(int n)
{
    drop_recursive = n;
    if (n > 0)
        SEE(down(n - 1));
    return drop_recursive;
}

static int returned(int n)
{
    if (n)
        return keep_returned;
    keep_returned = 1;
    return keep_returned;
}

static void set_by_callee(int n)
{
    if (n)
        drop_by_callee = n;
    else
        drop_by_callee = 7;
}

static void set_in_callee(int n)
{
    if (n)
        keep_in_callee = n;
}

static long total(const int *row, int n)
{
    long t = 0;
    for (int i = 0; i < n; i++)
        t += row[i];
    return t;
}

static int third(const int *row) { return row[2] + row[3]; }

static void store(int *row, int value) { row[value % N] = value; }

static void fill(int *row, int n, int value)
{
    for (int i = 0; i < n; i++)
        row[i] = value;
}

static void fill_pairs(struct pair *row, unsigned long n)
{
    for (unsigned long i = 0; i != n; ++i)
        row[i] = (struct pair){ 1, (int)i };
}

static void fill_two_ways(int *row, int n, int way)
{
    if (way)
        for (int i = 0; i < n; i++)
            row[i] = way;
    else
        for (int i = 0; i < n; i++)
            row[i] = i;
}

static void fill_early(int *row, int n)
{
    if (opaque(0))
        return;
    for (int i = 0; i < n; i++)
        row[i] = n;
}

static void fill_left(int *row, int n)
{
    for (int i = 0; i < n; i++) {
        row[i] = n;
        if (i == 4)
            break;
    }
}

static void fill_changed(int *row, int n)
{
    n -= 1;
    for (int i = 0; i < n; i++)
        row[i] = n;
}

static int fill_read(int *row, int n)
{
    int first = row[0];
    for (int i = 0; i < n; i++)
        row[i] = n;
    return first;
}

static void fill_site(int *row, int n)
{
    for (int i = 0; i < n; i++) {
        row[i] = n;
        if (i == 3) {
            #pragma ckpt name(filling)
            SEE(row[i + 1]);
        }
    }
}

static int *leak(int *row) { return row + 1; }

static int set_and_read(void) { return keep_unordered = 5; }

static void with_site(int n)
{
    static int drop_inside, keep_inside;

    keep_inside += n;
    drop_inside = n;
    SEE(drop_inside + keep_inside);
    keep_after_site = n;
    #pragma ckpt name(deeper)
    SEE(keep_after_site);
}

static void step(int round)
{
    int i, j, k, pointed, *p;

    drop_scalar = round;
    SEE(drop_scalar);
    for (i = 0; i < N; i++)
        drop_loop[i] = i * round;
    for (i = 0; i < M; ++i)
        for (j = 0; j <= N - 1; j += 1) {
            drop_nest[i][j] = round;
            SEE(drop_nest[i][j]);
        }
    for (j = 0; j != N; j++)
        for (i = 0; i < M; i++)
            drop_swapped[i][j] = i + j;
    memset(drop_set, round, sizeof drop_set);
    memcpy(drop_copied, drop_set, N * sizeof(int));
    for (i = 0; i < M; i++)
        memset(drop_rows[i], i, sizeof drop_rows[i]);
    for (i = 0; i < N; i++) {
        drop_own[i] = i + round;
        drop_structs[i] = (struct pair){ i, round };
        drop_equal[i] = (unsigned char)i;
        SEE(drop_own[i] + drop_structs[i].b + (opaque(i) ? drop_equal[i] : 0));
        if (i == round)
            for (k = 0; k < N; k++)
                if (k == 2)
                    break;
    }
    drop_struct = drop_structs[2];
    set_by_callee(round);
    SEE(drop_by_callee + drop_struct.a + drop_rows[1][2] + drop_swapped[2][3] + drop_nest[1][1] + drop_loop[4] + drop_copied[1]);
    for (i = 0; i < N; i++)
        drop_through_parameter[i] = i;
    SEE(third(drop_through_parameter));
    store(drop_through_parameter, round);
    for (i = 0; i < N; i++) {
        drop_after_break[i] = round;
    }
    for (i = 0; i < N; i++)
        if (drop_after_break[i] > 5)
            break;
    SEE(down(2) + i);
    for (i = N - 1; i >= 0; i--)
        drop_downwards_never_read[i] = i;

    fill(drop_filled, N, round);
    fill_pairs(drop_filled_pairs, sizeof drop_filled_pairs / sizeof drop_filled_pairs[0]);
    fill_two_ways(drop_filled_two_ways, N, round & 1);
    SEE(drop_filled[3] + drop_filled_pairs[4].b + drop_filled_two_ways[5]);

    SEE(keep_plain);
    keep_plain = round;
    keep_counted++;
    for (i = 0; i < N; i++)
        if (opaque(i > 3))
            keep_condition[i] = round;
    for (i = 0; i < N / 2; i++)
        keep_part[i] = round;
    for (i = 0; i < N; i += 2)
        keep_some[i] = round;
    for (i = 1; i < N; i++)
        keep_from_one[i] = round;
    for (i = 0; i < N; i++) {
        i += opaque(i == 7);
        if (i < N)
            keep_gap[i] = round;
    }
    for (i = 0; i < N; i++) {
        keep_left[i] = round;
        if (i == 5 + round)
            break;
    }
    for (i = 0; i < N; i++) {
        if (i == round)
            continue;
        keep_continued[i] = round;
    }
    SEE(returned(round));
    for (i = 0; i < N; i++) {
        if (i == 4)
            goto out;
        keep_goto = 1;
        keep_changed_index[i] = round;
    }
out:
    p = &pointed;
    for (pointed = 0; pointed < N; pointed++) {
        keep_address[pointed] = round;
        if (pointed == round)
            *p = N;
    }
    for (i = 0; i < N; i++)
        keep_itself[i] = keep_itself[i] / 2 + round;
    keep_once[round % N] = round;
    SEE(keep_condition[2] + keep_part[N - 1] + keep_some[1] + keep_from_one[0] + keep_gap[7] + keep_left[N - 1] + keep_continued[round] + keep_goto);
    SEE(keep_changed_index[9] + keep_address[N - 1] + keep_itself[0] + keep_once[1]);
    through();
    keep_by_callback = round;
    from_outside();
    keep_by_external = round;
    on_signal(1);
    keep_in_handler = round;
    recurse(round);
    if (opaque(round > 1) && (keep_short_circuit = round))
        SEE(1);
    SEE(keep_short_circuit);
    opaque(round > 1) ? (keep_choice = round) : 0;
    SEE(keep_choice);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            keep_transposed[i][i] = j;
    SEE(keep_transposed[3][4]);
    SEE(keep_unordered + set_and_read());
    set_in_callee(round > 1);
    SEE(keep_in_callee);
    keep_two_ways = opaque(round) ? round : keep_two_ways;
    if (opaque(round))
        keep_two_ways = 3;
    SEE(keep_two_ways);
    switch (round) {
    case 1:
        keep_switch = 2;
        break;
    case 2:
        SEE(keep_switch);
    }
    i = 3;
    switch (round) {
    case 2:
        for (i = 0; i < N; i++) {
    default:
            keep_duff[i] = round;
        }
    }
    SEE(keep_duff[0]);
    memset(keep_size, round, N);
    memset(keep_less, round, sizeof keep_less - sizeof(int));
    SEE(keep_size[N - 1] + keep_less[N - 1]);
    SEE(total(keep_by_parameter, N));
    store(keep_by_parameter, round);
    for (i = 0; i < opaque(0); i++)
        keep_zero_times = 1;
    SEE(keep_zero_times);
    keep_zero_times = round;
    SEE(*escaped);
    keep_escaped = round;
    SEE(*leak(keep_bytes));
    for (i = 0; i < N; i++)
        keep_bytes[i] = i + round;
    SEE(keep_argument);
    keep_argument = round;
    for (i = 0; i < N; i++) {
        keep_later_turn[i] = round;
        SEE(keep_later_turn[(i + 1) % N]);
    }
    keep_member.a = round;
    SEE(keep_member.b);
    keep_member.b = round;
    while (opaque(0))
        keep_while = 1;
    SEE(keep_while);
    keep_while = round;
    SEE(keep_volatile + keep_thread + keep_global);
    keep_volatile = keep_thread = keep_global = round;
    for (i = 0; i < N; i++) {
        keep_callee_site[i] = round;
        if (i == 10)
            with_site(round);
    }
    SEE(total(keep_callee_site, N));
    fill(keep_filled_part, N - 1, round);
    fill_early(keep_filled_early, N);
    fill(&keep_filled_inside[1], N, round);
    fill_left(keep_filled_left, N);
    fill_changed(keep_filled_changed, N);
    fill((int *)keep_filled_bytes, N, round);
    fill_site(keep_filled_site, N);
    SEE(keep_filled_part[N - 1] + keep_filled_early[1] + keep_filled_inside[0] + fill_read(keep_filled_read, N) + keep_filled_left[7] + keep_filled_changed[N - 1]);
    SEE(keep_filled_bytes[N - 1] + keep_filled_site[2]);
    keep_at_exit = round;
    for (i = 0; i < N; i++)
        drop_later[i] = 2;
    SEE(drop_later[3]);
}

int main(void)
{
    atexit(at_end);
    drop_before_only = opaque(1);
    SEE(drop_before_only);
    for (int round = 0; round < 4; round++) {
        #pragma ckpt name(round)
        step(round);
        printf("%d %u\n", round, sum);
    }
    return 0;
}
