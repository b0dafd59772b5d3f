// Variables that each thread has its own of; an array with an element for each.
// REQUIRES: ckptcc
// RUN: %expect %s -fopenmp
static int mine;
#pragma omp threadprivate(mine) // expect: ckpt-threadprivate
static int each[64];

int main(void)
{
    #pragma omp parallel
    mine++, each[0] = 1;
    #pragma ckpt
    return mine - each[0];
}
