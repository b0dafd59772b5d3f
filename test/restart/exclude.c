// #pragma ckpt exclude: what is left out of images comes back as the program's start has it (statics), as zeros (blocks) or as nothing in particular
// (locals); pointers into it lead to the same places; blocks that only it leads to are not saved; a replayed call or on_restart fills it again.
// C-SUPPORT: State | what need not be saved, by `#pragma ckpt exclude(variable or *pointer)` | - | supported |
// REQUIRES: ckptcc
// RUN: %restart %s --no-inplace
// RUN: %ckptcc %s -o %t && rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75)
// RUN: test $(cat %t.d/*.img | wc -c) -lt 16384
// RUN: sed 's/#pragma ckpt exclude.*//' %s > %t.all.c && %ckptcc -w --ckpt-no-static-liveness %t.all.c -o %t.all
// RUN: rm -rf %t.e && (env CKPT_DIR=%t.e CKPT_AT=3 CKPT_EXIT=1 %t.all > %t.1; test $? = 75)
// RUN: test $(cat %t.e/*.img | wc -c) -gt 1400000
// With an image of another build: values that it has are used, values that it has not are asked for.
// RUN: cp %s %t.c && %ckptcc %t.c -o %t.new && cp %t.all.c %t.c && %ckptcc -w --ckpt-no-static-liveness %t.c -o %t.old
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t.old > %t.1; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t.new
// RUN: rm -rf %t.d && (env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t.new > %t.1; test $? = 75)
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.old > %t.2 2> %t.err; test $? = 78
// RUN: %FileCheck %s < %t.err && test ! -s %t.2
// CHECK: ckpt: {{.*}}local local of each ({{.*}}) was excluded from the image, and is saved by this program
// RUN: sed 's/^#pragma ckpt exclude.*//' %s > %t.c && %ckptcc -w --ckpt-no-static-liveness %t.c -o %t.half
// RUN: env CKPT_DIR=%t.d CKPT_RESTART=latest %t.half > %t.2 2> %t.err; test $? = 78
// RUN: %FileCheck %s --check-prefix=STATIC < %t.err && test ! -s %t.2
// STATIC: ckpt: {{.*}}variable {{scratch|table|cache|words}} ({{.*}}) has no value in the image (it was excluded, dead, constant or never written there), and is saved by this program
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 50000 };

struct node { struct node *next; long value; };

static double scratch[MANY] = { 1, 2, 3 };
static double table[100];
static double *into = &scratch[17];
static struct node *cache;
static char words[200000];
#pragma ckpt exclude(scratch, cache, words)
#pragma ckpt exclude(table)

static void fill(void)
{
    for (int i = 0; i < 100; i++)
        table[i] = i * 0.5;
}

static void fill_words(void) { memset(words, 'w', sizeof words); }
#pragma ckpt on_restart(fill_words())

static long each(int n, int round)
{
    static long work[MANY];
    double local[20], *inside = &local[3];
    long sum = 0, register_only = round;
    double *block = malloc(MANY * sizeof *block), *inner = block + 5;
    double changing[n];
    #pragma ckpt exclude(work, local, register_only, changing)
    #pragma ckpt exclude(*block)

    for (int i = 0; i < MANY; i++)
        work[i] = i, block[i] = i;
    for (int i = 0; i < 20; i++)
        local[i] = changing[i % n] = i;
    sum += (long)local[4] + (long)changing[1] + register_only;
    #pragma ckpt name(each)
    register_only = 1;
    for (int i = 0; i < MANY; i++)
        work[i] = round;
    *inside = round;
    *inner = 2;
    for (int i = 0; i < n; i++)
        changing[i] = local[i % 20] = i;
    *inside += 4;
    block = realloc(block, 2 * MANY * sizeof *block);
    block[MANY] = 1;
    sum += work[7] + (long)(inside - local) + (long)changing[n - 1] + (long)local[3] + (long)block[MANY] + register_only;
    block[5] = 2;
    #pragma ckpt name(grown)
    block[5] += sum;
    free(block);
    return sum;
}

int main(void)
{
    struct node mine = { 0, 5 };
    #pragma ckpt replay
    fill();
    fill_words();
    for (int round = 0; round < 4; round++) {
        cache = malloc(sizeof *cache);
        *cache = (struct node){ &mine, round };
        free(cache);
        cache = malloc(18750 * sizeof *cache);
        long sum = each(5 + round, round);
        for (int i = 0; i < MANY; i++)
            scratch[i] = sum;
        printf("%d %ld %g %ld %g %c\n", round, sum, table[33], (long)(into - scratch), *into - scratch[0], words[1000]);
    }
    return 0;
}
