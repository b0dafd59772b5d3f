/* files_calls.c - wrapped calls on files by path: what they do is told to the log before it is done. See files.h.
 *
 * Invariants behaviour, result and errno are the C library's; files beyond 2 GiB can be opened on every target. _FORTIFY_SOURCE
 *            checks whether a mode is missing at compile time; here open() reads the mode only where one must be.
 * Thread     as the C library's functions: open, creat, unlink, ... are async-signal-safe.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
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

int ckptg_w_close(int fd)
{
    if (ckpti_files_hint(fd))
        ckpti_files_opened(fd, 0);
    return close(fd);
}

int ckptg_w_dup2(int from, int to)
{
    int result = dup2(from, to);

    if (result >= 0 && from != to && ckpti_files_hint(to))
        ckpti_files_opened(to, 0);
    return result;
}

int ckptg_w_dup3(int from, int to, int flags)
{
    int result = dup3(from, to, flags);

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

int ckptg_w_truncate64(const char *path, off64_t length)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_TRUNCATE);
    return truncate64(path, length);
}

int ckptg_w_unlink(const char *path)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return unlink(path);
}

int ckptg_w_unlinkat(int directory, const char *path, int flags)
{
    ckpti_files_touch(directory, path, CKPTI_TOUCH_GONE);
    return unlinkat(directory, path, flags);
}

int ckptg_w_remove(const char *path)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return remove(path);
}

int ckptg_w_rename(const char *from, const char *to)
{
    ckpti_files_touch(AT_FDCWD, from, CKPTI_TOUCH_GONE);
    ckpti_files_touch(AT_FDCWD, to, CKPTI_TOUCH_GONE);
    ckpti_files_touch_tree(AT_FDCWD, from, AT_FDCWD, to);
    return rename(from, to);
}

int ckptg_w_renameat(int from_directory, const char *from, int to_directory, const char *to)
{
    ckpti_files_touch(from_directory, from, CKPTI_TOUCH_GONE);
    ckpti_files_touch(to_directory, to, CKPTI_TOUCH_GONE);
    ckpti_files_touch_tree(from_directory, from, to_directory, to);
    return renameat(from_directory, from, to_directory, to);
}

int ckptg_w_link(const char *from, const char *to)
{
    ckpti_files_touch(AT_FDCWD, to, CKPTI_TOUCH_GONE);
    return link(from, to);
}

int ckptg_w_symlink(const char *target, const char *path)
{
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return symlink(target, path);
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
    ckpti_files_touch(AT_FDCWD, path, CKPTI_TOUCH_GONE);
    return rmdir(path);
}
