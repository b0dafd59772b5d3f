/* A file that several ranks write. shared ROUNDS KIND DIE [SLOW]: in round DIE, where a file `die` is, the last rank is killed. SLOW: so many times longer rounds.
 *
 *   log      append in turn, by a token            late     the same, but from the middle on; another file is made there by one rank, and appended to by another
 *   offsets  each at places of its own, in turn    apart    as log, with barriers around the site
 *   places   the same, each when it likes          free     append when they like        skewed   the same, and sites that are far apart
 *   torn     all in every round, behind sites that are far apart: hardly a line finds the file the same on all ranks
 *   header   rank 0 begins the file, rank 1 alone goes on with it, at sites that are far apart: what rank 0 knows of it is out of date
 *   inner    as header, with rank 3 instead of rank 1: of four and more ranks, what it has seen comes to rank 0 by rank 2 (line.h)
 */
#include "result.h"
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void append(const char *name, const char *what, int k, int token)
{
    FILE *f = fopen(name, "a");
    fprintf(f, "rank %d round %d token %d %s\n", rank, k, token, what);
    fclose(f);
}

int main(int argc, char **argv)
{
    int n = begin(&argc, &argv, 20), token = 0;
    unsigned slow = argc > 4 ? (unsigned)atoi(argv[4]) : 1;
    const char *kind = argc > 2 ? argv[2] : "log", *die = argc > 3 ? argv[3] : 0;
    int header = !strcmp(kind, "header") || !strcmp(kind, "inner"), writer = *kind == 'i' ? 3 : 1;
    FILE *own = 0;

    if (rank == 0) {
        FILE *f = fopen("shared.txt", "w");
        for (int i = 0; i < n * size && (!strcmp(kind, "offsets") || !strcmp(kind, "places")); i++)
            fprintf(f, "%-15s\n", "-");
        fclose(f);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(kind, "offsets") || !strcmp(kind, "places"))
        own = fopen("shared.txt", "r+");
    for (int k = 0; k < n; k++) {
        usleep(slow * (4000 + (unsigned)rank * 1000));
        if (!strcmp(kind, "apart"))
            MPI_Barrier(MPI_COMM_WORLD);
        #pragma ckpt if(header ? rank != writer || k % 4 == 3 : (strcmp(kind, "skewed") && strcmp(kind, "torn")) || k % (rank + 1) == rank)
        if (!strcmp(kind, "apart"))
            MPI_Barrier(MPI_COMM_WORLD);
        if (own && (*kind == 'o' || (k + rank) % 4 == 0)) {
            fseek(own, 16L * (k * size + rank), SEEK_SET);
            fprintf(own, "r%d k%-11d\n", rank, k);
            fflush(own);
        }
        if (!strcmp(kind, "torn") || (header && rank == writer))
            append("shared.txt", kind, k, 0);
        if (!strcmp(kind, "torn") || header || !strcmp(kind, "free") || !strcmp(kind, "skewed") || !strcmp(kind, "places")) {
            MPI_Sendrecv(&k, 1, MPI_INT, (rank + 1) % size, 2, &token, 1, MPI_INT, (rank + size - 1) % size, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            if ((*kind == 'f' && (k + rank) % 4 == 0) || (*kind == 's' && rank == k % 5))
                append("shared.txt", kind, k, token);
            if (die && access("die", F_OK) == 0 && atoi(die) == k && rank == size - 1)
                raise(SIGKILL);
            continue;
        }
        if (rank || k)
            MPI_Recv(&token, 1, MPI_INT, (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (!own && (strcmp(kind, "late") || k > n / 2))
            append("shared.txt", kind, k, token);
        if (!strcmp(kind, "late") && rank == 1 && k == n / 2)
            append("new.txt", "made", k, token);
        if (!strcmp(kind, "late") && rank == 2 && k == n / 2 + 1)
            append("new.txt", "made", k, token);
        token++;
        if (die && access("die", F_OK) == 0 && atoi(die) == k && rank == size - 1)
            raise(SIGKILL);
        if (!(k == n - 1 && rank == size - 1))
            MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD);
    }
    if (own)
        fclose(own);
    return end((uint64_t)token);
}
