/* shared_more.c - two ranks and one log: headers that are changed in place, behind a line, by either; files that are replaced, removed and set aside
 *                 between the two checkpoints.
 *
 * usage    mpiexec -n 2 ./PROGRAM MODE     with a file `die` the job ends in step 15
 * Output   log.txt, log.old: the same with lines, a kill and a restart as without
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
#include <unistd.h>
static int rank, size;
static FILE *f;
static const char *mode;
#define IS(m) (!strcmp(mode, m))
static void say(const char *m, const char *t) { FILE *g = fopen("log.txt", m); fputs(t, g); fclose(g); }
static void bump(FILE *g) { int n = -1; rewind(g); if (fscanf(g, "%d", &n) != 1) n = -1; rewind(g); fprintf(g, "%04d\n", n + 1); fflush(g); }
static void bar(void) { MPI_Barrier(MPI_COMM_WORLD); }
int main(int argc, char **argv)
{
    int token = 0;

    mode = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) say("w", "0000\nsome text\n");
    bar();
    if (IS("hdr") || IS("hdrq")) f = fopen("log.txt", rank == 0 ? "a" : "r+");   /* rank 0 appends; rank 1 idle, later bumps the header */
    if (IS("hdr2") || IS("hdr3")) f = rank == 0 ? fopen("log.txt", "a") : 0;
    if (IS("hdr4")) f = rank == 1 ? fopen("log.txt", "a") : 0;
    if (IS("tidle")) f = fopen("log.txt", rank == 0 ? "a" : "r+");
    bar();
    for (int step = 1; step <= 18; step++) {
        MPI_Sendrecv(&step, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(20000);
        if ((IS("hdr") || IS("hdr2") || IS("tidle")) && rank == 0) { fprintf(f, "step %d\n", step); fflush(f); }
        if (IS("hdrq") && rank == 0 && step < 3) { fprintf(f, "step %d\n", step); fflush(f); }
        /* rank 0 late: does something between rank 1's checkpoint and its own, at each step */
        if ((IS("repl") || IS("replw") || IS("gone") || IS("rot") || IS("rota")) && rank == 1) usleep(60000);
        if (IS("repl") || IS("replw")) {
            if (rank == 0 && !f) { f = fopen("log.txt", "r+"); if (IS("replw")) { fseek(f, 2, SEEK_SET); fgetc(f);} }
            if (rank == 1) { FILE *g = fopen("log.txt", "r"); int n; if (fscanf(g, "%d", &n) != 1) n = -1; fclose(g); g = fopen("log.tmp", "w"); fprintf(g, "%04d\nsome text\n", n + 1); fclose(g); rename("log.tmp", "log.txt"); }
        }
        if (IS("gone")) {
            if (rank == 0 && step >= 5 && !f) f = fopen("log.txt", "a");
            if (rank == 1 && step == 10) remove("log.txt");
        }
        if (IS("rot") || IS("rota")) {
            if (!f) { f = fopen("log.txt", "a"); if (IS("rota")) { fprintf(f, "hello %d\n", rank); fflush(f); } }
            if (rank == 1 && step == 10) { fprintf(f, "end\n"); fclose(f); rename("log.txt", "log.old"); f = fopen("log.txt", "a"); }
            if (rank == 1) { fprintf(f, "step %d\n", step); fflush(f); }
        }
        #pragma ckpt
        if ((IS("repl") || IS("replw")) && rank == 0 && f) { fclose(f); f = 0; }
        if (IS("hdr") || IS("hdrq")) { bar(); if (rank == 1 && step >= 12) bump(f); bar(); }
        if (IS("hdr2") || IS("hdr3")) { bar(); if (rank == 1 && step == 12) { FILE *g = fopen("log.txt", "r+"); bump(g); fclose(g); } bar();
            if (rank == 0 && step == 13) { FILE *g = fopen("log.txt", "r+"); bump(g); fclose(g); } bar(); }
        if (IS("hdr4")) { bar(); if (rank == 0 && step == 12) { FILE *g = fopen("log.txt", "r+"); bump(g); fclose(g); } bar();
            if (rank == 1 && step == 13) { fclose(f); f = fopen("log.txt", "r+"); bump(f); } bar(); }
        if (IS("tidle")) { bar(); if (rank == 1 && step == 12) { fclose(f); f = fopen("log.txt", "r+"); bump(f); fflush(f); if (ftruncate(fileno(f), 5)) {} } bar(); }
        if (IS("rot") || IS("rota")) { bar(); if (rank == 0 && step == 13) { fprintf(f, "rank 0 at %d\n", step); fflush(f); } bar(); }
        if (step == 15) { bar(); if (access("die", F_OK) == 0) MPI_Abort(MPI_COMM_WORLD, 3); bar(); }
    }
    if (f) fclose(f);
    MPI_Finalize();
    return 0;
}
