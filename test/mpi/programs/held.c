/* held.c - datatypes, operations and communicators that the program frees while what uses them is pending: all of it ends as if they were there. Their
 * numbers are not given to others meanwhile. */
#include "result.h"

enum { OTHERS = 70 };

typedef struct { uint32_t low, high; } pair_t;

/* Neither commutes nor means anything, but associates: (a, b) then (c, d) is (a c, b c + d). */
static void then(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const pair_t *a = in;
    pair_t *b = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = (pair_t){ a[i].low * b[i].low, a[i].high * b[i].low + b[i].high };
}

static void other(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)type;
    for (int i = 0; i < *count; i++)
        ((pair_t *)inout)[i] = (pair_t){ 0, 0 };
}

/* Made and freed: the next number is theirs. */
static void make_others(void)
{
    for (int i = 0; i < OTHERS; i++) {
        MPI_Datatype type;
        MPI_Op op;

        MPI_Op_create(other, 0, &op);
        MPI_Op_free(&op);
        MPI_Type_contiguous(3, MPI_CHAR, &type);
        MPI_Type_free(&type);
    }
}

static pair_t given(int round, int by) { return (pair_t){ value_of(round, by) | 1, value_of(round, by + 100) }; }

static uint64_t one(int round, uint64_t sum)
{
    pair_t mine = given(round, rank), all, before, got[2], sent[2] = { given(round, rank + 1), given(round, rank + 2) }, want = given(round, 0);
    int to = (rank + 1) % size, from = (rank + size - 1) % size, order[4] = { 3, 0, 2, 1 };
    MPI_Request requests[4];
    MPI_Datatype type, two;
    MPI_Comm comm;
    MPI_Op op;

    MPI_Type_contiguous(2, MPI_UINT32_T, &type);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, type, &two);
    MPI_Type_commit(&two);
    MPI_Op_create(then, 0, &op);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(got, 1, two, from, 1, comm, &requests[0]);
    MPI_Iallreduce(&mine, &all, 1, type, op, comm, &requests[1]);
    #pragma ckpt name(begun) if(rank == round % size)
    MPI_Iscan(&mine, &before, 1, type, op, comm, &requests[2]);
    MPI_Issend(sent, 1, two, to, 1, comm, &requests[3]);
    MPI_Op_free(&op);
    MPI_Type_free(&type);
    MPI_Type_free(&two);
    MPI_Comm_free(&comm);
    make_others();
    work(rank * 2000);
    #pragma ckpt name(freed)
    for (int i = 0; i < 4; i++) {
        #pragma ckpt name(completing) if(i == round % 4)
        MPI_Wait(&requests[order[i]], MPI_STATUS_IGNORE);
    }
    for (int i = 1; i < size; i++) {
        pair_t next = given(round, i);
        int n = 1;

        if (i - 1 == rank)
            CHECK(before.low == want.low && before.high == want.high);
        then(&want, &next, &n, 0);
        want = next;
    }
    CHECK(all.low == want.low && all.high == want.high);
    CHECK(got[0].low == given(round, from + 1).low && got[1].high == given(round, from + 2).high);
    return fold(fold(sum, before.low), all.high);
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 15);
    uint64_t sum = 1;

    for (int round = 0; round < rounds; round++)
        sum = one(round, sum);
    return end(sum);
}
