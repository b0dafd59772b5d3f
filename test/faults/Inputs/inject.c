/* inject.c - makes the runtime's system calls fail: linked into a program, steered by the environment.
 *
 * FAULT=call:n:errno    the nth call of that name (from 1) fails with that error number
 * FAULT=call:n+:errno   the nth and all later ones
 * FAULT=call:n:short    write, pwrite: half of it is written, then the disk is full; read: half of it
 * FAULT=*:n:errno       the nth call of any name
 * FAULT_HIT=path        this file is made when the fault has happened (in the program or in a checkpoint's process)
 * Counts are per process; a checkpoint's process starts from its program's. With FAULT_HIT a single fault happens once in all.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/os.h"

static char call[32];
static long nth, count;
static int error;
static bool and_later, cut_short;
static ckpti_os_table real;

static bool is_due(const char *name)
{
    const char *hit = getenv("FAULT_HIT");

    if (strcmp(call, name) != 0 && strcmp(call, "*") != 0)
        return false;
    count++;
    if (count != nth && !(and_later && count > nth))
        return false;
    if (!and_later && hit && access(hit, F_OK) == 0)
        return false;                              /* it was in another process: once is once */
    if (hit)
        close(open(hit, O_WRONLY | O_CREAT, 0600));
    errno = error;
    return true;
}

#define FAIL_INT(name, params, args) \
    static int fail_##name params { return is_due(#name) ? -1 : real.name args; }
FAIL_INT(open, (const char *path, int flags, unsigned mode), (path, flags, mode))
FAIL_INT(fsync, (int fd), (fd))
FAIL_INT(ftruncate, (int fd, int64_t size), (fd, size))
FAIL_INT(rename, (const char *from, const char *to), (from, to))
FAIL_INT(unlink, (const char *path), (path))
FAIL_INT(mkdir, (const char *path, unsigned mode), (path, mode))
FAIL_INT(stat, (const char *path, ckpti_stat *out), (path, out))
FAIL_INT(fstat, (int fd, ckpti_stat *out), (fd, out))
FAIL_INT(flock, (int fd, int operation), (fd, operation))
FAIL_INT(pipe, (int fds[2], int flags), (fds, flags))
FAIL_INT(dup_above, (int fd, int lowest), (fd, lowest))
FAIL_INT(kill, (pid_t pid, int signal), (pid, signal))
FAIL_INT(poll, (int fd, int timeout_ms), (fd, timeout_ms))
FAIL_INT(kill_timer, (unsigned seconds), (seconds))
FAIL_INT(munmap, (void *address, size_t size), (address, size))
FAIL_INT(write_behind, (int fd, int64_t offset, int64_t size), (fd, offset, size))

static int64_t fail_seek(int fd, int64_t offset) { return is_due("seek") ? -1 : real.seek(fd, offset); }

/* As close(2) does: the descriptor is gone whatever it says. */
static int fail_close(int fd)
{
    int result = real.close(fd);

    return is_due("close") ? -1 : result;
}

static int fail_closedir(DIR *dir)
{
    int result = real.closedir(dir);

    return is_due("closedir") ? -1 : result;
}

static ssize_t fail_read(int fd, void *data, size_t size)
{
    if (!is_due("read"))
        return real.read(fd, data, size);
    return cut_short && size > 1 ? real.read(fd, data, size / 2) : -1;
}

static ssize_t fail_pread(int fd, void *data, size_t size, int64_t offset)
{
    return is_due("pread") ? -1 : real.pread(fd, data, size, offset);
}

static ssize_t fail_write(int fd, const void *data, size_t size)
{
    if (fd == 2 || !is_due("write"))               /* what is reported must be readable */
        return real.write(fd, data, size);
    if (cut_short) {
        cut_short = false;
        nth++;
        return size > 1 ? real.write(fd, data, size / 2) : -1;
    }
    return -1;
}

static ssize_t fail_pwrite(int fd, const void *data, size_t size, int64_t offset)
{
    return is_due("pwrite") ? -1 : real.pwrite(fd, data, size, offset);
}

static DIR *fail_opendir(const char *path) { return is_due("opendir") ? 0 : real.opendir(path); }
static struct dirent64 *fail_readdir(DIR *dir) { return is_due("readdir") ? 0 : real.readdir(dir); }
static pid_t fail_clone(int exit_signal) { return is_due("clone") ? -1 : real.clone(exit_signal); }
static pid_t fail_fork(void) { return is_due("fork") ? -1 : real.fork(); }
static pid_t fail_waitpid(pid_t pid, int *status, int options)
{
    return is_due("waitpid") ? -1 : real.waitpid(pid, status, options);
}
static void *fail_mmap(void *address, size_t size, int prot, int flags, int fd, int64_t offset)
{
    return is_due("mmap") ? (void *)-1 : real.mmap(address, size, prot, flags, fd, offset);
}

__attribute__((constructor)) static void install(void)
{
    const char *fault = getenv("FAULT");
    char number[32], what[32];

    if (!fault || sscanf(fault, "%31[^:]:%31[^:]:%31s", call, number, what) != 3)
        return;
    nth = strtol(number, 0, 10);
    and_later = strchr(number, '+') != 0;
    cut_short = strcmp(what, "short") == 0;
    error = cut_short ? ENOSPC : atoi(what);
    real = ckpti_os;
#define WRAP(type, name, params) ckpti_os.name = fail_##name;
    CKPTI_OS_CALLS(WRAP)
#undef WRAP
}
