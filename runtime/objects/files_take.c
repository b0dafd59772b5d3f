/* files_take.c - which files are open at a site. See files_open.h. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "core/os.h"
#include "core/own.h"
#include "objects/files_open.h"
#include "objects/heap.h"
#include "objects/job.h"
#include "objects/process_hooks.h"

/* ---- descriptors ---------------------------------------------------------------------------------------------------------- */

typedef struct fd_list {
    int *fds;
    size_t count, room;
} fd_list;

static bool add_fd(fd_list *list, int fd)
{
    if (list->count == list->room) {
        size_t more = list->room ? 2 * list->room : 32;
        int *bigger = realloc(list->fds, more * sizeof *bigger);
        if (!bigger)
            return false;
        list->fds = bigger;
        list->room = more;
    }
    list->fds[list->count++] = fd;
    return true;
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Open descriptors but the runtime's, ascending. */
static bool list_fds(fd_list *list)
{
    enum { PROBED = 1024 };
    DIR *dir = opendir("/proc/self/fd");
    bool ok = true;
    struct dirent64 *d;

    list->count = 0;
    if (dir) {
        while (ok && (d = readdir64(dir)))
            if (d->d_name[0] >= '0' && d->d_name[0] <= '9' && atoi(d->d_name) != dirfd(dir))
                ok = add_fd(list, atoi(d->d_name));
        closedir(dir);
    } else {
        for (int fd = 0; ok && fd < PROBED; fd++)
            if (fcntl(fd, F_GETFD) >= 0)
                ok = add_fd(list, fd);
    }
    if (ok && list->count)
        qsort(list->fds, list->count, sizeof *list->fds, compare);
    return ok;
}

static bool is_own(int fd)
{
    return ckpti_own_is(fd) || (ckpti_replay_owns && ckpti_replay_owns(fd)) || (ckpti_job_owns && ckpti_job_owns(fd));
}

/* ---- what the process was started with -------------------------------------------------------------------------------------- */

typedef struct inherited {
    int fd, flags;
    dev_t device;
    ino64_t inode;
} inherited;

typedef struct snapshot {
    inherited *list;
    size_t count;
} snapshot;

static snapshot at_load, made, at_start;  /* behind the constructors of libraries; what those of the program have opened since; what the process was started with */

static void take(snapshot *s)
{
    fd_list list = { 0 };
    struct stat64 st;

    ckpti_heap_private(1);
    free(s->list);
    *s = (snapshot){ 0 };
    if (list_fds(&list) && (s->list = calloc(list.count + 1, sizeof *s->list)))
        for (size_t i = 0; i < list.count; i++)
            if (fstat64(list.fds[i], &st) == 0)
                s->list[s->count++] = (inherited){ list.fds[i], fcntl(list.fds[i], F_GETFL), st.st_dev, st.st_ino };
    free(list.fds);
    ckpti_heap_private(-1);
}

static void take_off(snapshot *s, const snapshot *others)
{
    size_t left = 0;

    for (size_t i = 0; i < s->count; i++) {
        const inherited *own = &s->list[i];
        size_t k = 0;

        while (k < others->count && !(others->list[k].fd == own->fd && others->list[k].device == own->device && others->list[k].inode == own->inode))
            k++;
        if (k == others->count)
            s->list[left++] = *own;
    }
    s->count = left;
}

/* What a constructor of the program opens is its own; libraries' have run before. A program without checkpoints does not pay for it. */
static void __attribute__((constructor(101))) take_at_load(void)
{
    if (getenv("CKPT_DIR") || getenv("CKPT_RESTART"))
        take(&at_load);
}

void ckpti_open_files_main(void)
{
    if (!at_load.list)
        return;
    take(&made);
    take_off(&made, &at_load);
}

void ckpti_open_files_start(void)
{
    take(&at_start);
    take_off(&at_start, &made);
}

static bool names(const char *path, const struct stat64 *st)
{
    struct stat64 other;

    return path && *path && stat64(path, &other) == 0 && other.st_dev == st->st_dev && other.st_ino == st->st_ino;
}

/* Does moving the offset of the one move the other's? Of regular files. */
static bool is_one_offset(int a, int b)
{
    off64_t at = lseek64(a, 0, SEEK_CUR);
    bool same;

    if (at < 0 || lseek64(b, 0, SEEK_CUR) != at || lseek64(b, at + 1, SEEK_SET) < 0)
        return false;
    same = lseek64(a, 0, SEEK_CUR) == at + 1;
    (void)lseek64(b, at, SEEK_SET);
    return same;
}

/* A file that the program has opened by its name, too: its own if its offset is, or if there is nothing to compare with. */
static bool is_opened_again(int fd, int as, const struct stat64 *st)
{
    struct stat64 other;

    if (fd == as || fd < 0 || !S_ISREG(st->st_mode))
        return false;
    if (fstat64(as, &other) < 0 || other.st_dev != st->st_dev || other.st_ino != st->st_ino)
        return ckpti_files_hint(fd) != 0;
    return !is_one_offset(as, fd);
}

/* Of a terminal that several numbers lead to, a copy that can be written is one of an output: that of the input would be of no use to the program, which
 * may have none any more where it goes on. */
static bool is_rather(int candidate, int found, int fd)
{
    return found == 0 && candidate > 0 && (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

/* The number under which the process was started with this file, or -1. */
static int inherited_as(int fd, const struct stat64 *st)
{
    int found = -1;

    if (names(ckpti_files_hint(fd), st))
        return -1;
    for (size_t i = 0; i < at_start.count; i++) {
        if (at_start.list[i].device != st->st_dev || at_start.list[i].inode != st->st_ino || is_opened_again(fd, at_start.list[i].fd, st))
            continue;
        if (at_start.list[i].fd == fd)
            return fd;
        if (fd >= 0 && (found < 0 || is_rather(at_start.list[i].fd, found, fd)))
            found = at_start.list[i].fd;
    }
    return found;
}

/* ---- one file --------------------------------------------------------------------------------------------------------------- */

static uint32_t portable_flags(int flags)
{
    int access = flags & O_ACCMODE;
    uint32_t out = (access != O_WRONLY ? CKPTI_FF_READ : 0u) | (access != O_RDONLY ? CKPTI_FF_WRITE : 0u);

    out |= (flags & O_APPEND ? CKPTI_FF_APPEND : 0u) | (flags & O_NONBLOCK ? CKPTI_FF_NONBLOCK : 0u);
    out |= ((flags & O_SYNC) == O_SYNC ? CKPTI_FF_SYNC : flags & O_DSYNC ? CKPTI_FF_DSYNC : 0u);
    out |= (flags & O_NOATIME ? CKPTI_FF_NOATIME : 0u) | (flags & O_DIRECT ? CKPTI_FF_DIRECT : 0u);
    return flags & O_PATH ? CKPTI_FF_PATH : out;
}

static const char *const devices[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom" };

/* A memory device without state: its path. */
static const char *device_path(const struct stat64 *st)
{
    static const unsigned minors[] = { 3, 5, 7, 8, 9 };

    for (int i = 0; i < 5; i++)
        if (major(st->st_rdev) == 1 && minor(st->st_rdev) == minors[i])
            return devices[i];
    return 0;
}

/* Bits that say which of the flags of a file that the process was started with the program has set, or taken off. */
static uint32_t flags_changed(int fd, int as, int flags)
{
    for (size_t i = 0; i < at_start.count; i++)
        if (at_start.list[i].fd == as)
            return (at_start.list[i].flags ^ flags) & (O_APPEND | O_NONBLOCK) ? CKPTI_FF_CHANGED : 0u;
    (void)fd;
    return 0;
}

static ckpt_status refuse(int fd, const struct stat64 *st)
{
    const char *what = S_ISFIFO(st->st_mode) ? "a pipe" : S_ISSOCK(st->st_mode) ? "a socket" : S_ISBLK(st->st_mode) ? "a block device" :
                       isatty(fd) ? "a terminal" : S_ISCHR(st->st_mode) ? "a device" :
                       S_ISREG(st->st_mode) ? "a file that has lost the name it was opened by, and has another" : "of a kind that has no path";
    const char *path = ckpti_files_hint(fd);

    return ckpti_fail(CKPT_EUNSUPPORTED, "descriptor %d is %s%s%s%s; close it before the site", fd, what, path ? " (" : "",
                      path ? path : "", path ? ")" : "");
}

static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of open files"); }

/* The path of a file that has one: as the program gave it if it still leads there. */
static ckpt_status find_path(int fd, const struct stat64 *st, ckpti_open_file *file)
{
    char link[40], path[PATH_MAX];
    const char *hint = ckpti_files_hint(fd);
    ssize_t n;

    if (!names(hint, st)) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        n = readlink(link, path, sizeof path - 1);
        path[n < 0 ? 0 : n] = 0;
        hint = path;
        if (!names(hint, st))
            return refuse(fd, st);
    }
    return (file->path = strdup(hint)) ? CKPT_OK : no_memory();
}

/* The content of a file without a name. */
static ckpt_status keep_content(int fd, const struct stat64 *st, ckpti_open_file *file)
{
    char link[40];
    size_t size = (size_t)st->st_size, got = 0;
    int reader;

    if ((uint64_t)st->st_size > CKPTI_KEEP_NAMELESS)
        return ckpti_fail(CKPT_EUNSUPPORTED, "descriptor %d is a removed file of %llu bytes, too long for an image; close it before the site",
                          fd, (unsigned long long)st->st_size);
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    reader = open64(link, O_RDONLY | O_CLOEXEC);
    if (reader < 0)
        reader = ckpti_os.dup_above(fd, CKPTI_OWN_DESCRIPTORS);
    file->content = malloc(size + 1);
    file->content_size = size;
    while (file->content && reader >= 0 && got < size) {
        ssize_t n = pread64(reader, file->content + got, size - got, (off64_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    if (reader >= 0)
        close(reader);
    if (!file->content)
        return no_memory();
    return got == size ? CKPT_OK : ckpti_fail(CKPT_EUNSUPPORTED, "descriptor %d is a removed file that cannot be read: %m", fd);
}

static ckpt_status log_written(const ckpti_open_file *file)
{
    char canonical[PATH_MAX];

    if (!(file->flags & CKPTI_FF_WRITE) || !ckpti_files_canonical(AT_FDCWD, file->path, true, canonical))
        return CKPT_OK;
    return ckpti_files_log_open(canonical, CKPTI_WF_OPEN | (file->flags & CKPTI_FF_APPEND ? 0u : CKPTI_WF_UPDATE), file->fd);
}

static ckpt_status take_file(int fd, const struct stat64 *st, int flags, ckpti_open_file *file)
{
    off64_t offset = lseek64(fd, 0, SEEK_CUR);
    ckpt_status status = CKPT_OK;
    const char *device = S_ISCHR(st->st_mode) ? device_path(st) : 0;

    *file = (ckpti_open_file){ .inherited = inherited_as(fd, st), .flags = portable_flags(flags), .mode = st->st_mode & 07777,
                               .device = st->st_dev, .inode = st->st_ino, .fd = fd,
                               .offset = offset > 0 && S_ISREG(st->st_mode) ? (uint64_t)offset : 0,
                               .length = S_ISREG(st->st_mode) ? (uint64_t)st->st_size : 0 };
    if (file->inherited >= 0) {
        file->kind = CKPTI_OPEN_INHERITED;
        file->flags |= flags_changed(fd, file->inherited, flags);
    } else if (device) {
        file->kind = CKPTI_OPEN_DEVICE;
        file->path = strdup(device);
        return file->path ? CKPT_OK : no_memory();
    } else if (S_ISDIR(st->st_mode)) {
        file->kind = CKPTI_OPEN_DIRECTORY;
        return find_path(fd, st, file);
    } else if (!S_ISREG(st->st_mode)) {
        return refuse(fd, st);
    } else if (!st->st_nlink) {
        file->kind = CKPTI_OPEN_NAMELESS;
        status = keep_content(fd, st, file);
    } else {
        file->kind = CKPTI_OPEN_FILE;
        status = find_path(fd, st, file);
        if (status == CKPT_OK)
            return log_written(file);
    }
    if (status == CKPT_OK && !(file->path = strdup("")))
        return no_memory();
    return status;
}

/* ---- which descriptors share one ------------------------------------------------------------------------------------------------ */

/* Whether two descriptors are one open file: moving the offset of the one moves the other's. */
static bool shares(const ckpti_open_file *file, int fd, const struct stat64 *st, int flags)
{
    if (file->device != st->st_dev || file->inode != st->st_ino)
        return false;
    if (file->kind == CKPTI_OPEN_INHERITED)
        return inherited_as(fd, st) == file->inherited;
    return S_ISREG(st->st_mode) && file->flags == portable_flags(flags) && is_one_offset(file->fd, fd);
}

/* A file without a name that is open once more: "=" and the number of the first. */
static ckpt_status name_first(const ckpti_open_files *out, ckpti_open_file *file)
{
    for (uint32_t k = 0; &out->files[k] < file; k++) {
        const ckpti_open_file *f = &out->files[k];
        if (f->kind != CKPTI_OPEN_NAMELESS || f->device != file->device || f->inode != file->inode)
            continue;
        free(file->path);
        if (asprintf(&file->path, "=%u", k) < 0)
            file->path = 0;
        return file->path ? CKPT_OK : no_memory();
    }
    return CKPT_OK;
}

static ckpt_status take_fd(ckpti_open_files *out, int fd)
{
    int flags = fcntl(fd, F_GETFL), fd_flags = fcntl(fd, F_GETFD);
    ckpt_status status = CKPT_OK;
    struct stat64 st;
    uint32_t i;

    if (flags < 0 || fd_flags < 0 || fstat64(fd, &st) < 0 || is_own(fd))
        return CKPT_OK;
    for (i = 0; i < out->nfiles; i++)
        if (shares(&out->files[i], fd, &st, flags))
            break;
    if (i == out->nfiles) {
        status = take_file(fd, &st, flags, &out->files[i]);
        if (status == CKPT_OK && out->files[i].kind == CKPTI_OPEN_NAMELESS)
            status = name_first(out, &out->files[i]);
        out->nfiles++;                             /* also if it failed: to be freed */
    }
    out->descriptors[out->ndescriptors++] = (ckpti_descriptor){ fd, i, fd_flags & FD_CLOEXEC ? CKPTI_DF_CLOEXEC : 0 };
    return status;
}

ckpt_status ckpti_open_files_take(ckpti_open_files *out)
{
    fd_list list = { 0 };
    ckpt_status status = CKPT_OK;

    memset(out, 0, sizeof *out);
    if (!list_fds(&list) || !(out->files = calloc(list.count + 1, sizeof *out->files)) ||
        !(out->descriptors = calloc(list.count + 1, sizeof *out->descriptors)))
        status = no_memory();
    for (size_t i = 0; i < list.count && status == CKPT_OK; i++)
        status = take_fd(out, list.fds[i]);
    free(list.fds);
    if (status != CKPT_OK)
        ckpti_open_files_free(out);
    return status;
}

void ckpti_open_files_free(ckpti_open_files *files)
{
    for (uint32_t i = 0; i < files->nfiles; i++) {
        free(files->files[i].path);
        free(files->files[i].content);
    }
    free(files->files);
    free(files->descriptors);
    memset(files, 0, sizeof *files);
}

const ckpti_open_file *ckpti_open_files_of(const ckpti_open_files *files, int fd)
{
    for (uint32_t i = 0; i < files->ndescriptors; i++)
        if (files->descriptors[i].fd == fd)
            return &files->files[files->descriptors[i].file];
    return 0;
}

void ckpti_open_files_sync(const ckpti_open_files *files)
{
    for (uint32_t i = 0; i < files->nfiles; i++)
        if (files->files[i].fd >= 0 && files->files[i].kind == CKPTI_OPEN_FILE && files->files[i].flags & CKPTI_FF_WRITE)
            (void)fdatasync(files->files[i].fd);
}

void ckpti_open_files_shield(ckpti_open_files *files)
{
    int null = open64("/dev/null", O_RDWR | O_CLOEXEC);

    for (uint32_t i = 0; i < files->ndescriptors; i++)
        if (files->descriptors[i].fd != null && (null < 0 || dup2(null, files->descriptors[i].fd) < 0))
            close(files->descriptors[i].fd);
    if (null >= 0)
        close(null);
    for (uint32_t i = 0; i < files->nfiles; i++)
        files->files[i].fd = -1;
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------ */

void ckpti_open_files_write(const ckpti_open_files *files, ckpti_pw *open, ckpti_pw *descriptors)
{
    ckpti_pw_u32(open, files->nfiles);
    for (uint32_t i = 0; i < files->nfiles; i++) {
        const ckpti_open_file *f = &files->files[i];
        ckpti_pw_u32(open, i);
        ckpti_pw_u32(open, f->kind);
        ckpti_pw_string(open, f->path);
        ckpti_pw_u32(open, (uint32_t)f->inherited);
        ckpti_pw_u32(open, f->flags);
        ckpti_pw_u64(open, f->offset);
        ckpti_pw_u64(open, f->length);
        ckpti_pw_u32(open, f->mode);
        ckpti_pw_bytes(open, f->content, f->content_size);
    }
    ckpti_pw_u32(descriptors, files->ndescriptors);
    for (uint32_t i = 0; i < files->ndescriptors; i++) {
        ckpti_pw_u32(descriptors, (uint32_t)files->descriptors[i].fd);
        ckpti_pw_u32(descriptors, files->descriptors[i].file);
        ckpti_pw_u32(descriptors, files->descriptors[i].flags);
    }
}
