// A site that is reached inside an OpenMP construct; one outside.
// REQUIRES: ckptcc
// RUN: %expect %s -fopenmp
static int visit(int i)
{
    #pragma ckpt
    return i;
}

int main(void)
{
    int sum = 0, i;
    #pragma omp parallel for reduction(+:sum) // expect: ckpt-openmp-site
    for (i = 0; i < 100; i++)
        sum += visit(i);
    #pragma omp parallel for reduction(+:sum)
    for (i = 0; i < 100; i++)
        sum += i;
    return sum + visit(1);
}
