// omp_get_wtime goes on where it was, as CLOCK_MONOTONIC does (the restart comes 4 s later); in a program without OpenMP the name is free.
// C-SUPPORT: State | OpenMP: `omp_get_wtime` goes on where it was | - | supported |
// REQUIRES: ckptcc
// RUN: env TEST_CC=gcc %restart %s --visits 3 --flags=-fopenmp --arches=s390x
// RUN: %ckptcc --ckpt-cc=gcc -fopenmp %s -o %t && rm -rf %t.d && { env CKPT_DIR=%t.d CKPT_AT=3 CKPT_EXIT=1 %t > %t.1; test $? = 75; }
// RUN: sleep 4 && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cat %t.1 %t.2 | %FileCheck %s
// CHECK: 1: goes on
// CHECK: 3: goes on
// RUN: %ckptcc -DOWN %s -o %t && %t | %FileCheck --check-prefix=OWN %s
// OWN: own 42
#include <stdio.h>
#ifdef OWN
double omp_get_wtime(void) { return 42; }
int main(void)
{
    #pragma ckpt
    return !printf("own %g\n", omp_get_wtime());
}
#else
#include <omp.h>
#include <time.h>

static double now(void)
{
    struct timespec t;
    return clock_gettime(CLOCK_MONOTONIC, &t) ? -1 : (double)t.tv_sec + t.tv_nsec * 1e-9;
}

int main(void)
{
    double start = omp_get_wtime(), apart = now() - start, last = start;
    for (int i = 1; i <= 3; i++) {
        #pragma ckpt
        double here = omp_get_wtime(), moved = now() - here - apart;
        printf("%d: %s\n", i, here < last || here - last > 3.5 || moved > 2 || moved < -2 ? "jumps" : "goes on");
        last = here;
    }
    return 0;
}
#endif
