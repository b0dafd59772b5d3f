// OpenMP: a site that can be reached inside a construct, and variables that each thread has its own of.
// C-SUPPORT: State | a site inside an OpenMP construct | - | refused | the site outside
// C-SUPPORT: State | `#pragma omp threadprivate` | - | refused | an array with an element for each thread
// REQUIRES: ckptcc
// RUN: %ckptcc -fopenmp -DINSIDE=1 %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck --check-prefix=INSIDE %s < %t.out
// RUN: %ckptcc -fopenmp -DINSIDE=0 %s -o %t > %t.out 2>&1; test $? != 0 && %FileCheck --check-prefix=PRIVATE %s < %t.out
#include <stdio.h>
#if !INSIDE
int mine;
// PRIVATE: openmp.c:[[#@LINE+1]]:{{[0-9]+}}: error: #pragma omp threadprivate
#pragma omp threadprivate(mine)
#endif
static int visit(int i)
{
    #pragma ckpt
    return i;
}
int main(void)
{
    int sum = 0;
    // INSIDE: openmp.c:[[#@LINE+2]]:{{[0-9]+}}: error: a checkpoint site can be reached inside this OpenMP construct
#if INSIDE
    #pragma omp parallel for reduction(+:sum)
    for (int i = 0; i < 100; i++)
        sum += visit(i);
#endif
    printf("%d\n", sum + visit(1));
    return 0;
}
