/* threads.c - counting threads. See threads.h.
 *
 * The C library knows whether a second thread was ever made (__libc_single_threaded); whether it is still alive is told by the number of
 * tasks in /proc, compared with the number at start, for QEMU's user mode shows its own tasks there.
 */
#include <sys/single_threaded.h>
#include "core/os.h"
#include "site/threads.h"

static int at_start = -1;

static int count_tasks(void)
{
    struct dirent64 *entry;
    int count = 0;
    DIR *dir = ckpti_os.opendir("/proc/self/task");

    if (!dir)
        return -1;
    while ((entry = ckpti_os.readdir(dir)))
        count += entry->d_name[0] != '.';
    ckpti_os.closedir(dir);
    return count;
}

void ckpti_threads_start(void)
{
    at_start = count_tasks();
}

bool ckpti_threads_others(void)
{
    int now;

    if (__libc_single_threaded)
        return false;
    now = count_tasks();
    return at_start < 0 || now < 0 || now > at_start;
}
