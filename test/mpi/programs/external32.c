/* external32.c - MPI_Pack_external: bytes that mean the same everywhere, half packed and half unpacked at a site; of a structure
 * whose layout differs between machines. (MPI 3.1 section 13.5.2) */
#include "result.h"
#include <stddef.h>
#include <string.h>

typedef struct {
    char kind;
    double weight;
    short few[3];
    int64_t many;
} item_t;

enum { ITEMS = 7, ROOM = 1000 };

/* Member by member: MPICH 4.0 traps in MPI_Pack_external_size of a structure's type. */
enum { MEMBERS = 4 };
static const int counts[MEMBERS] = { 1, 1, 3, 1 };
static const size_t places[MEMBERS] = { offsetof(item_t, kind), offsetof(item_t, weight), offsetof(item_t, few), offsetof(item_t, many) };

static MPI_Datatype type_of(int member)
{
    return member == 0 ? MPI_CHAR : member == 1 ? MPI_DOUBLE : member == 2 ? MPI_SHORT : MPI_INT64_T;
}

static item_t item_of(int round, int owner, int i)
{
    item_t item;

    memset(&item, 0, sizeof item);
    item.kind = (char)('a' + (round + i) % 26);
    item.weight = value_of(round, owner * ITEMS + i) / 16.0;
    for (int k = 0; k < 3; k++)
        item.few[k] = (short)(value_of(i + k, round) % 60000 - 30000);
    item.many = (int64_t)((uint64_t)value_of(owner, i) << 31) - round;
    return item;
}

int main(int argc, char **argv)
{
    int rounds = begin(&argc, &argv, 20);
    char out[ROOM], in[ROOM];
    MPI_Aint need = 0, at;
    uint64_t sum = 1;

    for (int m = 0; m < MEMBERS; m++) {
        MPI_Pack_external_size("external32", counts[m], type_of(m), &at);
        need += ITEMS * at;
    }
    CHECK(need == ITEMS * (1 + 8 + 3 * 2 + 8));
    for (int round = 0; round < rounds; round++) {
        MPI_Status status;
        int bytes;

        at = 0;
        for (int i = 0; i < ITEMS; i++) {
            item_t item = item_of(round, rank, i);

            for (int m = 0; m < MEMBERS; m++) {
                MPI_Pack_external("external32", (char *)&item + places[m], counts[m], type_of(m), out, ROOM, &at);
                #pragma ckpt name(half_packed) if(i == 3 && m == 1)
                work(100);
            }
        }
        CHECK(at == need);
        MPI_Sendrecv(out, (int)at, MPI_BYTE, rank, round, in, ROOM, MPI_BYTE, rank, round, MPI_COMM_WORLD, &status); /* a late one would be refused elsewhere */
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        CHECK(bytes == need);
        at = 0;
        for (int i = 0; i < ITEMS; i++) {
            item_t item, same = item_of(round, rank, i);

            for (int m = 0; m < MEMBERS; m++) {
                MPI_Unpack_external("external32", in, bytes, &at, (char *)&item + places[m], counts[m], type_of(m));
                #pragma ckpt name(half_unpacked) if(i == 3 && m == 2)
                work(100);
            }
            CHECK(item.kind == same.kind && item.weight == same.weight && item.many == same.many);
            CHECK(!memcmp(item.few, same.few, sizeof item.few));
            sum = fold(fold(sum, (uint64_t)item.many), (uint64_t)(int64_t)item.few[i % 3]);
        }
        CHECK(at == need);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return end(sum);
}
