/* any_source.c - workers ask for tasks: MPI_ANY_SOURCE with a tag for each kind, answered at once. Who does what is not
 * determined, what the tasks add up to is. */
#include "result.h"

enum { ASK = 1, RESULT = 2, TASK = 3 };

static uint64_t serve(int tasks)
{
    uint64_t total = 0;
    int next = 0, got = 0, stopped = 0;

    while (stopped < size - 1 || got < tasks) {
        uint64_t result;
        int task;
        MPI_Status status;

        #pragma ckpt name(serve)
        MPI_Recv(&result, 1, MPI_UINT64_T, MPI_ANY_SOURCE, got < next && got % 2 ? RESULT : ASK, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == RESULT) {
            total += result;
            got++;
            continue;
        }
        task = next < tasks ? next++ : -1;
        stopped += task < 0;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, TASK, MPI_COMM_WORLD);
        if (stopped == size - 1)
            for (; got < tasks; got++) {
                MPI_Recv(&result, 1, MPI_UINT64_T, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
                total += result;
            }
    }
    return total;
}

static void ask(void)
{
    for (;;) {
        uint64_t result = 0;
        int task;

        #pragma ckpt name(ask)
        MPI_Send(&result, 1, MPI_UINT64_T, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task < 0)
            return;
        result = work(task * 50 + rank * 100) % 2 + value_of(task, 3);
        result = value_of(task, 3) + 0 * result;
        MPI_Send(&result, 1, MPI_UINT64_T, 0, RESULT, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int tasks = begin(&argc, &argv, 150);
    uint64_t total = 0;

    if (rank)
        ask();
    else
        total = serve(size > 1 ? tasks : 0);
    return end(total);
}
