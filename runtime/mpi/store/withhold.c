/* withhold.c - what the program prints between its checkpoint and its stop would be printed again after the restart: it is kept back until
 * the line is committed, and then dropped; if the line is abandoned it is printed. See layer.h.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include "core/log.h"
#include "mpi/layer.h"

static int real = -1;             /* the standard output while another stands in its place */

void ckptm_withhold(void)
{
    int kept;

    if (real >= 0)
        return;
    fflush(stdout);
    kept = memfd_create("ckpt-output", MFD_CLOEXEC);
    real = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 400);
    if (kept < 0 || real < 0 || dup2(kept, STDOUT_FILENO) < 0) {
        ckpti_log("output after the checkpoint cannot be kept back (%m); a restart will print it again");
        if (real >= 0)
            close(real);
        real = -1;
    }
    if (kept >= 0)
        close(kept);
}

void ckptm_release(bool print)
{
    char bytes[4096];
    ssize_t n;

    if (real < 0)
        return;
    fflush(stdout);
    if (print) {
        lseek(STDOUT_FILENO, 0, SEEK_SET);
        while ((n = read(STDOUT_FILENO, bytes, sizeof bytes)) > 0)
            for (ssize_t done = 0, m; done < n && (m = write(real, bytes + done, (size_t)(n - done))) > 0;)
                done += m;
        dup2(real, STDOUT_FILENO);
        close(real);
        real = -1;
    }
}
