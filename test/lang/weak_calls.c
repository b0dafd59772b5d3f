// Calls of another unit's functions in the copy that runs after a restart: inside parallel regions, and of one that returns twice, which its own name alone says.
// REQUIRES: ckptcc, s390x, gcc
// RUN: rm -rf %t.d && mkdir -p %t.d && cd %t.d && %ckptcc -fopenmp -O2 -c %s -o a.o && %ckptcc -fopenmp -O2 -DOTHER -c %s -o b.o && %ckptcc -fopenmp a.o b.o -o here
// RUN: %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -fopenmp -O2 -c %s -o as.o && %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -fopenmp -O2 -DOTHER -c %s -o bs.o && %ckptcc --ckpt-cc=s390x-linux-gnu-gcc -fopenmp as.o bs.o -o there
// RUN: ./here > want && for at in 1 2 3 4; do rm -rf d; env CKPT_DIR=d CKPT_AT=$at CKPT_EXIT=1 ./here > out.$at; test $? = 75 || exit 1; cp out.$at out2.$at; \
// RUN:   env CKPT_DIR=d CKPT_RESTART=latest ./here >> out.$at && cmp out.$at want && env CKPT_DIR=d CKPT_RESTART=latest qemu-s390x-static -L /usr/s390x-linux-gnu ./there >> out2.$at && cmp out2.$at want || exit 1; done
// RUN: %ckptcc -fopenmp --ckpt-emit-c %s > emitted.c && %FileCheck %s < emitted.c
// CHECK: weakref("scaled")
// CHECK: int first = twice(step);
// CHECK: ckptg_weak_scaled_{{[0-9]+}}(i, step);
int twice(int) __attribute__((returns_twice));
int scaled(int, int);

#ifdef OTHER
int twice(int n) { return 2 * n; }
int scaled(int a, int b) { return a * (b + 1); }
#else
#include <stdio.h>

int main(void)
{
    int sum = 0, parts[8];

    for (int step = 0; step < 4; step++) {
        int first = twice(step);
        #pragma omp parallel for schedule(static)
        for (int i = 0; i < 8; i++)
            parts[i] = scaled(i, step);
        for (int i = 0; i < 8; i++)
            sum += parts[i];
        #pragma ckpt
        #pragma omp parallel for reduction(+ : sum) num_threads(2)
        for (int i = 0; i < 8; i++)
            sum += scaled(i, first);
        printf("%d: %d %d\n", step, first, sum);
    }
    return 0;
}
#endif
