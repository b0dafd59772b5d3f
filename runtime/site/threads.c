/* threads.c - counting threads. See threads.h.
 *
 * The C library knows whether a second thread was ever made (__libc_single_threaded); whether it is still alive is told by the number of
 * tasks in /proc, compared with the number at start, for QEMU's user mode shows its own tasks there. Threads that OpenMP keeps for its
 * next parallel region are sent away; it makes new ones then.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <time.h>
#include <unistd.h>
#include "core/os.h"
#include "objects/units.h"
#include "site/threads.h"

static int at_start = -1;

/* A thread that has been joined may be in the list a little longer, on its way out: none of the program's code runs in it any more. */
static bool is_ending(const char *task)
{
    enum { PF_EXITING = 4, FIELDS = 7 };           /* Linux, include/linux/sched.h; proc(5): flags are the seventh word behind the name */
    char text[512], path[64];
    snprintf(path, sizeof path, "/proc/self/task/%.20s/stat", task);
    int fd = ckpti_os.open(path, O_RDONLY | O_CLOEXEC, 0);
    ssize_t n = fd < 0 ? -1 : ckpti_os.read(fd, text, sizeof text - 1);

    if (fd >= 0)
        ckpti_os.close(fd);
    if (n < 0)
        return errno == ENOENT || errno == ESRCH;  /* it has ended */
    text[n] = 0;
    const char *word = strrchr(text, ')');         /* the name may have spaces and parentheses in it */
    for (int i = 0; i < FIELDS && word; i++)
        word = strchr(word + 1, ' ');
    return word && strtoul(word, 0, 10) & PF_EXITING;
}

/* -1: it cannot be told. The main thread counts, also when it has called pthread_exit: sites are its own. */
static int count_tasks(bool ending_too)
{
    struct dirent64 *entry;
    int count = 0;
    DIR *dir = ckpti_os.opendir("/proc/self/task");

    if (!dir)
        return -1;
    while ((entry = ckpti_os.readdir(dir)))
        count += entry->d_name[0] != '.' && (ending_too || strtol(entry->d_name, 0, 10) == getpid() || !is_ending(entry->d_name));
    ckpti_os.closedir(dir);
    return count;
}

void ckpti_threads_start(void)
{
    at_start = count_tasks(true);
}

static bool more_than_at_start(void)
{
    int now = count_tasks(true);

    if (at_start >= 0 && now > at_start)
        now = count_tasks(false);
    return at_start < 0 || now < 0 || now > at_start;
}

/* OpenMP 5.0, 3.2.44; not there in a program without OpenMP. */
extern int omp_pause_resource_all(int kind) __attribute__((weak));
enum { OMP_PAUSE_HARD = 2, TRIES = 2000 };

/* LLVM's library for OpenMP (19) uses its locks after it has let them go so, also in a program without checkpoints. */
extern void __kmpc_fork_call(void) __attribute__((weak));

bool ckpti_threads_stay(void) { return __kmpc_fork_call != 0; }

/* True if they are gone. Inside a parallel region it does nothing. */
static bool send_pool_away(void)
{
    const struct timespec moment = { 0, 500000 };

    if (!omp_pause_resource_all || ckpti_threads_stay() || omp_pause_resource_all(OMP_PAUSE_HARD) != 0)
        return false;
    for (int i = 0; i < TRIES && more_than_at_start(); i++)
        nanosleep(&moment, 0);                 /* they have been told, and end by themselves */
    return !more_than_at_start();
}

const ckptg_var *ckpti_threads_own(const ckptg_unit **owner)
{
    if (__libc_single_threaded || !more_than_at_start())
        return 0;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_u32 i = 0; i < u->nvars; i++)
            if (u->vars[i].flags & CKPTG_V_THREAD && !(u->vars[i].flags & CKPTI_V_UNSAVED)) {
                *owner = u;
                return &u->vars[i];
            }
    return 0;
}

bool ckpti_threads_others(void)
{
    return !__libc_single_threaded && more_than_at_start() && !send_pool_away();
}
