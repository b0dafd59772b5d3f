/* os.h - the system calls of the runtime, in one table.
 *
 * Purpose    every call by which storage, checkpoint processes and the reading of images reach the system goes through
 *            ckpti_os, so that a test can make the Nth one fail (test/faults) or look at it. Source of the idea: SQLite.
 * Invariants each entry has its namesake's meaning and sets errno (dup_above: a number below `lowest` where the process can have none above it; open
 *            and mkdir: what they make has the mode, whatever the umask); off_t is 64 bits on every target. The library itself never
 *            changes the table.
 */
#ifndef CKPTI_OS_H
#define CKPTI_OS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <dirent.h>

/* What storage needs to know of a file. */
typedef struct ckpti_stat {
    uint64_t size;
    unsigned mode;                /* st_mode */
    uint64_t inode, device;
} ckpti_stat;

/* CKPT_OS(return type, name, parameters): one line per system call, used for the table and for tests' wrappers. */
#define CKPTI_OS_CALLS(CALL)                                                                     \
    CALL(int, open, (const char *path, int flags, unsigned mode))                                \
    CALL(ssize_t, read, (int fd, void *data, size_t size))                                       \
    CALL(ssize_t, pread, (int fd, void *data, size_t size, int64_t offset))                      \
    CALL(ssize_t, write, (int fd, const void *data, size_t size))                                \
    CALL(ssize_t, pwrite, (int fd, const void *data, size_t size, int64_t offset))               \
    CALL(int, fsync, (int fd))                                                                   \
    CALL(int, ftruncate, (int fd, int64_t size))                                                 \
    CALL(int64_t, seek, (int fd, int64_t offset))                                                \
    CALL(int, close, (int fd))                                                                   \
    CALL(int, rename, (const char *from, const char *to))                                        \
    CALL(int, unlink, (const char *path))                                                        \
    CALL(int, mkdir, (const char *path, unsigned mode))                                          \
    CALL(int, stat, (const char *path, ckpti_stat *out))                                         \
    CALL(int, fstat, (int fd, ckpti_stat *out))                                                  \
    CALL(DIR *, opendir, (const char *path))                                                     \
    CALL(struct dirent64 *, readdir, (DIR *dir))                                                 \
    CALL(int, closedir, (DIR *dir))                                                              \
    CALL(int, flock, (int fd, int operation))                                                    \
    CALL(int, pipe, (int fds[2], int flags))                                                     \
    CALL(int, dup_above, (int fd, int lowest))      /* fcntl F_DUPFD_CLOEXEC, also beyond the limit */ \
    CALL(pid_t, clone, (int exit_signal))           /* clone without shared anything */          \
    CALL(pid_t, fork, (void))                                                                    \
    CALL(pid_t, waitpid, (pid_t pid, int *status, int options))                                  \
    CALL(int, kill, (pid_t pid, int signal))                                                     \
    CALL(int, poll, (int fd, int timeout_ms))       /* until readable; 1, 0 on time-out, -1 */   \
    CALL(int, kill_timer, (unsigned seconds))       /* SIGKILL for this process after that time */ \
    CALL(void *, mmap, (void *address, size_t size, int prot, int flags, int fd, int64_t offset)) \
    CALL(int, munmap, (void *address, size_t size))                                              \
    CALL(int, write_behind, (int fd, int64_t offset, int64_t size)) /* start writing to disk; a hint */

typedef struct ckpti_os_table {
#define CKPTI_OS_FIELD(type, name, params) type (*name) params;
    CKPTI_OS_CALLS(CKPTI_OS_FIELD)
#undef CKPTI_OS_FIELD
} ckpti_os_table;

extern ckpti_os_table ckpti_os;

#endif
