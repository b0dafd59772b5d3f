/* files_log.c - every file that the program opened for writing, removed, renamed or made. See files.h.
 *
 * Purpose    tell the undo journal, before the first change after a checkpoint, how a file was; list all of them in an image.
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
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "objects/files.h"
#include "objects/frames.h"

/* What the journal has of a file in this segment. */
enum known { NOTHING, LENGTH, WHOLE };

typedef struct entry {
    struct entry *chain, *next;       /* of the bucket; in order of appearance */
    char *path;
    uint64_t segment, length;         /* of `known`; length before the first change in it */
    enum known known;
    unsigned flags;                   /* OPEN, UPDATE at the site being prepared */
} entry;

enum { BUCKETS = 1024, MOST_IN_TREE = 4096 };
static entry *buckets[BUCKETS], *first, **last = &first;

static entry *find(const char *path, bool make)
{
    entry **bucket = &buckets[XXH64(path, strlen(path), 0) % BUCKETS], *e;

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

void ckpti_files_log_clear(void)
{
    for (entry *e = first, *next; e; e = next) {
        next = e->next;
        ckpti_files_strfree(e->path);
        ckpti_files_free(e, sizeof *e);
    }
    memset(buckets, 0, sizeof buckets);
    first = 0;
    last = &first;
}

ckpt_status ckpti_files_log_add(const char *canonical)
{
    return find(canonical, true) ? CKPT_OK : ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
}

/* ---- what a file was --------------------------------------------------------------------------------------------------- */

static ssize_t read_all(int fd, void *to, size_t size)
{
    size_t got = 0;

    while (got < size) {
        ssize_t n = pread64(fd, (char *)to + got, size - got, (off64_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    return (ssize_t)got;
}

bool ckpti_files_hash(int fd, uint64_t length, uint64_t *hash)
{
    enum { PIECE = 64 << 10 };
    size_t head = length < 2 * PIECE ? (size_t)length : PIECE;
    unsigned char *buffer = ckpti_files_alloc(2 * PIECE);
    bool ok = buffer && read_all(fd, buffer, head) == (ssize_t)head;

    if (ok && length > head) {
        ssize_t n;
        do
            n = pread64(fd, buffer + head, PIECE, (off64_t)(length - PIECE));
        while (n < 0 && errno == EINTR);
        ok = n == PIECE;
        head += PIECE;
    }
    if (ok)
        *hash = XXH64(buffer, head, length);
    ckpti_files_free(buffer, 2 * PIECE);
    return ok;
}

/* Record the file with its content, or what stands for it. */
static void put_whole(const entry *e, const struct stat64 *st, enum ckpti_touch what, uint64_t length)
{
    ckpti_undo record = { .path = e->path, .length = length, .mode = st->st_mode & 07777 };
    unsigned char *content = 0;
    char name[32];
    int fd = -1;

    if (length <= CKPTI_KEEP_WHOLE || what == CKPTI_TOUCH_UPDATE)
        fd = open64(e->path, O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (fd < 0 && errno == EPERM)
        fd = open64(e->path, O_RDONLY | O_CLOEXEC);
    if (length <= CKPTI_KEEP_WHOLE && fd >= 0 && (content = ckpti_files_alloc(length + 1)) &&
        read_all(fd, content, length) == (ssize_t)length) {
        record.kind = CKPTI_UNDO_CONTENT;
        record.content = content;
        record.content_size = length;
    } else if (what == CKPTI_TOUCH_GONE && ckpti_undo_link(e->path, name)) {
        record.kind = CKPTI_UNDO_LINK;
        record.content = (unsigned char *)name;
        record.content_size = strlen(name);
    } else {
        bool hashed = what == CKPTI_TOUCH_UPDATE && fd >= 0 && ckpti_files_hash(fd, length, &record.hash);
        record.kind = hashed ? CKPTI_UNDO_UPDATE : CKPTI_UNDO_LOST;
    }
    if (fd >= 0)
        close(fd);
    ckpti_undo_put(&record);
    ckpti_files_free(content, length + 1);
}

/* Something else than a regular file is removed. */
static void put_other(const entry *e, const struct stat64 *st)
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
    } else {
        return;
    }
    ckpti_undo_put(&record);
}

static void touch(entry *e, enum ckpti_touch what)
{
    uint64_t segment = ckpti_undo_segment(), length;
    struct stat64 st;

    if (e->segment != segment) {
        e->segment = segment;
        e->known = NOTHING;
    }
    if (e->known == WHOLE)
        return;
    if (what == CKPTI_TOUCH_MADE || lstat64(e->path, &st) < 0) {
        e->known = WHOLE;
        ckpti_undo_put(&(ckpti_undo){ .kind = CKPTI_UNDO_ABSENT, .path = e->path });
        return;
    }
    if (!S_ISREG(st.st_mode)) {
        if (what == CKPTI_TOUCH_GONE) {
            e->known = WHOLE;
            put_other(e, &st);
        }
        return;
    }
    length = e->known == LENGTH ? e->length : (uint64_t)st.st_size;
    if (what == CKPTI_TOUCH_APPEND || (!length && what != CKPTI_TOUCH_GONE)) {
        if (e->known == NOTHING)
            ckpti_undo_put(&(ckpti_undo){ .kind = CKPTI_UNDO_LENGTH, .path = e->path, .length = length,
                                          .mode = st.st_mode & 07777 });
        e->known = LENGTH;
        e->length = length;
        return;
    }
    e->known = WHOLE;
    put_whole(e, &st, what, length);
}

/* Of a name that is not there yet, nor its directory. */
static void touch_name(const char *canonical)
{
    sigset_t old;
    entry *e;

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
    entry *e;

    ckpti_frames_no_capture();
    if (!path || !ckpti_undo_active() || !ckpti_files_enter(&old))
        return;
    if (ckpti_files_canonical(directory, path, what != CKPTI_TOUCH_GONE && what != CKPTI_TOUCH_MADE, canonical) &&
        (e = find(canonical, true)))
        touch(e, what);
    ckpti_files_leave(&old);
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

void ckpti_files_touch_open(int directory, const char *path, int flags)
{
    if ((flags & O_TMPFILE) == O_TMPFILE || flags & O_PATH)
        return;
    if (flags & O_TRUNC)
        ckpti_files_touch(directory, path, CKPTI_TOUCH_TRUNCATE);
    else if ((flags & O_ACCMODE) != O_RDONLY)
        ckpti_files_touch(directory, path, flags & O_APPEND ? CKPTI_TOUCH_APPEND : CKPTI_TOUCH_UPDATE);
    else if (flags & O_CREAT)
        ckpti_files_touch(directory, path, CKPTI_TOUCH_APPEND);
}

/* ---- an image's list ----------------------------------------------------------------------------------------------------- */

void ckpti_files_log_new_segment(void)
{
    for (entry *e = first; e; e = e->next)
        e->flags = 0;
}

ckpt_status ckpti_files_log_open(const char *canonical, unsigned flags)
{
    entry *e = find(canonical, true);

    if (!e)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    e->flags |= flags;
    return CKPT_OK;
}

/* Directories and links have no row: only the journal tells of them. */
static ckpt_status put_row(ckpti_pw *w, const entry *e, uint32_t *rows)
{
    struct stat64 st;
    bool exists = lstat64(e->path, &st) == 0;
    uint64_t length = exists ? (uint64_t)st.st_size : 0, hash = 0;
    unsigned flags = e->flags | (exists ? CKPTI_WF_EXISTS : 0u);
    unsigned char *content = 0;
    bool keep = exists && length && e->flags & CKPTI_WF_OPEN && e->flags & CKPTI_WF_UPDATE;
    int fd;

    if (exists && !S_ISREG(st.st_mode))
        return CKPT_OK;
    fd = keep ? open64(e->path, O_RDONLY | O_CLOEXEC) : -1;

    if (fd >= 0 && length <= CKPTI_KEEP_WHOLE && (content = ckpti_files_alloc(length)) &&
        read_all(fd, content, length) == (ssize_t)length)
        flags |= CKPTI_WF_CONTENT;
    else if (fd >= 0 && ckpti_files_hash(fd, length, &hash))
        flags |= CKPTI_WF_HASHED;
    if (fd >= 0)
        close(fd);
    ckpti_pw_string(w, e->path);
    ckpti_pw_u32(w, flags);
    ckpti_pw_u64(w, length);
    ckpti_pw_u32(w, exists ? st.st_mode & 07777 : 0);
    ckpti_pw_u64(w, hash);
    ckpti_pw_bytes(w, content, flags & CKPTI_WF_CONTENT ? length : 0);
    ckpti_files_free(content, length);
    ++*rows;
    return w->failed ? ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written") : CKPT_OK;
}

ckpt_status ckpti_files_log_rows(ckpti_pw *w)
{
    ckpt_status status = CKPT_OK;
    size_t at = w->size;
    uint32_t rows = 0;

    ckpti_pw_u32(w, 0);
    for (const entry *e = first; e && status == CKPT_OK; e = e->next)
        status = put_row(w, e, &rows);
    if (status == CKPT_OK && !w->failed) {
        ckpti_pw number = { .data = w->data + at, .room = 4 };
        ckpti_pw_u32(&number, rows);
    }
    return status;
}
