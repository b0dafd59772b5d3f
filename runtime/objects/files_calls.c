/* files_calls.c - wrapped calls on files by path: what they do is told to the log before it is done. See files.h.
 *
 * Invariants behaviour, result and errno are the C library's; files beyond 2 GiB can be opened on every target. _FORTIFY_SOURCE
 *            checks whether a mode is missing at compile time; here open() reads the mode only where one must be.
 * Thread     as the C library's functions: open, creat, unlink, ... are async-signal-safe.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/own.h"
#include "objects/files.h"

static int opened(int fd, const char *path)
{
    if (fd >= 0)
        ckpti_files_opened(fd, path);
    return fd;
}

static int do_open(int directory, const char *path, int flags, mode_t mode)
{
    ckpti_files_touch_open(directory, path, flags);
    return opened(openat64(directory, path, flags, mode), directory == AT_FDCWD || (path && *path == '/') ? path : 0);
}

/* The mode of a variable argument list, where there is one. */
#define MODE(flags)                                     \
    ({                                                  \
        mode_t m = 0;                                   \
        if (__OPEN_NEEDS_MODE(flags)) {                 \
            va_list list;                               \
            va_start(list, flags);                      \
            m = (mode_t)va_arg(list, int);              \
            va_end(list);                               \
        }                                               \
        m;                                              \
    })

int ckptg_w_open(const char *path, int flags, ...) { return do_open(AT_FDCWD, path, flags, MODE(flags)); }
int ckptg_w_open64(const char *path, int flags, ...) { return do_open(AT_FDCWD, path, flags, MODE(flags)); }
int ckptg_w_openat(int directory, const char *path, int flags, ...) { return do_open(directory, path, flags, MODE(flags)); }
int ckptg_w_openat64(int directory, const char *path, int flags, ...) { return do_open(directory, path, flags, MODE(flags)); }

int ckptg_w_creat(const char *path, mode_t mode) { return do_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int ckptg_w_creat64(const char *path, mode_t mode) { return do_open(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

/* A number that the program does not know of: for it there is no such descriptor. */
static bool is_hidden(int fd)
{
    bool hidden = ckpti_own_is(fd);

    if (hidden)
        errno = EBADF;
    return hidden;
}

int ckptg_w_close(int fd)
{
    if (is_hidden(fd))
        return -1;
    if (ckpti_files_hint(fd))
        ckpti_files_opened(fd, 0);
    return close(fd);
}

/* Those from first to last, without the runtime's. */
static int do_close_range(unsigned first, unsigned last, int flags)
{
    int own, result = 0;

    if (!(flags & (int)CLOSE_RANGE_CLOEXEC))
        for (unsigned fd = first; fd <= last && fd < (unsigned)ckpti_files_hints(); fd++)
            if (ckpti_files_hint((int)fd))
                ckpti_files_opened((int)fd, 0);
    for (unsigned from = first; from <= INT_MAX && (own = ckpti_own_next((int)from)) >= 0 && (unsigned)own <= last; first = from = (unsigned)own + 1)
        if ((unsigned)own > from && (result = close_range(from, (unsigned)own - 1, flags)) < 0)
            return result;
    return first > last ? result : close_range(first, last, flags);
}

int ckptg_w_close_range(unsigned first, unsigned last, int flags) { return do_close_range(first, last, flags); }

void ckptg_w_closefrom(int least)
{
    int error = errno;

    if (ckpti_own_next(least < 0 ? 0 : least) < 0) {
        closefrom(least);
        return;
    }
    if (do_close_range(least < 0 ? 0 : (unsigned)least, UINT_MAX, 0) < 0)        /* a kernel that has none */
        for (int fd = least < 0 ? 0 : least, end = (int)sysconf(_SC_OPEN_MAX); fd < end; fd++)
            (void)ckptg_w_close(fd);
    errno = error;
}

int ckptg_w_dup2(int from, int to)
{
    int result = is_hidden(from) || !ckpti_own_make_way(to) ? -1 : dup2(from, to);

    if (result >= 0 && from != to && ckpti_files_hint(to))
        ckpti_files_opened(to, 0);
    return result;
}

int ckptg_w_dup3(int from, int to, int flags)
{
    int result = is_hidden(from) || (from != to && !ckpti_own_make_way(to)) ? -1 : dup3(from, to, flags);

    if (result >= 0 && ckpti_files_hint(to))
        ckpti_files_opened(to, 0);
    return result;
}

/* The name is only known afterwards: killed in between, a file of a random name is left over. */
static int made(int fd, const char *path)
{
    if (fd >= 0)
        ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_MADE);
    return opened(fd, path);
}

int ckptg_w_mkstemp(char *name) { return made(mkostemp64(name, 0), name); }
int ckptg_w_mkstemp64(char *name) { return made(mkostemp64(name, 0), name); }
int ckptg_w_mkostemp(char *name, int flags) { return made(mkostemp64(name, flags), name); }
int ckptg_w_mkostemp64(char *name, int flags) { return made(mkostemp64(name, flags), name); }
int ckptg_w_mkstemps(char *name, int suffix) { return made(mkostemps64(name, suffix, 0), name); }
int ckptg_w_mkstemps64(char *name, int suffix) { return made(mkostemps64(name, suffix, 0), name); }

char *ckptg_w_mkdtemp(char *name)
{
    char *result = mkdtemp(name);

    if (result)
        ckpti_files_touch(AT_FDCWD, result, CKPTI_TOUCH_MADE);
    return result;
}

static int do_truncate(const char *path, off64_t length)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_TRUNCATE);
    return truncate64(path, length);
}

int ckptg_w_truncate(const char *path, off_t length) { return do_truncate(path, length); }
int ckptg_w_truncate64(const char *path, off64_t length) { return do_truncate(path, length); }

/* A file that grows is still what it was up to its old end. */
static int do_ftruncate(int fd, off64_t length)
{
    struct stat64 st;

    ckpti_files_touch_fd(fd, fstat64(fd, &st) == 0 && length >= st.st_size ? CKPTI_TOUCH_APPEND : CKPTI_TOUCH_TRUNCATE);
    return ftruncate64(fd, length);
}

int ckptg_w_ftruncate(int fd, off_t length) { return do_ftruncate(fd, length); }
int ckptg_w_ftruncate64(int fd, off64_t length) { return do_ftruncate(fd, length); }

/* Mode 0 and that of keeping the size only add zeros behind the end; others punch, move or clear what is before it. */
static int do_fallocate(int fd, int mode, off64_t from, off64_t size)
{
    ckpti_files_touch_fd(fd, mode & ~FALLOC_FL_KEEP_SIZE ? CKPTI_TOUCH_UPDATE : CKPTI_TOUCH_APPEND);
    return fallocate64(fd, mode, from, size);
}

int ckptg_w_fallocate(int fd, int mode, off_t from, off_t size) { return do_fallocate(fd, mode, from, size); }
int ckptg_w_fallocate64(int fd, int mode, off64_t from, off64_t size) { return do_fallocate(fd, mode, from, size); }

static int do_posix_fallocate(int fd, off64_t from, off64_t size)
{
    ckpti_files_touch_fd(fd, CKPTI_TOUCH_APPEND);
    return posix_fallocate64(fd, from, size);
}

int ckptg_w_posix_fallocate(int fd, off_t from, off_t size) { return do_posix_fallocate(fd, from, size); }
int ckptg_w_posix_fallocate64(int fd, off64_t from, off64_t size) { return do_posix_fallocate(fd, from, size); }

/* A descriptor that appended may write anywhere from now on. */
static void before_fcntl(int fd, int command, const void *argument)
{
    int flags;

    if (command == F_SETFL && !((int)(intptr_t)argument & O_APPEND) && (flags = fcntl(fd, F_GETFL)) >= 0 && flags & O_APPEND &&
        (flags & O_ACCMODE) != O_RDONLY)
        ckpti_files_touch_fd(fd, CKPTI_TOUCH_UPDATE);
}

/* As the C library does it: whatever the argument is, or if there is none, it is passed on as a pointer. */
#define ARGUMENT(command)                               \
    ({                                                  \
        va_list list;                                   \
        va_start(list, command);                        \
        void *a = va_arg(list, void *);                 \
        va_end(list);                                   \
        a;                                              \
    })

int ckptg_w_fcntl(int fd, int command, ...)
{
    void *argument = ARGUMENT(command);

    before_fcntl(fd, command, argument);
    return fcntl(fd, command, argument);
}

int ckptg_w_fcntl64(int fd, int command, ...)
{
    void *argument = ARGUMENT(command);

    before_fcntl(fd, command, argument);
    return fcntl64(fd, command, argument);
}

int ckptg_w_chmod(const char *path, mode_t mode)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_MODE);
    return chmod(path, mode);
}

int ckptg_w_fchmod(int fd, mode_t mode)
{
    ckpti_files_touch_fd(fd, CKPTI_TOUCH_MODE);
    return fchmod(fd, mode);
}

int ckptg_w_fchmodat(int directory, const char *path, mode_t mode, int flags)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_MODE);
    return fchmodat(directory, path, mode, flags);
}

/* A name that is to go. Not one that is not there: whoever makes it, it is not for this call. */
static void going(int directory, const char *path)
{
    if (ckpti_undo_active() && ckpti_files_is_there(directory, path, false))
        ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
}

/* A name that is to be another one. Directories are told of with all that is below. */
static void moving(int from_directory, const char *from, int to_directory, const char *to)
{
    if (!ckpti_undo_active() || !ckpti_files_is_there(from_directory, from, false))
        return;
    ckpti_files_touch(from_directory, from, CKPTI_TOUCH_GONE);
    ckpti_files_touch(to_directory, to, CKPTI_TOUCH_GONE);
    ckpti_files_touch_tree(from_directory, from, to_directory, to);
}

int ckptg_w_unlink(const char *path)
{
    going(AT_FDCWD, path);
    return unlink(path);
}

int ckptg_w_unlinkat(int directory, const char *path, int flags)
{
    going(directory, path);
    return unlinkat(directory, path, flags);
}

int ckptg_w_remove(const char *path)
{
    going(AT_FDCWD, path);
    return remove(path);
}

int ckptg_w_rename(const char *from, const char *to)
{
    moving(AT_FDCWD, from, AT_FDCWD, to);
    return rename(from, to);
}

int ckptg_w_renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    moving(from_directory, from, to_directory, to);
    return renameat(from_directory, from, to_directory, to);
}

/* Two names exchanged: what is below the one goes below the other, and back. */
int ckptg_w_renameat2(int from_directory, const char *from, int to_directory, const char *to, unsigned flags)
{
    moving(from_directory, from, to_directory, to);
    if (flags & RENAME_EXCHANGE)
        ckpti_files_touch_tree(to_directory, to, from_directory, from);
    return renameat2(from_directory, from, to_directory, to, flags);
}

int ckptg_w_linkat(int from_directory, const char *from, int to_directory, const char *to, int flags)
{
    ckpti_files_touch_link(from_directory, from, to_directory, to, flags & AT_SYMLINK_FOLLOW);
    return linkat(from_directory, from, to_directory, to, flags);
}

int ckptg_w_link(const char *from, const char *to)
{
    ckpti_files_touch_link(AT_FDCWD, from, AT_FDCWD, to, false);
    return link(from, to);
}

int ckptg_w_symlink(const char *target, const char *path)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return symlink(target, path);
}

int ckptg_w_symlinkat(const char *target, int directory, const char *path)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
    return symlinkat(target, directory, path);
}

int ckptg_w_mkfifo(const char *path, mode_t mode)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return mkfifo(path, mode);
}

int ckptg_w_mkfifoat(int directory, const char *path, mode_t mode)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
    return mkfifoat(directory, path, mode);
}

int ckptg_w_mknod(const char *path, mode_t mode, dev_t device)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return mknod(path, mode, device);
}

int ckptg_w_mknodat(int directory, const char *path, mode_t mode, dev_t device)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
    return mknodat(directory, path, mode, device);
}

int ckptg_w_mkdir(const char *path, mode_t mode)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return mkdir(path, mode);
}

int ckptg_w_mkdirat(int directory, const char *path, mode_t mode)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
    return mkdirat(directory, path, mode);
}

int ckptg_w_rmdir(const char *path)
{
    going(AT_FDCWD, path);
    return rmdir(path);
}
