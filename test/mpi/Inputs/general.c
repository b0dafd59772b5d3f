/* general.c - generalized requests that are open, and complete, at a checkpoint; their functions and argument. Output: rank 0. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct work { int elements, queried, freed, cancelled; };

static int query(void *argument, MPI_Status *status)
{
    struct work *w = argument;

    w->queried++;
    status->MPI_SOURCE = w->elements % 7;
    status->MPI_TAG = 3;
    MPI_Status_set_cancelled(status, w->cancelled);
    return MPI_Status_set_elements(status, MPI_INT, w->elements);
}

static int release(void *argument)
{
    ((struct work *)argument)->freed++;
    return MPI_SUCCESS;
}

static int cancel(void *argument, int complete)
{
    ((struct work *)argument)->cancelled += !complete;
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 20, rank, sum, flag, count;
    struct work *w = calloc(3, sizeof *w);
    MPI_Request requests[3];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < 3; i++) {
            w[i] = (struct work){ .elements = r + i };
            MPI_Grequest_start(query, release, cancel, &w[i], &requests[i]);
        }
        if (r % 2)
            MPI_Grequest_complete(requests[0]);
        #pragma ckpt
        MPI_Allreduce(&r, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Test(&requests[0], &flag, &status);
        if (flag != r % 2)
            printf("round %d: complete too early\n", r);
        MPI_Cancel(&requests[1]);
        MPI_Request_free(&requests[2]);
        if (!(r % 2))
            MPI_Grequest_complete(requests[0]);
        MPI_Grequest_complete(requests[1]);
        if (!flag)
            MPI_Wait(&requests[0], &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Wait(&requests[1], &status);
        MPI_Test_cancelled(&status, &flag);
        if (!rank)
            printf("round %d: %d elements, cancelled %d, source %d, queried %d %d, freed %d %d %d\n", r, count, flag, status.MPI_SOURCE, w[0].queried,
                   w[1].queried, w[0].freed, w[1].freed, w[2].freed);
    }
    MPI_Finalize();
    return 0;
}
