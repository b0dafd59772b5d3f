/* files_log.c - every file that the program opened for writing, removed, renamed or made. See files.h; files_list.c puts them into images.
 *
 * Purpose    tell the undo journal, before the first change after a checkpoint, how a file was.
 * Invariants an entry's `known` belongs to segment `segment`: what the journal has of it since the last checkpoint. Nothing that
 *            comes after a file is known whole (or known to be absent) needs a record, whatever it is.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "objects/files.h"
#include "objects/files_entry.h"
#include "objects/frames.h"
#include "objects/job.h"

enum { BUCKETS = 1024, MOST_IN_TREE = 4096 };
static ckpti_file_entry *buckets[BUCKETS], *first, **last = &first;
static bool any_linked;

static ckpti_file_entry *find(const char *path, bool make)
{
    ckpti_file_entry **bucket = &buckets[XXH64(path, strlen(path), 0) % BUCKETS], *e;

    for (e = *bucket; e; e = e->chain)
        if (!strcmp(e->path, path))
            return e;
    if (!make || !(e = ckpti_files_alloc(sizeof *e)))
        return 0;
    if (!(e->path = ckpti_files_strdup(path))) {
        ckpti_files_free(e, sizeof *e);
        return 0;
    }
    e->chain = *bucket;
    *bucket = *last = e;
    last = &e->next;
    return e;
}

ckpti_file_entry *ckpti_files_entry(const char *path)
{
    ckpti_file_entry *e = find(path, true);

    if (e)
        e->written = true;
    return e;
}

ckpti_file_entry *ckpti_files_entries(void) { return first; }

void ckpti_files_log_clear(void)
{
    for (ckpti_file_entry *e = first, *next; e; e = next) {
        next = e->next;
        ckpti_files_strfree(e->path);
        ckpti_files_free(e, sizeof *e);
    }
    memset(buckets, 0, sizeof buckets);
    first = 0;
    last = &first;
}

ckpt_status ckpti_files_log_add(const char *canonical, unsigned flags)
{
    ckpti_file_entry *e = ckpti_files_entry(canonical);
    struct stat64 st;

    if (e && lstat64(canonical, &st) == 0)
        e->inode = st.st_ino;
    if (e)
        e->flags = flags & (CKPTI_WF_OPEN | CKPTI_WF_IDLE); /* until the next checkpoint */
    return e ? CKPT_OK : ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
}

/* ---- what a file was --------------------------------------------------------------------------------------------------- */

bool ckpti_files_identity(const char *path, uint64_t *identity, uint64_t *inode, uint32_t *names)
{
    struct statx st;
    uint64_t parts[5];

    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT, STATX_BASIC_STATS | STATX_BTIME, &st) < 0)
        return false;
    parts[0] = st.stx_dev_major;
    parts[1] = st.stx_dev_minor;
    parts[2] = st.stx_ino;
    parts[3] = st.stx_mask & STATX_BTIME ? (uint64_t)st.stx_btime.tv_sec : 0;
    parts[4] = st.stx_mask & STATX_BTIME ? st.stx_btime.tv_nsec : 0;
    *identity = XXH64(parts, sizeof parts, 0) | 1;
    *inode = st.stx_ino;
    *names = st.stx_nlink;
    return true;
}

bool ckpti_files_read(int fd, void *to, size_t size, uint64_t from)
{
    unsigned char *at = to;

    while (size) {
        ssize_t n = pread64(fd, at, size, (off64_t)from);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        from += (uint64_t)n;
        size -= (size_t)n;
    }
    return true;
}

/* Another name that the program knows leads to the file: it will be linked from there, and no link in the journal's directory is counted meanwhile. */
static bool has_other_name(const ckpti_file_entry *e, const struct stat64 *st)
{
    struct stat64 other;

    for (const ckpti_file_entry *o = first; o && st->st_nlink > 1; o = o->next)
        if (o != e && o->inode == st->st_ino && lstat64(o->path, &other) == 0 && other.st_ino == st->st_ino && other.st_dev == st->st_dev)
            return true;
    return false;
}

/* Permissions before the first change in this segment, by whichever name of the file. */
static uint32_t mode_before(const struct stat64 *st)
{
    uint64_t segment = ckpti_undo_segment();

    for (const ckpti_file_entry *o = first; o; o = o->next)
        if (o->mode_known == segment && o->mode_inode == st->st_ino)
            return o->mode;
    return st->st_mode & 07777;
}

enum { KEEP_SMALL = 64 << 10 };

static bool read_whole(int fd, uint64_t length, unsigned char **content)
{
    return fd >= 0 && (*content || (*content = ckpti_files_alloc(length + 1))) && ckpti_files_read(fd, *content, length, 0);
}

/* Its name goes, and no other one is kept: what it will be known by under the one that it may get. time: [8] */
static void know_moved(const ckpti_file_entry *e, const struct stat64 *st, ckpti_undo *record, unsigned char *time)
{
    ckpti_pw w = { .data = time, .room = 8 };
    uint64_t inode;
    uint32_t names;

    if (!ckpti_files_identity(e->path, &record->hash, &inode, &names))
        return;
    ckpti_pw_u64(&w, (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec);
    record->content = time;
    record->content_size = 8;
}

/* Record the file with its content, or what stands for it; true if that will do whatever happens. */
static bool put_whole(const ckpti_file_entry *e, const struct stat64 *st, enum ckpti_touch what, uint64_t length)
{
    ckpti_undo record = { .path = e->path, .length = length, .mode = mode_before(st) };
    unsigned char *content = 0, time[8];
    char name[32];
    size_t most = what == CKPTI_TOUCH_GONE ? KEEP_SMALL : ckpti_keep_whole;      /* a longer one that goes is linked */
    int fd = -1;

    if (most > ckpti_keep_whole)
        most = ckpti_keep_whole;
    if (length <= ckpti_keep_whole || what == CKPTI_TOUCH_UPDATE)
        fd = open64(e->path, O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (fd < 0 && errno == EPERM)
        fd = open64(e->path, O_RDONLY | O_CLOEXEC);
    if (length <= most && read_whole(fd, length, &content)) {
        record.kind = CKPTI_UNDO_CONTENT;
        record.content = content;
        record.content_size = length;
    } else if (what == CKPTI_TOUCH_GONE && (has_other_name(e, st) || (uint64_t)st->st_size < length)) {
        record.kind = CKPTI_UNDO_LENGTH;           /* one that is shorter has been cut by another of its names, which has what it was */
    } else if (what == CKPTI_TOUCH_GONE && ckpti_undo_link(e->path, name)) {
        record.kind = CKPTI_UNDO_LINK;
        record.content = (unsigned char *)name;
        record.content_size = strlen(name);
    } else if (length > most && length <= ckpti_keep_whole && read_whole(fd, length, &content)) {
        record.kind = CKPTI_UNDO_CONTENT;
        record.content = content;
        record.content_size = length;
    } else {
        bool hashed = what == CKPTI_TOUCH_UPDATE && fd >= 0 && ckpti_files_hash(fd, length, &record.hash);
        record.kind = hashed ? CKPTI_UNDO_UPDATE : CKPTI_UNDO_LOST;
        if (what == CKPTI_TOUCH_GONE)
            know_moved(e, st, &record, time);
    }
    if (fd >= 0)
        close(fd);
    ckpti_undo_put(&record);
    ckpti_files_free(content, length + 1);
    return record.kind != CKPTI_UNDO_UPDATE;
}

/* Something else than a regular file is removed. */
static void put_other(const ckpti_file_entry *e, const struct stat64 *st)
{
    ckpti_undo record = { .path = e->path, .mode = st->st_mode & 07777 };
    char target[PATH_MAX];
    ssize_t n;

    if (S_ISDIR(st->st_mode)) {
        record.kind = CKPTI_UNDO_DIRECTORY;
    } else if (S_ISLNK(st->st_mode) && (n = readlink(e->path, target, sizeof target)) > 0) {
        record.kind = CKPTI_UNDO_SYMLINK;
        record.content = (unsigned char *)target;
        record.content_size = (size_t)n;
    } else if (S_ISFIFO(st->st_mode)) {
        record.kind = CKPTI_UNDO_FIFO;
    } else {
        return;
    }
    ckpti_undo_put(&record);
}

/* Symbolic links have none of their own. */
static void put_mode(ckpti_file_entry *e, uint64_t segment)
{
    struct stat64 st;

    if (e->mode_known == segment || stat64(e->path, &st) < 0)
        return;
    e->mode = mode_before(&st);
    e->mode_inode = st.st_ino;
    e->mode_known = segment;
    ckpti_undo_put(&(ckpti_undo){ .kind = CKPTI_UNDO_MODE, .path = e->path, .mode = e->mode });
}

static void touch(ckpti_file_entry *e, enum ckpti_touch what);

/* The other names of a file lead to it when this one is gone or leads elsewhere. Those that are known are told of now: when it is their turn, it may
 * have no second name any more. */
static void put_names(const ckpti_file_entry *e, const struct stat64 *st)
{
    ckpti_undo record = { .kind = CKPTI_UNDO_NAMES, .path = e->path };

    if (st->st_nlink < 2 || (e->counted == e->segment && e->names < 2) ||
        !ckpti_files_identity(e->path, &record.hash, &record.length, &record.mode))
        return;
    if (e->counted == e->segment)
        record.mode = e->names;
    ckpti_undo_put(&record);
    for (ckpti_file_entry *o = first; o; o = o->next)
        if (o != e && o->inode == st->st_ino && (o->segment != e->segment || o->known == CKPTI_KNOWN_NOTHING))
            touch(o, CKPTI_TOUCH_APPEND);          /* its content is its first record's, or this one's */
}

/* Before the first change: what the image lists counts, whatever the program has written since to the end of a file that stood open. What another rank has
 * written since this one's checkpoint may be of the line: files_job.c. */
static uint64_t length_before(const ckpti_file_entry *e, uint64_t segment, const struct stat64 *st)
{
    if (e->known != CKPTI_KNOWN_NOTHING)
        return e->length;
    return e->listed == segment && ((e->flags & (CKPTI_WF_OPEN | CKPTI_WF_IDLE)) == CKPTI_WF_OPEN || !ckpti_job_is_several || !ckpti_job_is_several()) && e->listed_length < (uint64_t)st->st_size ? e->listed_length : (uint64_t)st->st_size;
}

static void touch_name_itself(ckpti_file_entry *e, enum ckpti_touch what);

/* A name that a file has got since the checkpoint, by link() or then by rename(), needs no record of what the file was: that which it was
 * linked from does. */
static void touch_linked(const ckpti_file_entry *e, enum ckpti_touch what)
{
    struct stat64 a, b;

    if (!any_linked || what == CKPTI_TOUCH_GONE || what == CKPTI_TOUCH_MADE || lstat64(e->path, &a) < 0 || a.st_nlink < 2)
        return;
    for (ckpti_file_entry *o = first; o; o = o->next)
        if (o != e && o->linked == a.st_ino && lstat64(o->path, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
            touch_name_itself(o, what);
}

static void touch(ckpti_file_entry *e, enum ckpti_touch what)
{
    touch_linked(e, what);
    touch_name_itself(e, what);
}

static void touch_name_itself(ckpti_file_entry *e, enum ckpti_touch what)
{
    uint64_t segment = ckpti_undo_segment(), length;
    struct stat64 st;
    bool first_time;

    if (e->segment != segment) {
        e->segment = segment;
        e->known = CKPTI_KNOWN_NOTHING;
        e->touches = 0;
        e->time = ckpti_files_now();
    }
    e->touches++;
    if (what == CKPTI_TOUCH_MODE)
        put_mode(e, segment);
    else
        e->written = true;
    if (e->known == CKPTI_KNOWN_WHOLE || (e->known == CKPTI_KNOWN_HASH && what != CKPTI_TOUCH_GONE) || what == CKPTI_TOUCH_MODE)
        return;
    if (what == CKPTI_TOUCH_MADE || lstat64(e->path, &st) < 0) {
        e->known = CKPTI_KNOWN_WHOLE;
        ckpti_undo_put(&(ckpti_undo){ .kind = CKPTI_UNDO_ABSENT, .path = e->path });
        return;
    }
    if (!S_ISREG(st.st_mode)) {
        if (what == CKPTI_TOUCH_GONE) {
            e->known = CKPTI_KNOWN_WHOLE;
            put_other(e, &st);
        }
        return;
    }
    length = length_before(e, segment, &st);
    first_time = e->known == CKPTI_KNOWN_NOTHING;
    if (what == CKPTI_TOUCH_APPEND || (!length && what != CKPTI_TOUCH_GONE)) {
        if (first_time)
            ckpti_undo_put(&(ckpti_undo){ .kind = CKPTI_UNDO_LENGTH, .path = e->path, .length = length,
                                          .mode = mode_before(&st) });
        e->known = CKPTI_KNOWN_LENGTH;
    } else {
        e->known = put_whole(e, &st, what, length) ? CKPTI_KNOWN_WHOLE : CKPTI_KNOWN_HASH;
    }
    e->length = length;
    if (first_time)
        put_names(e, &st);
}

/* Of a name that is not there yet, nor its directory. */
static void touch_name(const char *canonical)
{
    sigset_t old;
    ckpti_file_entry *e;

    if (!ckpti_files_enter(&old))
        return;
    if ((e = find(canonical, true)))
        touch(e, CKPTI_TOUCH_GONE);
    ckpti_files_leave(&old);
}

void ckpti_files_touch(int directory, const char *path, enum ckpti_touch what)
{
    int error = errno;
    char canonical[PATH_MAX];
    sigset_t old;
    ckpti_file_entry *e;

    ckpti_frames_no_capture();
    if (!path || !ckpti_undo_active() || !ckpti_files_enter(&old))
        return;
    if (ckpti_files_canonical(directory, path, what != CKPTI_TOUCH_GONE && what != CKPTI_TOUCH_MADE, canonical) &&
        (e = find(canonical, true)))
        touch(e, what);
    ckpti_files_leave(&old);
    errno = error;
}

void ckpti_files_touch_link(int from_directory, const char *from, int to_directory, const char *to, bool follow)
{
    int error = errno;
    char canonical[PATH_MAX];
    struct stat64 st;
    sigset_t old;
    ckpti_file_entry *e;

    ckpti_files_touch(to_directory, to, CKPTI_TOUCH_GONE);
    if (!from || !to || !ckpti_undo_active() || !ckpti_files_enter(&old))
        return;
    if (ckpti_files_canonical(from_directory, from, follow, canonical) && (e = find(canonical, true)) && lstat64(canonical, &st) == 0) {
        e->linked = st.st_ino;
        any_linked = true;
        if (e->counted != ckpti_undo_segment()) {
            e->counted = ckpti_undo_segment();
            e->names = (uint32_t)st.st_nlink;
        }
    }
    ckpti_files_leave(&old);
    errno = error;
}

void ckpti_files_touch_fd(int fd, enum ckpti_touch what)
{
    int error = errno;
    char link[40], path[PATH_MAX];
    struct stat64 st, named;
    const char *hint = ckpti_files_hint(fd), *name = 0;
    ssize_t n;

    ckpti_frames_no_capture();
    if (!ckpti_undo_active())
        return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    if (fstat64(fd, &st) == 0 && (S_ISREG(st.st_mode) || what == CKPTI_TOUCH_MODE)) {
        n = readlink(link, path, sizeof path - 1);
        path[n < 0 ? 0 : n] = 0;
        if (*path == '/' && stat64(path, &named) == 0 && named.st_dev == st.st_dev && named.st_ino == st.st_ino)
            name = path;
        else if (hint && stat64(hint, &named) == 0 && named.st_dev == st.st_dev && named.st_ino == st.st_ino)
            name = hint;
    }
    if (name)
        ckpti_files_touch(AT_FDCWD, name, what);
    errno = error;
}

/* Tell the log of all files below one directory, and of the names that they will have. */
static void touch_below(const char *from, const char *to, unsigned *left)
{
    char below[PATH_MAX], above[PATH_MAX];
    DIR *dir = opendir(from);
    struct dirent64 *d;
    struct stat64 st;

    while (dir && *left && (d = readdir64(dir))) {
        if (!strcmp(d->d_name, ".") || !strcmp(d->d_name, "..") ||
            snprintf(below, sizeof below, "%s/%s", from, d->d_name) >= PATH_MAX ||
            snprintf(above, sizeof above, "%s/%s", to, d->d_name) >= PATH_MAX)
            continue;
        --*left;
        ckpti_files_touch(AT_FDCWD, below, CKPTI_TOUCH_GONE);
        touch_name(above);
        if (lstat64(below, &st) == 0 && S_ISDIR(st.st_mode))
            touch_below(below, above, left);
    }
    if (dir)
        closedir(dir);
}

void ckpti_files_touch_tree(int from_directory, const char *from, int to_directory, const char *to)
{
    char here[PATH_MAX], there[PATH_MAX];
    unsigned left = MOST_IN_TREE;
    int error = errno;
    struct stat64 st;

    if (from && to && ckpti_undo_active() && fstatat64(from_directory, from, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISDIR(st.st_mode) && ckpti_files_canonical(from_directory, from, false, here) &&
        ckpti_files_canonical(to_directory, to, false, there)) {
        touch_below(here, there, &left);
        if (!left)
            ckpti_log("%s: a directory with more than %d files is renamed; this cannot be undone at a restart", here, MOST_IN_TREE);
    }
    errno = error;
}

bool ckpti_files_is_there(int directory, const char *path, bool follow)
{
    int error = errno;
    struct stat64 st;
    bool is_not = path && fstatat64(directory, path, &st, follow ? 0 : AT_SYMLINK_NOFOLLOW) < 0 && (errno == ENOENT || errno == ENOTDIR);

    errno = error;
    return !is_not;
}

void ckpti_files_touch_open(int directory, const char *path, int flags)
{
    if ((flags & O_TMPFILE) == O_TMPFILE || flags & O_PATH || !ckpti_undo_active() || (!(flags & O_CREAT) && !ckpti_files_is_there(directory, path, true)))
        return;                                    /* only looked for: it is not the program that will make it */
    if (flags & O_TRUNC)
        ckpti_files_touch(directory, path, CKPTI_TOUCH_TRUNCATE);
    else if ((flags & O_ACCMODE) != O_RDONLY)
        ckpti_files_touch(directory, path, flags & O_APPEND ? CKPTI_TOUCH_APPEND : CKPTI_TOUCH_UPDATE);
    else if (flags & O_CREAT)
        ckpti_files_touch(directory, path, CKPTI_TOUCH_APPEND);
}
