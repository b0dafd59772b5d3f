/* result.h - what the small MPI programs share: a rank's history folded into one number, printed by rank 0 in rank order.
 *
 * Values are folded as numbers, never as bytes, so that a result is the same on every architecture and any MPI.
 */
#ifndef RESULT_H
#define RESULT_H
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)

static int rank, size;

static inline void check(int good, const char *what, const char *file, int line)
{
    if (good)
        return;
    fprintf(stderr, "%s:%d: rank %d: not so: %s\n", file, line, rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Depends on the order of what is folded. */
static inline uint64_t fold(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

/* Some value that depends on two numbers. */
static inline uint32_t value_of(int a, int b) { return (uint32_t)fold(fold(17, (uint32_t)a), (uint32_t)b); }

/* Waste time, so that ranks get out of step. */
static inline uint64_t work(int amount)
{
    uint64_t x = 1;

    for (int i = 0; i < amount; i++)
        x = fold(x, (uint64_t)i);
    return x;
}

/* MPI_Init, and the number of rounds: the first argument, or `rounds`. */
static inline int begin(int *argc, char ***argv, int rounds)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return *argc > 1 ? atoi((*argv)[1]) : rounds;
}

/* Everybody's result, then MPI_Finalize. Returns the exit status. */
static inline int end(uint64_t result)
{
    uint64_t *all = calloc((size_t)size, sizeof *all);

    if (!all)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Gather(&result, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    for (int i = 0; !rank && i < size; i++)
        printf("rank %d: %08lx%08lx\n", i, (unsigned long)(all[i] >> 32), (unsigned long)(all[i] & 0xffffffffu));
    free(all);
    MPI_Finalize();
    return 0;
}

#endif
