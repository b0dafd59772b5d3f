/* withhold.c - what the program prints between its checkpoint and its stop would be printed again after the restart: it is kept back until
 * the line is committed, and then dropped; if the line is abandoned, or the process ends before that, it is printed. See layer.h.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/log.h"
#include "core/os.h"
#include "core/own.h"
#include "objects/files.h"
#include "mpi/layer.h"

static int real = -1;             /* the standard output while another stands in its place */
static int kept = -1;             /* that other one: the program may have made 1 something else by now, and this a descriptor of its own */
static pid_t owner;               /* a child of its has no part in that */

void ckptm_withhold(void)
{
    int memory;

    if (real >= 0)
        return;
    owner = getpid();
    ckpti_own(&kept);
    ckpti_own(&real);
    fflush(stdout);
    memory = memfd_create("ckpt-output", MFD_CLOEXEC);
    kept = memory < 0 ? -1 : ckpti_os.dup_above(memory, CKPTI_OWN_DESCRIPTORS);
    real = ckpti_os.dup_above(STDOUT_FILENO, CKPTI_OWN_DESCRIPTORS);
    if (kept < 0 || real < 0 || dup2(kept, STDOUT_FILENO) < 0) {
        ckpti_log("output after the checkpoint cannot be kept back (%m); a restart will print it again");
        if (real >= 0)
            close(real);
        if (kept >= 0)
            close(kept);
        real = kept = -1;
    }
    if (memory >= 0)
        close(memory);
}

static void print_kept(void)
{
    char bytes[4096];
    ssize_t n;

    for (off_t at = 0; (n = pread(kept, bytes, sizeof bytes, at)) > 0; at += n)
        for (ssize_t done = 0, m; done < n && (m = write(real, bytes + done, (size_t)(n - done))) > 0;)
            done += m;
}

/* Each descriptor that is the kept output becomes the real one. */
static void put_back(void)
{
    struct stat ours, s;

    if (fstat(kept, &ours))
        return;
    for (int fd = 0; fd < CKPTI_OWN_DESCRIPTORS; fd++)
        if (!fstat(fd, &s) && s.st_dev == ours.st_dev && s.st_ino == ours.st_ino)
            dup3(real, fd, fcntl(fd, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0);
}

static void print_and_put_back(void)
{
    print_kept();
    put_back();
    close(real);
    close(kept);
    real = kept = -1;
}

void ckptm_release_as_it_is(void)
{
    if (real >= 0 && !ckptm.stopping && owner == getpid())       /* of a line that is committed the restart prints it */
        print_and_put_back();
}

void ckptm_release(bool print)
{
    if (real < 0)
        return;
    fflush(stdout);
    if (print)
        print_and_put_back();
}

/* exit() without MPI_Finalize: streams are flushed behind this. */
static void __attribute__((destructor)) release_at_exit(void) { ckptm_release_as_it_is(); }
