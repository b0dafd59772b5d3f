/* tests.c - Test, Testany, Testsome, Testall and Request_get_status, which may say "not yet" any number of times; no count
 * of those goes into the result. */
#include "result.h"

enum { DEEP = 10 };

static uint32_t in[DEEP], out[DEEP];
static MPI_Request requests[2 * DEEP];

static void poll_any(void)
{
    int left = 2 * DEEP;

    while (left) {
        int index, flag;

        MPI_Testany(2 * DEEP, requests, &index, &flag, MPI_STATUS_IGNORE);
        CHECK(!flag || index != MPI_UNDEFINED);
        left -= flag;
        if (flag && left == DEEP) {
            #pragma ckpt name(testany)
            CHECK(requests[index] == MPI_REQUEST_NULL);
        }
    }
}

static void poll_some(void)
{
    int left = 2 * DEEP, done, indices[2 * DEEP];
    MPI_Status statuses[2 * DEEP];

    while (left) {
        #pragma ckpt name(testsome) if(left % 3 == 0)
        MPI_Testsome(2 * DEEP, requests, &done, indices, statuses);
        CHECK(done != MPI_UNDEFINED);
        for (int i = 0; i < done; i++)
            if (indices[i] < DEEP)
                CHECK(statuses[i].MPI_TAG == indices[i]);
        left -= done;
    }
    MPI_Testsome(2 * DEEP, requests, &done, indices, statuses);
    CHECK(done == MPI_UNDEFINED);
}

static void poll_all(void)
{
    int flag = 0;

    while (!flag) {
        MPI_Testall(2 * DEEP, requests, &flag, MPI_STATUSES_IGNORE);
        #pragma ckpt name(testall) if(flag)
        CHECK(!flag || requests[0] == MPI_REQUEST_NULL);
    }
}

static void poll_each(int from)
{
    for (int i = 0; i < 2 * DEEP; i++) {
        int flag = 0;
        MPI_Status status;

        while (!flag)
            MPI_Request_get_status(requests[i], &flag, &status);
        #pragma ckpt name(got_status) if(i == 3)
        if (i < DEEP)
            CHECK(status.MPI_SOURCE == from && status.MPI_TAG == i);
        CHECK(requests[i] != MPI_REQUEST_NULL);
        MPI_Test(&requests[i], &flag, &status);
        CHECK(flag && requests[i] == MPI_REQUEST_NULL);
    }
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 24), to = (rank + 1) % size, from = (rank + size - 1) % size;
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < DEEP; i++)
            MPI_Irecv(&in[i], 1, MPI_UINT32_T, from, i, MPI_COMM_WORLD, &requests[i]);
        sum = fold(sum, work((rank + round) % size * 2000));
        for (int i = DEEP - 1; i >= 0; i--) {
            out[i] = value_of(round * DEEP + i, rank);
            MPI_Isend(&out[i], 1, MPI_UINT32_T, to, i, MPI_COMM_WORLD, &requests[DEEP + i]);
        }
        switch (round % 4) {
        case 0: poll_any(); break;
        case 1: poll_some(); break;
        case 2: poll_all(); break;
        default: poll_each(from); break;
        }
        for (int i = 0; i < DEEP; i++) {
            CHECK(in[i] == value_of(round * DEEP + i, from));
            sum = fold(sum, in[i]);
        }
    }
    return end(sum);
}
