#include "boot.h"
#include <stdio.h>
int number(void);
static rank_number my_rank(void)
{
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    #pragma ckpt
    printf("%d\n", number() + my_rank());
    MPI_Finalize();
    return 0;
}
