/* blob.c - structures as so many bytes, by the second argument: "type", "persistent" or "pending" request, "collective" for one that the root enters after the sites. Bytes of another machine count no structures of
 * this one, if they take more or less here.
 * No message crosses the sites. */
#include "../programs/result.h"
#include <string.h>

typedef struct { char kind; double x; long l; } part;
static part out[4], in[4], guard[4];

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 60), to = (rank + 1) % size, from = (rank + size - 1) % size;
    const char *way = argc > 2 ? argv[2] : "type";
    MPI_Datatype type = MPI_BYTE;
    MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
    MPI_Comm other;
    uint64_t sum = 1;

    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (!strcmp(way, "type")) {
        MPI_Type_contiguous(sizeof(part), MPI_BYTE, &type);
        MPI_Type_commit(&type);
    } else if (!strcmp(way, "persistent")) {
        MPI_Send_init(out, 4 * sizeof(part), MPI_BYTE, to, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(in, 4 * sizeof(part), MPI_BYTE, from, 1, MPI_COMM_WORLD, &requests[1]);
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 4; i++) {
            memset(&out[i], 0, sizeof out[i]);
            out[i] = (part){ (char)('a' + (round + i) % 20), round + i, rank + i };
        }
        if (!strcmp(way, "type")) {
            MPI_Sendrecv(out, 4, type, to, 1, in, 4, type, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else if (!strcmp(way, "persistent")) {
            MPI_Startall(2, requests);
            MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        } else if (!strcmp(way, "collective")) {
            memcpy(in, out, sizeof in);
            if (rank != round % size)
                MPI_Ibcast(in, 4 * sizeof(part), MPI_BYTE, round % size, other, &requests[1]);
        } else {
            MPI_Irecv(in, 4 * sizeof(part), MPI_BYTE, from, 1, MPI_COMM_WORLD, &requests[1]);
        }
        for (int i = 0; i < 20; i++) {
            MPI_Barrier(MPI_COMM_WORLD);
            #pragma ckpt
            MPI_Barrier(MPI_COMM_WORLD);
        }
        if (!strcmp(way, "collective")) {
            if (rank == round % size)
                MPI_Ibcast(in, 4 * sizeof(part), MPI_BYTE, rank, other, &requests[1]);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        } else if (!strcmp(way, "pending")) {
            MPI_Send(out, 4 * sizeof(part), MPI_BYTE, to, 1, MPI_COMM_WORLD);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        }
        for (int i = 0; i < 4; i++)
            sum = fold(fold(sum, (uint64_t)in[i].x), (uint64_t)(in[i].l + guard[i].l));
    }
    return end(sum);
}
