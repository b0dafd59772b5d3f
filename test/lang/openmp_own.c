// OpenMP: compound literals in constructs are one of each thread; what only a declared reduction reads is saved; default(none) beside allocations and statics.
// C-SUPPORT: State | OpenMP: compound literals in constructs, declared reductions, `default(none)` | - | supported |
// REQUIRES: ckptcc
// RUN: env TEST_CC=gcc %restart %s --visits 4 --flags=-fopenmp --only x86_64
// RUN: %ckptcc --ckpt-cc=gcc -fopenmp -DOWN %s -o %t && rm -rf %t.d && env CKPT_DIR=%t.d CKPT_AT=1,3 %t > %t.out 2> %t.err && grep "own (.*openmp_own.c:[0-9]*) is thread-local, and other threads" %t.err && ls %t.d | grep -c img | grep 1
// RUN: grep -x "own 4 4" %t.out
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

struct point { int x; };
static int added;
static int seen[4];
#ifdef OWN
static _Thread_local int own;
#endif

static int plus(int a, int b) { return a + b + added; }
#pragma omp declare reduction(plus : int : omp_out = plus(omp_out, omp_in)) initializer(omp_priv = 0)

static void put(const struct point *p) { seen[omp_get_thread_num()] = p->x; }

int main(void)
{
    int all[2] = { 0 };

    added = 5;
    for (int round = 0; round < 4; round++) {
        int sum = 0;
        #pragma ckpt
        #pragma omp parallel num_threads(4)
        put(&(struct point){ omp_get_thread_num() + 10 * round });
        #pragma omp parallel for reduction(plus:sum) num_threads(2)
        for (int i = 0; i < 10; i++)
            sum += i;
        #pragma omp parallel for default(none) shared(seen) num_threads(4)
        for (int i = 0; i < 4; i++) {
            static int same = 1;
            int *block = malloc(sizeof *block);
            *block = same;
            seen[i] += *block;
            free(block);
        }
#ifdef OWN
        #pragma omp parallel num_threads(2)
        all[omp_get_thread_num()] = ++own;
#endif
        printf("%d: %d %d %d %d, %d\n", round, seen[0], seen[1], seen[2], seen[3], sum);
    }
    printf("own %d %d\n", all[0], all[1]);
    return 0;
}
