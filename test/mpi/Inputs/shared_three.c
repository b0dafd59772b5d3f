/* shared_three.c - three ranks (of modes tri, tri2) and one log, and longer files than are kept whole.
 *
 * usage    mpiexec -n 3 ./PROGRAM MODE     with a file `die` the job ends in step 15
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
static void bump(FILE *g, long at) { int n = -1; fseek(g, at, SEEK_SET); if (fscanf(g, "%d", &n) != 1) n = -1; fseek(g, at, SEEK_SET); fprintf(g, "%04d\n", n + 1); fflush(g); }
static void put(const char *t) { fputs(t, f); fflush(f); }
static void bar(void) { MPI_Barrier(MPI_COMM_WORLD); }
int main(int argc, char **argv)
{
    int token = 0;
    mode = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0) say("w", "0000\nsome text\n");
    if (rank == 0 && (IS("hdrb") || IS("hdrw"))) { FILE *g = fopen("log.txt", "w"); for (int i = 0; i < 40000; i++) fprintf(g, "0000\n"); fclose(g); }
    bar();
    if (IS("hdrb")) f = fopen("log.txt", rank == 0 ? "a" : "r+");
    if (IS("hdrw")) { f = fopen("log.txt", "r+"); if (rank == 0) fseek(f, 0, SEEK_END); }
    if (IS("tri") && rank < 2) f = fopen("log.txt", "a");
    if (IS("tri2") && rank < 2) f = fopen("log.txt", rank ? "a" : "r+");
    if (IS("open") && rank == 0) f = fopen("log.txt", "a");
    bar();
    for (int step = 1; step <= 18; step++) {
        MPI_Sendrecv(&step, 1, MPI_INT, (rank + 1) % size, 0, &token, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        usleep(20000);
        if ((IS("hdrb") || IS("tri") || IS("hdrw")) && rank == 0) put("line\n");
        if ((IS("rotl") || IS("gone2")) && rank == 1) usleep(60000);
        if (IS("gone2")) {
            if (rank == 0 && !f && step < 10) f = fopen("log.txt", "a");
            if (rank == 1 && step == 10) remove("log.txt");
        }
        if (IS("rotl")) {
            if (!f) f = fopen("log.txt", "a");
            if (rank == 1 && step == 10) { put("end\n"); fclose(f); rename("log.txt", "log.old"); f = fopen("log.txt", "a"); }
            if (rank == 1) put(step < 10 ? "step\n" : "a step with a very long line behind it, so that the new log is longer than the old one ever was before\n");
        }
        #pragma ckpt
        if (IS("hdrb") || IS("hdrw")) { bar(); if (rank == 1 && step >= 12) bump(f, 100000); bar(); }
        if (IS("rotl")) { bar(); if (rank == 0 && step == 13) put("from rank 0\n"); bar(); }
        if (IS("gone2")) { bar(); if (rank == 1 && step == 12) say("w", "a new file by rank 1, longer than before\n"); bar(); if (rank == 0 && step == 13) put("from rank 0\n"); bar(); }
        if (IS("tri")) {
            bar(); if (rank == 2 && step == 11) { FILE *g = fopen("log.txt", "r+"); bump(g, 0); fclose(g); }
            bar(); if (rank == 1 && step == 13) { FILE *g; fclose(f); g = fopen("log.txt", "r+"); bump(g, 0); fclose(g); f = fopen("log.txt", "a"); put("one\n"); } bar(); }
        if (IS("tri2")) {
            bar(); if (rank == 2 && step == 11) { rename("log.txt", "log.old"); say("w", "0100\nby rank 2\n"); }
            bar(); if (rank == 1 && step == 12) { fclose(f); f = fopen("log.txt", "a"); put("one\n"); }
            bar(); if (rank == 0 && step == 13) { fclose(f); f = 0; remove("log.txt"); }
            bar(); if (rank == 0 && step == 14) { f = fopen("log.txt", "a"); put("zero, with some more text in it than before\n"); } bar(); }
        if (IS("open")) {   /* the writer is idle until just behind its own checkpoint, then appends; rank 1 opens r+ (idle) and closes per step */
            if (rank == 0 && step > 7) put("zero\n");
            bar(); if (rank == 1 && step == 12) { FILE *g = fopen("log.txt", "w"); fprintf(g, "0000\nby one\n"); fclose(g); } bar(); }
        if (step == 15) { bar(); if (access("die", F_OK) == 0) MPI_Abort(MPI_COMM_WORLD, 3); bar(); }
    }
    if (f) fclose(f);
    MPI_Finalize();
    return 0;
}
