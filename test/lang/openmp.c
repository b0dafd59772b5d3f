// OpenMP with sites outside parallel regions: the pool of threads is sent away for a checkpoint and comes again; a restart has as many threads as its
// environment says. Data shared, private, reduced; blocks allocated and statics used inside; sections, tasks, an orphaned function.
// C-SUPPORT: State | OpenMP, with sites outside parallel regions | - | supported | also with another number of threads after the restart
// REQUIRES: ckptcc
// RUN: env TEST_CC=gcc %restart %s --visits 4 --flags=-fopenmp --arches=s390x
// RUN: %ckptcc --ckpt-cc=gcc -fopenmp %s -o %t && rm -rf %t.d && %t > %t.expected
// RUN: (env OMP_NUM_THREADS=4 CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75)
// RUN: env OMP_NUM_THREADS=2 CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | cmp - %t.expected
#include <stdio.h>
#include <stdlib.h>

enum { N = 200 };
struct item { int value; struct item *next; };
static long total;
static struct item *items[8];

static void add(long *into, long what)
{
    static long calls;
    #pragma omp atomic
    *into += what;
    #pragma omp critical
    total += (++calls > 0);
}

static int fibonacci(int n)
{
    int a, b;
    if (n < 2)
        return n;
    #pragma omp task shared(a)
    a = fibonacci(n - 1);
    b = fibonacci(n - 2);
    #pragma omp taskwait
    return a + b;
}

static long step(int round, int rows)
{
    double values[N], weights[4] = { 1, 2, 3, 4 }, sum = 0;
    long found = 0;
    int matrix[rows][4];
    int last = 0, scale = round + 1;

    #pragma omp parallel for firstprivate(weights) lastprivate(last) reduction(+:sum) num_threads(scale + 1)
    for (int i = 0; i < N; i++) {
        values[i] = weights[i % 4] * scale;
        sum += values[i];
        last = i;
    }
    #pragma ckpt
    #pragma omp parallel
    {
        #pragma omp for collapse(2)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < 4; j++)
                matrix[i][j] = i * j + (int)values[i];
        #pragma omp sections
        {
            #pragma omp section
            add(&found, 1);
            #pragma omp section
            add(&found, 2);
        }
        #pragma omp single
        found += fibonacci(8);
        #pragma omp for
        for (int i = 0; i < 8; i++) {
            struct item *new = malloc(sizeof *new);
            new->value = i * scale;
            new->next = items[i];
            items[i] = new;
        }
    }
    #pragma ckpt
    for (int i = 0; i < rows; i++)
        found += matrix[i][3];
    return found + (long)sum + last;
}

int main(void)
{
    for (int round = 0; round < 3; round++) {
        long got = step(round, 5), below = 0;
        #pragma omp parallel for reduction(+:below) schedule(dynamic)
        for (int i = 0; i < 8; i++)
            for (struct item *p = items[i]; p; p = p->next)
                below += p->value;
        printf("%ld %ld %ld\n", got, below, total);
    }
    return 0;
}
