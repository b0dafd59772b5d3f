// Constructs of OpenMP in which all variables are private that are not named; none, shared.
// REQUIRES: ckptcc
// RUN: %expect %s -fopenmp
#include <stdlib.h>

int main(void)
{
    int n = 0, own = 3;
    char *block = NULL;

    #pragma omp parallel default(private) shared(n) // expect: ckpt-openmp-default
    {
        block = malloc(8);
        free(block);
    }
    #pragma omp parallel default(firstprivate) shared(n) // expect: ckpt-openmp-default
    own++;
    #pragma omp parallel default(none) shared(n) private(block)
    {
        block = malloc(8);
        free(block);
    }
    #pragma omp parallel default(shared) private(block)
    block = NULL;
    #pragma ckpt
    return n + own;
}
