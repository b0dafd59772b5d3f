/* undo_plan.c - putting files back as they were at a checkpoint. See files.h.
 *
 * Purpose    join what an image says of the files written with what the journal says of changes since; look whether it can be
 *            done; do it.
 * Invariants for each file what was said first counts: the image, then the journal's segments in order. Doing it twice, or again after
 *            having been killed in the middle, gives the same; the journal is not changed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "objects/files.h"

/* ---- the list ------------------------------------------------------------------------------------------------------------ */

static ckpti_plan_file **bucket_of(ckpti_plan *plan, const char *path)
{
    return &plan->buckets[XXH64(path, strlen(path), 0) % CKPTI_PLAN_BUCKETS];
}

static ckpti_plan_file *find(const ckpti_plan *plan, const char *path)
{
    ckpti_plan_file *f = *bucket_of((ckpti_plan *)plan, path);

    while (f && strcmp(f->path, path))
        f = f->chain;
    return f;
}

const ckpti_plan_file *ckpti_plan_find(const ckpti_plan *plan, const char *path) { return find(plan, path); }

void ckpti_plan_free(ckpti_plan *plan)
{
    for (ckpti_plan_file *f = plan->first, *next; f; f = next) {
        next = f->next;
        free(f->path);
        free(f->content);
        free(f);
    }
    free(plan->from);
    free(plan->to);
    memset(plan, 0, sizeof *plan);
}

static bool copy_content(ckpti_plan_file *f, const unsigned char *content, size_t size)
{
    f->content = malloc(size + 1);
    if (!f->content)
        return false;
    if (size)
        memcpy(f->content, content, size);
    f->content[size] = 0;
    f->content_size = size;
    return true;
}

ckpt_status ckpti_plan_add(ckpti_plan *plan, const ckpti_plan_file *file)
{
    ckpti_plan_file *f = find(plan, file->path) ? 0 : calloc(1, sizeof *f), **bucket;

    if (find(plan, file->path))
        return CKPT_OK;
    if (f) {
        *f = *file;
        f->content = 0;
        f->next = f->chain = 0;
        f->path = strdup(file->path);
    }
    if (!f || !f->path || (file->content && !copy_content(f, file->content, file->content_size))) {
        if (f)
            free(f->path);
        free(f);
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    }
    bucket = bucket_of(plan, f->path);
    f->chain = *bucket;
    *bucket = f;
    if (plan->last)
        plan->last->next = f;
    else
        plan->first = f;
    plan->last = f;
    return CKPT_OK;
}

static bool is_file(const ckpti_plan_file *f) { return f->kind >= CKPTI_UNDO_LENGTH && f->kind <= CKPTI_UNDO_LOST; }

/* The content as it must be is at hand. */
static bool has_content(const ckpti_plan_file *f)
{
    return f->kind == CKPTI_UNDO_CONTENT && f->content && f->content_size >= f->length;
}

/* What the journal knows beyond what was said before. */
static ckpt_status merge(ckpti_plan_file *f, const ckpti_undo *record)
{
    f->flags &= ~CKPTI_PLAN_UNCONFIRMED;
    if (!is_file(f) || f->content || f->kind == CKPTI_UNDO_LOST)
        return CKPT_OK;
    if (record->kind == CKPTI_UNDO_LINK || (record->kind == CKPTI_UNDO_CONTENT && record->content_size >= f->length)) {
        if (!copy_content(f, record->content, record->content_size))
            return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
        f->kind = record->kind;
    } else if (record->kind == CKPTI_UNDO_LOST) {
        f->kind = CKPTI_UNDO_LOST;
    } else if (record->kind == CKPTI_UNDO_UPDATE && f->kind == CKPTI_UNDO_LENGTH && record->length == f->length &&
               !(f->flags & CKPTI_WF_HASHED)) {
        f->kind = CKPTI_UNDO_UPDATE;
        f->flags |= CKPTI_WF_HASHED;
        f->hash = record->hash;
    }
    return CKPT_OK;
}

static ckpt_status take(void *to, const ckpti_undo *record)
{
    ckpti_plan *plan = to;
    ckpti_plan_file *f;

    if (record->kind == CKPTI_UNDO_START || record->kind == CKPTI_UNDO_END || record->path[0] != '/')
        return CKPT_OK;
    if ((f = find(plan, record->path)))
        return merge(f, record);
    return ckpti_plan_add(plan, &(ckpti_plan_file){
        .path = (char *)record->path, .kind = record->kind, .length = record->length, .hash = record->hash,
        .mode = record->mode, .flags = record->kind == CKPTI_UNDO_UPDATE ? CKPTI_WF_HASHED : 0,
        .content = (unsigned char *)record->content, .content_size = record->content_size });
}

ckpt_status ckpti_plan_add_journal(ckpti_plan *plan, uint64_t segment) { return ckpti_undo_read(segment, take, plan); }

void ckpti_plan_path(const ckpti_plan *plan, const char *path, char *out)
{
    size_t n = plan->from ? strlen(plan->from) : 0;

    if (n && !strncmp(path, plan->from, n) && (path[n] == '/' || !path[n]))
        snprintf(out, PATH_MAX, "%s%s", strcmp(plan->to, "/") ? plan->to : "", path + n);
    else
        snprintf(out, PATH_MAX, "%s", path);
}

/* ---- looking ------------------------------------------------------------------------------------------------------------- */

static ckpt_status check_open(const ckpti_plan *plan, const ckpti_plan_file *f)
{
    char path[PATH_MAX], kept[PATH_MAX];
    struct stat64 st;

    ckpti_plan_path(plan, f->path, path);
    if (has_content(f) || (f->kind == CKPTI_UNDO_LINK && ckpti_undo_path((char *)f->content, kept, sizeof kept) &&
                           stat64(kept, &st) == 0 && (uint64_t)st.st_size >= f->length))
        return CKPT_OK;
    if (stat64(path, &st) < 0)
        return ckpti_fail(CKPT_EFILE, "%s: %s; the program was writing it: put the file back to restart", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        return ckpti_fail(CKPT_EFILE, "%s: not a regular file any more; put the file back to restart", path);
    if ((uint64_t)st.st_size < f->length)
        return ckpti_fail(CKPT_EFILE, "%s: has %" PRIu64 " bytes, but had %" PRIu64 " at the checkpoint; put the file back to restart",
                          path, (uint64_t)st.st_size, f->length);
    if (access(path, W_OK) < 0)
        return ckpti_fail(CKPT_EFILE, "%s: cannot be written: %s", path, strerror(errno));
    return CKPT_OK;
}

ckpt_status ckpti_plan_check(const ckpti_plan *plan)
{
    ckpt_status status = CKPT_OK;

    for (const ckpti_plan_file *f = plan->first; f && status == CKPT_OK; f = f->next)
        if (f->flags & CKPTI_WF_OPEN && is_file(f))
            status = check_open(plan, f);
    return status;
}

/* ---- doing --------------------------------------------------------------------------------------------------------------- */

enum { REPORTED = 5 };
static unsigned reports;

static void __attribute__((format(printf, 2, 3))) report(const char *path, const char *format, ...)
{
    char text[256];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (++reports <= REPORTED)
        ckpti_log("%s: %s", path, text);
}

static void remove_made(const char *path)
{
    struct stat64 st;

    if (lstat64(path, &st) < 0)
        return;
    if ((S_ISDIR(st.st_mode) ? rmdir(path) : unlink(path)) < 0)
        report(path, "was made after the checkpoint and cannot be removed: %s", strerror(errno));
}

static bool same_content(int fd, const unsigned char *content, size_t size)
{
    unsigned char piece[4096];

    for (size_t at = 0; at < size;) {
        ssize_t n = pread64(fd, piece, sizeof piece < size - at ? sizeof piece : size - at, (off64_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || memcmp(piece, content + at, (size_t)n))
            return false;
        at += (size_t)n;
    }
    return true;
}

static bool write_content(int fd, const unsigned char *content, size_t size)
{
    for (size_t at = 0; at < size;) {
        ssize_t n = pwrite64(fd, content + at, size - at, (off64_t)at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += (size_t)n;
    }
    return true;
}

static void restore_content(const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;
    bool was_there = lstat64(path, &st) == 0 && S_ISREG(st.st_mode);
    int fd = open64(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

    if (fd < 0 && was_there && (uint64_t)st.st_size == f->length && access(path, R_OK) < 0)
        return;
    if (fd < 0) {
        report(path, "cannot be put back as it was at the checkpoint: %s", strerror(errno));
        return;
    }
    if (!was_there)
        (void)fchmod(fd, f->mode);
    if ((!same_content(fd, f->content, f->length) && !write_content(fd, f->content, f->length)) ||
        (fstat64(fd, &st) == 0 && (uint64_t)st.st_size != f->length && ftruncate64(fd, (off64_t)f->length) < 0))
        report(path, "cannot be put back as it was at the checkpoint: %s", strerror(errno));
    close(fd);
}

/* The file itself is back in its place, if a link to it was kept. */
static void restore_link(const char *path, const ckpti_plan_file *f)
{
    char kept[PATH_MAX];
    struct stat64 there, st;

    if (!ckpti_undo_path((char *)f->content, kept, sizeof kept) || stat64(kept, &st) < 0) {
        report(path, "was removed or replaced after the checkpoint, and what was kept of it is gone");
        return;
    }
    if (lstat64(path, &there) == 0) {
        if (there.st_dev == st.st_dev && there.st_ino == st.st_ino)
            return;
        (void)unlink(path);
    }
    if (link(kept, path) < 0)
        report(path, "cannot be put back from %s: %s", kept, strerror(errno));
}

static void check_hash(const char *path, const ckpti_plan_file *f)
{
    int fd = open64(path, O_RDONLY | O_CLOEXEC);
    uint64_t hash;

    if (fd < 0)
        return;
    if (ckpti_files_hash(fd, f->length, &hash) && hash != f->hash)
        report(path, "bytes below its length at the checkpoint (%" PRIu64 ") were changed since; they stay as they are", f->length);
    close(fd);
}

static void cut_back(const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;

    if (lstat64(path, &st) < 0 || !S_ISREG(st.st_mode)) {
        report(path, "had %" PRIu64 " bytes at the checkpoint, and is not there", f->length);
        return;
    }
    if ((uint64_t)st.st_size < f->length)
        report(path, "had %" PRIu64 " bytes at the checkpoint, now %" PRIu64 "; the rest is lost", f->length, (uint64_t)st.st_size);
    else if ((uint64_t)st.st_size > f->length && truncate64(path, (off64_t)f->length) < 0)
        report(path, "cannot be cut back to %" PRIu64 " bytes: %s", f->length, strerror(errno));
    if (f->kind == CKPTI_UNDO_LOST)
        report(path, "was rewritten or removed after the checkpoint and was too long to be kept; it stays as it is");
    else if (f->flags & CKPTI_WF_HASHED && (uint64_t)st.st_size >= f->length)
        check_hash(path, f);
}

static void restore_symlink(const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;

    if (lstat64(path, &st) == 0) {
        if (S_ISLNK(st.st_mode))
            return;
        (void)unlink(path);
    }
    if (symlink((char *)f->content, path) < 0)
        report(path, "a symbolic link cannot be put back: %s", strerror(errno));
}

/* Something of another kind is there now: what was in a directory is gone by now, if the program had put it there. */
static void clear_way(const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;

    if (lstat64(path, &st) < 0)
        return;
    if (f->kind == CKPTI_UNDO_DIRECTORY) {
        if (!S_ISDIR(st.st_mode))
            (void)unlink(path);
    } else if (S_ISDIR(st.st_mode)) {
        (void)rmdir(path);
    } else if (is_file(f) && S_ISLNK(st.st_mode) && (f->content || f->kind == CKPTI_UNDO_LOST)) {
        (void)unlink(path);
    }
}

static void restore(const char *path, const ckpti_plan_file *f)
{
    clear_way(path, f);
    if (f->kind == CKPTI_UNDO_DIRECTORY) {
        if (mkdir(path, f->mode) < 0 && errno != EEXIST)
            report(path, "a directory cannot be put back: %s", strerror(errno));
    } else if (f->kind == CKPTI_UNDO_SYMLINK) {
        restore_symlink(path, f);
    } else if (has_content(f)) {
        restore_content(path, f);
    } else if (is_file(f)) {
        if (f->kind == CKPTI_UNDO_LINK)
            restore_link(path, f);
        cut_back(path, f);
    }
}

static int by_path(const void *a, const void *b)
{
    return strcmp((*(const ckpti_plan_file *const *)a)->path, (*(const ckpti_plan_file *const *)b)->path);
}

/* All files by path: a directory comes before what is in it. */
static const ckpti_plan_file **sorted(const ckpti_plan *plan, size_t *count)
{
    const ckpti_plan_file **list;
    size_t n = 0;

    for (const ckpti_plan_file *f = plan->first; f; f = f->next)
        n++;
    if (!(list = malloc((n + 1) * sizeof *list)))
        return 0;
    n = 0;
    for (const ckpti_plan_file *f = plan->first; f; f = f->next)
        list[n++] = f;
    qsort(list, n, sizeof *list, by_path);
    *count = n;
    return list;
}

ckpt_status ckpti_plan_apply(const ckpti_plan *plan)
{
    char path[PATH_MAX];
    size_t count = 0;
    const ckpti_plan_file **list = sorted(plan, &count);

    if (!list)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    reports = 0;
    for (size_t i = count; i-- > 0;)
        if (list[i]->kind == CKPTI_UNDO_ABSENT && !(list[i]->flags & CKPTI_PLAN_UNCONFIRMED)) {
            ckpti_plan_path(plan, list[i]->path, path);
            remove_made(path);
        }
    for (size_t i = 0; i < count; i++)
        if (list[i]->kind != CKPTI_UNDO_ABSENT) {
            ckpti_plan_path(plan, list[i]->path, path);
            restore(path, list[i]);
        }
    free(list);
    if (reports > REPORTED)
        ckpti_log("%u more files are not as they were at the checkpoint", reports - REPORTED);
    return ckpti_plan_check(plan);
}
