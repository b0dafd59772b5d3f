/* external32.c - MPI_Pack_external: bytes that mean the same everywhere, half packed, in a message that crosses a line, and half unpacked at a site; those of a
 * structure type whose layout differs between machines. (MPI 3.1 section 13.5.2) */
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

static MPI_Datatype item_type(void)
{
    int counts[] = {1, 1, 3, 1};
    MPI_Aint places[] = {offsetof(item_t, kind), offsetof(item_t, weight), offsetof(item_t, few), offsetof(item_t, many)};
    MPI_Datatype types[] = {MPI_CHAR, MPI_DOUBLE, MPI_SHORT, MPI_INT64_T}, whole, type;

    MPI_Type_create_struct(4, counts, places, types, &whole);
    MPI_Type_create_resized(whole, 0, sizeof(item_t), &type);
    MPI_Type_free(&whole);
    MPI_Type_commit(&type);
    return type;
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
    int rounds = begin(&argc, &argv, 8), to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Datatype type = item_type();
    char out[ROOM], in[ROOM];
    MPI_Aint need, at;
    uint64_t sum = 1;

    MPI_Pack_external_size("external32", ITEMS, type, &need);
    CHECK(need == ITEMS * (1 + 8 + 3 * 2 + 8));
    for (int round = 0; round < rounds; round++) {
        MPI_Request request;
        MPI_Status status;
        int bytes;

        at = 0;
        for (int i = 0; i < ITEMS; i++) {
            item_t item = item_of(round, rank, i);

            MPI_Pack_external("external32", &item, 1, type, out, ROOM, &at);
            #pragma ckpt name(half_packed) if(i == 3)
            work(100);
        }
        CHECK(at == need);
        MPI_Isend(out, (int)at, MPI_BYTE, to, round, MPI_COMM_WORLD, &request);
        work(rank * 20000);
        #pragma ckpt name(under_way)
        MPI_Recv(in, ROOM, MPI_BYTE, from, round, MPI_COMM_WORLD, &status);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_BYTE, &bytes);
        CHECK(bytes == need);
        at = 0;
        for (int i = 0; i < ITEMS; i++) {
            item_t item, same = item_of(round, from, i);

            MPI_Unpack_external("external32", in, bytes, &at, &item, 1, type);
            #pragma ckpt name(half_unpacked) if(i == 3)
            CHECK(item.kind == same.kind && item.weight == same.weight && item.many == same.many);
            CHECK(!memcmp(item.few, same.few, sizeof item.few));
            sum = fold(fold(sum, (uint64_t)item.many), (uint64_t)(int64_t)item.few[i % 3]);
        }
        CHECK(at == need);
    }
    MPI_Type_free(&type);
    return end(sum);
}
