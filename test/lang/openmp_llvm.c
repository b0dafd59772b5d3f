// LLVM's library for OpenMP keeps its threads: a checkpoint is refused and the program unharmed; before the first parallel region there are none.
// C-SUPPORT: State | OpenMP by LLVM's library, once it has threads | - | refused at run time | gcc
// REQUIRES: ckptcc, libomp
// RUN: %ckptcc --ckpt-cc=clang-19 -fopenmp -O2 %s -o %t && %t > %t.plain
// RUN: for m in async sync inplace; do rm -rf %t.d; env OMP_NUM_THREADS=4 CKPT_DIR=%t.d CKPT_MODE=$m CKPT_EVERY=1 %t > %t.out 2> %t.err || exit 1; \
// RUN:   cmp %t.out %t.plain && %FileCheck %s < %t.err && ls %t.d/ckpt-000001.img || exit 1; done
// CHECK: ckpt: checkpoint at visit 2 failed, the program goes on: other threads are alive at this site; those of LLVM's OpenMP library stay
// RUN: rm -rf %t.d; (env CKPT_DIR=%t.d CKPT_AT=1 CKPT_EXIT=1 %t > %t.1; test $? = 75) && env CKPT_DIR=%t.d CKPT_RESTART=latest %t > %t.2 && cmp %t.2 %t.plain
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    long total = 0;
    char *blocks[100];

    for (int round = 0; round < 5; round++) {
        #pragma ckpt
        #pragma omp parallel num_threads(4)
        {
            #pragma omp critical
            total++;
        }
        for (int i = 0; i < 100; i++)
            memset(blocks[i] = malloc(64 + 16 * i), 0x5a, 64);
        for (int i = 0; i < 100; i++)
            free(blocks[i]);
    }
    printf("%ld\n", total);
    return 0;
}
