/* freed.c - 2,000 communicators, as many datatypes and groups made and freed: what is kept for a restart must not grow. */
#include "result.h"

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 2000);
    uint64_t sum = 1;
    MPI_Comm kept = MPI_COMM_NULL;

    for (int round = 0; round < rounds; round++) {
        MPI_Comm comm;
        MPI_Datatype type;
        MPI_Group group;
        uint32_t v[2] = { (uint32_t)round, (uint32_t)rank }, w[2] = { 0, 0 };

        #pragma ckpt name(round) if(round % 50 == 0)
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        MPI_Comm_group(comm, &group);
        MPI_Type_contiguous(2, MPI_UINT32_T, &type);
        MPI_Type_commit(&type);
        MPI_Sendrecv(v, 1, type, 0, 1, w, 1, type, 0, 1, comm, MPI_STATUS_IGNORE);
        sum = fold(fold(sum, w[0]), w[1]);
        MPI_Group_free(&group);
        MPI_Type_free(&type);
        if (round % 200 == 100) {
            if (kept != MPI_COMM_NULL)
                MPI_Comm_free(&kept);
            MPI_Comm_dup(MPI_COMM_WORLD, &kept);
        }
        MPI_Comm_free(&comm);
    }
    if (kept != MPI_COMM_NULL) {
        uint32_t v = (uint32_t)sum, all;

        MPI_Allreduce(&v, &all, 1, MPI_UINT32_T, MPI_SUM, kept);
        sum = fold(sum, all);
        MPI_Comm_free(&kept);
    }
    return end(sum);
}
