/* os.c - the real system calls behind ckpti_os. See os.h. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "core/os.h"


/* The program's umask is for the program's files. Where there are no such modes (FAT), it stays as it is. */
static int os_open(const char *path, int flags, unsigned mode)
{
    int fd = open64(path, flags, mode), error = errno;

    if (fd >= 0 && flags & O_CREAT)
        (void)fchmod(fd, mode);
    errno = error;
    return fd;
}

static ssize_t os_read(int fd, void *data, size_t size) { return read(fd, data, size); }
static ssize_t os_pread(int fd, void *data, size_t size, int64_t offset) { return pread64(fd, data, size, offset); }
static ssize_t os_write(int fd, const void *data, size_t size) { return write(fd, data, size); }
static ssize_t os_pwrite(int fd, const void *data, size_t size, int64_t offset)
{
    return pwrite64(fd, data, size, offset);
}
static int os_fsync(int fd) { return fsync(fd); }
static int os_ftruncate(int fd, int64_t size) { return ftruncate64(fd, size); }
static int64_t os_seek(int fd, int64_t offset) { return lseek64(fd, offset, SEEK_SET); }
static int os_close(int fd) { return close(fd); }
static int os_rename(const char *from, const char *to) { return rename(from, to); }
static int os_unlink(const char *path) { return unlink(path); }

static int os_mkdir(const char *path, unsigned mode)
{
    int result = mkdir(path, mode), error = errno;

    if (result == 0)
        (void)chmod(path, mode);
    errno = error;
    return result;
}

static void stat_copy(const struct stat64 *from, ckpti_stat *to)
{
    to->size = (uint64_t)from->st_size;
    to->mode = from->st_mode;
    to->inode = from->st_ino;
    to->device = from->st_dev;
}

static int os_stat(const char *path, ckpti_stat *out)
{
    struct stat64 st;

    if (stat64(path, &st) < 0)
        return -1;
    stat_copy(&st, out);
    return 0;
}

static int os_fstat(int fd, ckpti_stat *out)
{
    struct stat64 st;

    if (fstat64(fd, &st) < 0)
        return -1;
    stat_copy(&st, out);
    return 0;
}

static DIR *os_opendir(const char *path) { return opendir(path); }
static struct dirent64 *os_readdir(DIR *dir) { return readdir64(dir); }
static int os_closedir(DIR *dir) { return closedir(dir); }
static int os_flock(int fd, int operation) { return flock(fd, operation); }
static int os_pipe(int fds[2], int flags) { return pipe2(fds, flags); }

/* The program's own limit (ulimit -n) is for its descriptors, and stays: what is above it goes on to exist. */
static int dup_beyond_limit(int fd, int lowest)
{
    struct rlimit limit, raised;
    int high;

    if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
        return -1;
    raised = (struct rlimit){ limit.rlim_max, limit.rlim_max };
    if (setrlimit(RLIMIT_NOFILE, &raised) < 0)
        raised = limit;
    high = fcntl(fd, F_DUPFD_CLOEXEC, lowest);
    for (rlim_t at = raised.rlim_cur; high < 0 && at > 3;)
        high = fcntl(fd, F_DUPFD_CLOEXEC, (int)--at);
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    return high;
}

static int os_dup_above(int fd, int lowest)
{
    int high = fcntl(fd, F_DUPFD_CLOEXEC, lowest);

    return high < 0 && errno == EINVAL ? dup_beyond_limit(fd, lowest) : high;
}

/* The C library's fork handlers do not run: the child has one thread, calls nothing of the program and ends by _exit. */
static pid_t os_clone(int exit_signal)
{
#ifdef __s390x__
    return (pid_t)syscall(SYS_clone, 0L, (long)exit_signal, 0L, 0L, 0L);   /* stack comes first there */
#else
    return (pid_t)syscall(SYS_clone, (long)exit_signal, 0L, 0L, 0L, 0L);
#endif
}

static pid_t os_fork(void) { return os_clone(SIGCHLD); }
static pid_t os_waitpid(pid_t pid, int *status, int options) { return waitpid(pid, status, options); }
static int os_kill(pid_t pid, int signal) { return kill(pid, signal); }

static int os_poll(int fd, int timeout_ms)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    return poll(&p, 1, timeout_ms);
}

/* A timer whose signal is SIGKILL: it needs no handler and no mask, so none of the program's is touched. */
static int os_kill_timer(unsigned seconds)
{
    struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
    struct itimerspec time = { .it_value.tv_sec = (time_t)seconds };
    timer_t timer;

    if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0)
        return -1;
    return timer_settime(timer, 0, &time, 0);
}

static void *os_mmap(void *address, size_t size, int prot, int flags, int fd, int64_t offset)
{
    return mmap64(address, size, prot, flags, fd, offset);
}

static int os_munmap(void *address, size_t size) { return munmap(address, size); }

static int os_write_behind(int fd, int64_t offset, int64_t size)
{
    return sync_file_range(fd, offset, size, SYNC_FILE_RANGE_WRITE);
}

ckpti_os_table ckpti_os = {
#define CKPTI_OS_ENTRY(type, name, params) .name = os_##name,
    CKPTI_OS_CALLS(CKPTI_OS_ENTRY)
#undef CKPTI_OS_ENTRY
};
