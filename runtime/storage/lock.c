/* lock.c - a directory of images belongs to one running program at a time. See storage.h. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "core/os.h"
#include "storage/storage.h"

/* The lock's descriptor is kept out of the program's way: it expects the lowest free number from open(). */
#define LOWEST_DESCRIPTOR 400

ckpt_status ckpti_store_init(ckpti_store *store, const char *path)
{
    char directory[PATH_MAX] = "";
    int n;

    memset(store, 0, sizeof *store);
    store->lock = -1;
    if (!*path)
        return ckpti_fail(CKPT_EUSAGE, "empty name of a directory");
    if (*path != '/' && !getcwd(directory, sizeof directory))
        return ckpti_fail_errno(errno, "working directory");
    n = snprintf(store->path, sizeof store->path, "%s%s%s", directory, *path == '/' ? "" : "/", path);
    if (n < 0 || (size_t)n >= sizeof store->path)
        return ckpti_fail(CKPT_EUSAGE, "%.60s...: name too long", path);
    while (n > 1 && store->path[n - 1] == '/')
        store->path[--n] = 0;
    return CKPT_OK;
}

static ckpt_status make_directory(ckpti_store *store)
{
    ckpti_stat st;

    if (ckpti_os.stat(store->path, &st) < 0) {
        if (errno != ENOENT || store->seen)
            return ckpti_fail_errno(errno, "%s", store->path);
        if (ckpti_os.mkdir(store->path, 0700) < 0 && errno != EEXIST)
            return ckpti_fail_errno(errno, "%s: mkdir", store->path);
    } else if (!S_ISDIR(st.mode)) {
        return ckpti_fail(CKPT_EIO, "%s: not a directory; choose another CKPT_DIR", store->path);
    }
    store->seen = true;
    return CKPT_OK;
}

/* Has a process that directory open? Some file systems (btrfs) tell another device in the list of locks than stat does. */
static bool has_open(long pid, const ckpti_stat *st)
{
    char path[64];
    struct dirent64 *entry;
    ckpti_stat there;
    bool has = false;
    DIR *dir;

    snprintf(path, sizeof path, "/proc/%ld/fd", pid);
    if (!(dir = ckpti_os.opendir(path)))
        return false;
    while (!has && (entry = ckpti_os.readdir(dir))) {
        snprintf(path, sizeof path, "/proc/%ld/fd/%.20s", pid, entry->d_name);
        has = ckpti_os.stat(path, &there) == 0 && there.inode == st->inode && there.device == st->device;
    }
    ckpti_os.closedir(dir);
    return has;
}

/* The process that took the lock of an open file, as the kernel lists it ("1: FLOCK ADVISORY WRITE 4711 fe:00:131074 0 EOF");
 * 0 if that cannot be told. */
static long holder_of(int fd)
{
    char text[4096];
    size_t size = 0;
    long holder = 0;
    ckpti_stat st;
    int locks;
    ssize_t n = 0;

    if (ckpti_os.fstat(fd, &st) < 0 || (locks = ckpti_os.open("/proc/locks", O_RDONLY | O_CLOEXEC, 0)) < 0)
        return 0;
    do {
        char *line = text, *end;

        size += n > 0 ? (size_t)n : 0;
        text[size] = 0;
        for (; (end = strchr(line, '\n')); line = end + 1) {
            unsigned long long inode;
            unsigned major, minor;
            long pid;

            *end = 0;
            if (sscanf(line, "%*s FLOCK ADVISORY WRITE %ld %x:%x:%llu", &pid, &major, &minor, &inode) == 4 && inode == st.inode &&
                (makedev(major, minor) == st.device || has_open(pid, &st)))
                holder = pid;
        }
        size -= (size_t)(line - text);
        memmove(text, line, size);
        n = ckpti_os.read(locks, text + size, sizeof text - 1 - size);
    } while (n > 0 || (n < 0 && errno == EINTR));
    ckpti_os.close(locks);
    return holder;
}

static bool is_alive(long pid)
{
    return pid > 0 && (ckpti_os.kill((pid_t)pid, 0) == 0 || errno == EPERM);
}

/* Take the lock of an open file. 1: have it, 0: another has it, -1: cannot be locked. */
static int try_lock(int fd)
{
    while (ckpti_os.flock(fd, LOCK_EX | LOCK_NB) < 0) {
        if (errno == EINTR)
            continue;
        return errno == EWOULDBLOCK ? 0 : -1;
    }
    return 1;
}

static ckpt_status wait_for_lock(const ckpti_store *store, int fd, unsigned holder_ms, unsigned orphan_ms, int *result)
{
    enum { STEP_MS = 20 };

    for (unsigned waited = 0;; waited += STEP_MS) {
        long holder;

        if ((*result = try_lock(fd)) != 0)
            return CKPT_OK;
        holder = holder_of(fd);
        if (waited >= (is_alive(holder) ? holder_ms : orphan_ms))
            return holder ? ckpti_fail(CKPT_EBUSY, "%s: in use by process %ld; give each running program a CKPT_DIR "
                                                   "of its own", store->path, holder)
                          : ckpti_fail(CKPT_EBUSY, "%s: in use by another process; give each running program a CKPT_DIR "
                                                   "of its own", store->path);
        (void)ckpti_os.poll(-1, STEP_MS);
    }
}

/* What is locked is the directory, and not its name: that may be another one's by now, which another program has locked. */
static ckpt_status check_lock(const ckpti_store *store)
{
    ckpti_stat ours, there;

    if (ckpti_os.fstat(store->lock, &ours) < 0 || ckpti_os.stat(store->path, &there) < 0)
        return ckpti_fail_errno(errno, "%s", store->path);
    return ours.inode == there.inode && ours.device == there.device ? CKPT_OK :
           ckpti_fail(CKPT_EBUSY, "%s: the directory was removed or renamed, and there is another one in its place, which may be another program's", store->path);
}

ckpt_status ckpti_store_lock(ckpti_store *store, unsigned holder_ms, unsigned orphan_ms)
{
    int fd, high, locked = 0;
    ckpt_status status = make_directory(store);

    if (status != CKPT_OK || store->unlockable)
        return status;
    if (store->lock >= 0)
        return check_lock(store);
    fd = ckpti_os.open(store->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0)
        return ckpti_fail_errno(errno, "%s", store->path);
    if ((high = ckpti_os.dup_above(fd, LOWEST_DESCRIPTOR)) >= 0) {
        ckpti_os.close(fd);
        fd = high;
    }
    status = wait_for_lock(store, fd, holder_ms, orphan_ms, &locked);
    if (status != CKPT_OK || locked < 0) {
        store->unlockable = status == CKPT_OK;
        ckpti_os.close(fd);
        return status;
    }
    store->lock = fd;
    return CKPT_OK;
}

void ckpti_store_unlock(ckpti_store *store)
{
    if (store->lock >= 0)
        ckpti_os.close(store->lock);
    store->lock = -1;
}

void ckpti_store_clean(ckpti_store *store)
{
    char path[CKPTI_STORE_FILE];
    struct dirent64 *entry;
    DIR *dir;

    if (store->lock < 0 || !(dir = ckpti_os.opendir(store->path)))
        return;
    while ((entry = ckpti_os.readdir(dir))) {
        size_t length = strlen(entry->d_name);

        if (length > 48 || length < 10 || strncmp(entry->d_name, ".ckpt-", 6) != 0
            || strcmp(entry->d_name + length - 4, ".tmp") != 0)
            continue;
        if (snprintf(path, sizeof path, "%s/%.48s", store->path, entry->d_name) < (int)sizeof path)
            ckpti_os.unlink(path);
    }
    ckpti_os.closedir(dir);
}
