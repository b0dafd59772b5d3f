/* window.c - 64 non-blocking sends and receives at once, completed by Waitall, Waitany, Waitsome or one by one backwards;
 * receives of one tag may complete in another order than they matched, so what each got is checked. */
#include "result.h"

enum { DEEP = 64 };

static uint32_t in[DEEP], out[DEEP];
static MPI_Request receives[DEEP], sends[DEEP];

static void take(uint64_t *of, int i, int round, int from)
{
    CHECK(in[i] == value_of(round * DEEP + i, from));
    of[i] = fold(of[i], in[i]);
}

static void complete(int how, uint64_t *of, int round, int from)
{
    int index, done, indices[DEEP], left = DEEP;

    if (how == 0) {
        MPI_Waitall(DEEP, receives, MPI_STATUSES_IGNORE);
        for (int i = 0; i < DEEP; i++)
            take(of, i, round, from);
    } else if (how == 1) {
        while (MPI_Waitany(DEEP, receives, &index, MPI_STATUS_IGNORE), index != MPI_UNDEFINED) {
            #pragma ckpt name(waitany) if(left == 20 || left == 40)
            take(of, index, round, from);
            left--;
        }
        CHECK(left == 0);
    } else if (how == 2) {
        while (left) {
            MPI_Waitsome(DEEP, receives, &done, indices, MPI_STATUSES_IGNORE);
            CHECK(done > 0);
            #pragma ckpt name(waitsome)
            for (int k = 0; k < done; k++)
                take(of, indices[k], round, from);
            left -= done;
        }
    } else {
        for (int i = DEEP - 1; i >= 0; i--) {
            #pragma ckpt name(wait) if(i == 30)
            MPI_Wait(&receives[i], MPI_STATUS_IGNORE);
            take(of, i, round, from);
        }
    }
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 16);
    uint64_t of[DEEP] = { 0 }, sum = 1;

    for (int round = 0; round < rounds; round++) {
        int step = 1 + round % (size > 1 ? size - 1 : 1), to = (rank + step) % size, from = (rank + size - step) % size;

        for (int i = 0; i < DEEP; i++) {
            int tag = round % 2 ? i % 5 : (DEEP - i) % 9;

            if (rank % 2 == round / 4 % 2)
                MPI_Irecv(&in[i], 1, MPI_UINT32_T, from, tag, MPI_COMM_WORLD, &receives[i]);
            out[i] = value_of(round * DEEP + i, rank);
            MPI_Isend(&out[i], 1, MPI_UINT32_T, to, tag, MPI_COMM_WORLD, &sends[i]);
            if (i == DEEP / 2) {
                #pragma ckpt name(half_posted)
                sum = fold(sum, (uint64_t)i);
            }
            if (rank % 2 != round / 4 % 2)
                MPI_Irecv(&in[i], 1, MPI_UINT32_T, from, tag, MPI_COMM_WORLD, &receives[i]);
        }
        #pragma ckpt name(all_posted)
        complete(round % 4, of, round, from);
        MPI_Waitall(DEEP, sends, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < DEEP; i++)
        sum = fold(sum, of[i]);
    return end(sum);
}
