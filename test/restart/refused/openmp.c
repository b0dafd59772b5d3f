// A site in an OpenMP program.
// REQUIRES: ckptcc
// RUN: %ckptcc -fopenmp %s -o %t > %t.out 2>&1; test $? != 0; %FileCheck %s < %t.out
#include <stdio.h>
int main(void)
{
    int sum = 0;
    // CHECK: openmp.c:[[#@LINE+1]]:{{[0-9]+}}: error: {{.*}}OpenMP
    #pragma omp parallel for reduction(+:sum)
    for (int i = 0; i < 100; i++)
        sum += i;
    #pragma ckpt
    printf("%d\n", sum);
    return 0;
}
