// Which arrays and structures of functions are dead where a checkpoint can find the function: those whose names begin with drop_ are not saved, those with keep_ are, each for what stands
// beside it. Restarts of the same file show that the program needs none of the former.
// REQUIRES: ckptcc, analyses
// RUN: %restart %s
// RUN: %ckptcc --ckpt-explain -w %s > %t.out 2>&1; cat %t.out
// RUN: grep -o "note: 'drop_[a-z_0-9]*' is not saved: nothing reads what it holds here" %t.out | grep -o "'.*'" | sort -u > %t.left
// RUN: grep -oE '^ +(int|struct big) [^=;(]*' %s | grep -oE '\bdrop_[a-z_0-9]+' | sed "s/.*/'&'/" | sort -u > %t.wanted
// RUN: test $(cat %t.wanted | wc -l) -ge 14 && diff %t.wanted %t.left
// RUN: grep -o "note: 'keep_[a-z_0-9]*' is saved: " %t.out | grep -o "'.*'" | sort -u > %t.left
// RUN: grep -oE '^ +(volatile )?(int|long|struct big) [^=;(]*' %s | grep -oE '\bkeep_[a-z_0-9]+' | sed "s/.*/'&'/" | sort -u > %t.wanted
// RUN: test $(cat %t.wanted | wc -l) -ge 23 && diff %t.wanted %t.left
// RUN: %ckptcc --ckpt-explain --ckpt-no-static-liveness -w %s 2>&1 | %not grep "'drop_.*is not saved"
// RUN: %ckptcc --ckpt-explain --ckpt-no-liveness -w %s 2>&1 | %not grep "'drop_.*is not saved"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100, M = 5 };
struct big { int first, row[N]; };

static unsigned sum;
static int round_now;
static void see(int x) { sum = sum * 31 + (unsigned)x; }
static int opaque(int n) { return atoi(n ? "1" : "0"); }

static int total(const int *row)
{
    int t = 0;
    for (int i = 0; i < N; i++)
        t += row[i];
    return t;
}

static void fill(int *row, int n, int value)
{
    for (int i = 0; i < n; i++)
        row[i] = value + i;
}

static int stop(int n)
{
    #pragma ckpt name(stop)
    return n + 1;
}

/* Nobody reads it any more, or it is written as a whole before that. */
static void written(int n)
{
    int drop_unused[N], drop_before[N], drop_loop[N], drop_set[N], drop_copied[N], drop_helper[N], drop_grid[M][N], drop_size[N], drop_passed[N];
    struct big drop_struct, drop_struct_set;
    long keep_few[40]; /* 320 bytes or 160: too few everywhere, or what one machine leaves out another would want */
    for (int i = 0; i < 40; i++)
        keep_few[i] = n;
    fill(drop_before, N, n);
    fill(drop_loop, N, n);
    drop_struct.first = n;
    drop_struct_set.row[3] = n;
    memset(drop_set, 1, sizeof drop_set);
    memset(drop_copied, 1, sizeof drop_copied);
    fill(drop_helper, N, n + 1);
    fill(drop_grid[2], N, n + 1);
    see((int)keep_few[n]);
    drop_size[0] = drop_passed[7] = drop_unused[3] = n;
    see(total(drop_before) + total(drop_loop) + drop_struct.first + drop_struct_set.row[3] + drop_set[1] + drop_copied[2] + total(drop_grid[2]) + drop_helper[9]);
    #pragma ckpt name(written)
    for (int i = 0; i < N; i++)
        drop_loop[i] = n * i;
    for (int i = 0; i < 40; i++)
        keep_few[i] = n * i;
    see((int)keep_few[5]);
    drop_struct = (struct big){ n, { 1, 2, 3 } };
    memset(&drop_struct_set, 2, sizeof drop_struct_set);
    memset(drop_set, 2, sizeof drop_set);
    memcpy(drop_copied, drop_set, N * sizeof(int));
    fill(drop_helper, N, n);
    for (int j = 0; j < N; j++)
        for (int i = 0; i < M; i++)
            drop_grid[i][j] = i + j;
    see(total(drop_loop) + drop_struct.row[2] + drop_struct_set.first + drop_set[4] + drop_copied[N - 1] + total(drop_helper) + drop_grid[2][3] + (int)sizeof drop_size);
}

/* It is read before all of it is written. */
static void half(int n)
{
    int keep_plain[N], keep_part[N], keep_some[N], keep_maybe[N], keep_helper[N], keep_less[N], keep_left[N], keep_member_before[N];
    struct big keep_member;
    volatile int keep_volatile[N];
    int keep_by_pointer[N], keep_small[4], *by_pointer = keep_by_pointer;
    fill(keep_plain, N, n), fill(keep_part, N, n), fill(keep_some, N, n), fill(keep_maybe, N, n), fill(keep_helper, N, n), fill(keep_less, N, n), fill(keep_left, N, n);
    fill(keep_member.row, N, n), fill(keep_by_pointer, N, n), fill(keep_member_before, N, n);
    keep_member.first = n;
    for (int i = 0; i < N; i++)
        keep_volatile[i] = n;
    #pragma ckpt name(half)
    see(total(keep_plain));
    for (int i = 1; i < N; i++)
        keep_part[i] = n;
    for (int i = 0; i < N; i += 2)
        keep_some[i] = n;
    if (opaque(n > 1))
        memset(keep_maybe, 1, sizeof keep_maybe);
    fill(keep_helper, N - 1, 3);
    memset(keep_less, 1, sizeof keep_less - sizeof(int));
    for (int i = 0; i < N; i++) {
        keep_left[i] = n;
        if (i == 40)
            break;
    }
    memcpy(keep_member.row, keep_member_before, sizeof keep_member.row);
    for (int i = 0; i < N; i++)
        keep_volatile[i]++;
    by_pointer[n] = 4;
    keep_small[n % 4] = 1;
    see(total(keep_part) + total(keep_some) + total(keep_maybe) + total(keep_helper) + keep_less[N - 1] + total(keep_left) + keep_member.first + keep_member.row[N - 1]);
    see(keep_volatile[4] + by_pointer[3] + keep_small[n % 4]);
}

/* Of each call of a function its own. */
static int again(int n)
{
    int keep_over_call[N], drop_over_call[N];
    fill(keep_over_call, N, n);
    fill(drop_over_call, N, n);
    see(drop_over_call[n]);
    int below = n > 0 ? again(n - 1) : stop(n);
    fill(drop_over_call, N, n + below);
    return total(keep_over_call) + total(drop_over_call) + below;
}

/* What a call of the same function writes is another one. */
static int each(int n)
{
    int keep_each[N] = { n, 7 };
    if (n > 2)
        return stop(n);
    #pragma ckpt name(each)
    int below = each(n + 1);
    return below * 3 + keep_each[0] + keep_each[1];
}

/* The callee reads it after the site, or before only. */
static int read_later(const int *row, int n)
{
    int before = row[1];
    #pragma ckpt name(later)
    return before + row[n];
}

static int deeper(const int *row, int n) { return read_later(row, n) + 1; }

static int filled_later(int *row, int n)
{
    #pragma ckpt name(filling)
    fill(row, n, 5);
    return n;
}

static void lent(int n)
{
    int keep_lent[N];
    fill(keep_lent, N, n);
    see(deeper(keep_lent, n));
}

static void lent_to_fill(int n)
{
    int keep_lent_to_fill[N]; /* conservative: a callee that has it is under way */
    fill(keep_lent_to_fill, N, n);
    see(filled_later(keep_lent_to_fill, N));
    see(total(keep_lent_to_fill));
}

static void in_expression(int n)
{
    int keep_in_expression[N], keep_as_argument[N], drop_in_next[N];
    fill(keep_in_expression, N, n);
    fill(keep_as_argument, N, n);
    fill(drop_in_next, N, n);
    see(drop_in_next[n]);
    see(stop(n) * keep_in_expression[n] + total(keep_as_argument));
    fill(drop_in_next, N, n + 1);
    see(drop_in_next[n]);
}

static void jumps(int n)
{
    int keep_at_label[N], keep_at_head[N], drop_in_loop[N], turns = 0;
    fill(keep_at_label, N, n);
    fill(keep_at_head, N, n);
again:
    for (int i = 0; keep_at_head[i] < n + 2; i++) {
        fill(drop_in_loop, N, i);
        see(total(drop_in_loop));
        #pragma ckpt name(jumps)
        see(i);
        if (i == 1 && turns++ == 0)
            goto more;
    }
    return;
more:
    see(keep_at_label[turns]);
    fill(keep_at_label, N, n);
    fill(keep_at_head, N, n);
    goto again;
}

static void cases(int n)
{
    int keep_in_case[N], keep_in_asm[N];
    fill(keep_in_case, N, n);
    fill(keep_in_asm, N, n);
    #pragma ckpt name(cases)
    __asm__ volatile("" : "+m"(keep_in_asm));
    switch (n) {
    case 0:
        fill(keep_in_case, N, 3);
        break;
    case 1:
        see(total(keep_in_case));
        break;
    default:
        memset(keep_in_case, 1, sizeof keep_in_case);
    }
    see(keep_in_case[3] + keep_in_asm[n]);
}

int main(void)
{
    for (round_now = 0; round_now < 3; round_now++) {
        written(round_now);
        half(round_now);
        see(again(2));
        see(each(round_now));
        lent(round_now);
        lent_to_fill(round_now);
        in_expression(round_now);
        jumps(round_now);
        cases(round_now);
        printf("%d %u\n", round_now, sum);
    }
    return 0;
}
