/* undo_plan.c - putting files back as they were at a checkpoint. See files.h.
 *
 * Purpose    join what an image says of the files written with what the journal says of changes since; look whether it can be
 *            done; do it.
 * Invariants for each file what was said first counts: the image, then the journal's segments in order. Doing it twice, or again after
 *            having been killed in the middle, gives the same; the journal is not changed.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "core/log.h"
#include "objects/files.h"
#include "objects/job.h"

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
    if (f->kind == CKPTI_UNDO_MODE) {
        f->kind = record->kind;
        f->length = record->length;
        f->hash = record->hash;
        f->flags |= record->kind == CKPTI_UNDO_UPDATE ? CKPTI_WF_HASHED : 0;
        return !record->content || copy_content(f, record->content, record->content_size) ? CKPT_OK
                                   : ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    }
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

/* These say more of a file than what a record of its own says: only before its first change. */
static void take_names(ckpti_plan_file *f, const ckpti_undo *record)
{
    if (!f || f->segment != record->segment || f->flags & CKPTI_PLAN_NAMES)
        return;
    f->flags |= CKPTI_PLAN_NAMES;
    f->inode = record->length;
    f->identity = record->hash;
    f->names = record->mode;
}

static ckpt_status take(void *to, const ckpti_undo *record)
{
    ckpti_plan *plan = to;
    ckpti_plan_file *f;

    if (record->kind == CKPTI_UNDO_START || record->kind == CKPTI_UNDO_END || record->path[0] != '/')
        return CKPT_OK;
    f = find(plan, record->path);
    if (record->kind == CKPTI_UNDO_NAMES) {
        take_names(f, record);
        return CKPT_OK;
    }
    if (f && record->kind == CKPTI_UNDO_MODE) {
        f->flags |= CKPTI_PLAN_MODE;
        return CKPT_OK;
    }
    if (f) {
        if (!f->segment) {
            f->segment = record->segment;
            f->time = record->time;
        }
        return merge(f, record);
    }
    return ckpti_plan_add(plan, &(ckpti_plan_file){
        .path = (char *)record->path, .kind = record->kind, .length = record->length, .hash = record->hash,
        .mode = record->mode, .segment = record->kind == CKPTI_UNDO_MODE ? 0 : record->segment, .time = record->time,
        .flags = record->kind == CKPTI_UNDO_UPDATE ? CKPTI_WF_HASHED : record->kind == CKPTI_UNDO_MODE ? CKPTI_PLAN_MODE : 0,
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
        if (f->flags & CKPTI_WF_OPEN && !(f->flags & CKPTI_PLAN_OTHERS) && is_file(f))
            status = check_open(plan, f);
    return status;
}

/* ---- doing --------------------------------------------------------------------------------------------------------------- */

#define LOST_TEXT "was rewritten or removed after the checkpoint and was too long to be kept; it stays as it is"
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
static bool restore_link(const char *path, const ckpti_plan_file *f)
{
    char kept[PATH_MAX];
    struct stat64 there, st;

    if (!ckpti_undo_path((char *)f->content, kept, sizeof kept) || stat64(kept, &st) < 0) {
        report(path, "was removed or replaced after the checkpoint, and what was kept of it is gone");
        return false;
    }
    if (lstat64(path, &there) == 0) {
        if (there.st_dev == st.st_dev && there.st_ino == st.st_ino)
            return true;
        (void)unlink(path);
    }
    if (link(kept, path) == 0)
        return true;
    report(path, "cannot be put back from %s: %s", kept, strerror(errno));
    return false;
}

/* ---- names of one file ----------------------------------------------------------------------------------------------------- */

static uint64_t identity_of(const char *path)
{
    uint64_t identity, inode;
    uint32_t names;

    return ckpti_files_identity(path, &identity, &inode, &names) ? identity : 0;
}

/* Another name of the file that f was: one that the program has touched, too, or one beside it. */
static bool find_name(const ckpti_plan *plan, const ckpti_plan_file *f, const char *path, char *out)
{
    const char *slash = strrchr(path, '/');
    struct dirent64 *d;
    bool found = false;
    DIR *dir;

    for (const ckpti_plan_file *g = plan->first; g; g = g->next)
        if (g != f && g->flags & CKPTI_PLAN_NAMES && g->identity == f->identity) {
            uint64_t now;
            ckpti_plan_path(plan, g->path, out);
            if ((now = identity_of(out)) && (now == f->identity || now == g->done))
                return true;
        }
    snprintf(out, PATH_MAX, "%.*s", slash > path ? (int)(slash - path) : 1, path);
    dir = opendir(out);
    while (dir && !found && (d = readdir64(dir)))
        found = d->d_ino == f->inode && snprintf(out, PATH_MAX, "%.*s/%s", (int)(slash - path), path, d->d_name) < PATH_MAX &&
                identity_of(out) == f->identity;
    if (dir)
        closedir(dir);
    return found;
}

static uint32_t names_in(const ckpti_plan *plan, const ckpti_plan_file *f)
{
    uint32_t n = 0;

    for (const ckpti_plan_file *g = plan->first; g; g = g->next)
        n += g->flags & CKPTI_PLAN_NAMES && g->identity == f->identity;
    return n;
}

/* Let the name lead to a copy of the file, up to its length at the checkpoint: what other names lead to is theirs. */
static bool make_own(const char *path, uint64_t length, const struct stat64 *st)
{
    char copy[PATH_MAX];
    int from = open64(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW), to = -1;
    bool ok = from >= 0 && snprintf(copy, sizeof copy, "%s.XXXXXX", path) < PATH_MAX && (to = mkostemp64(copy, O_CLOEXEC)) >= 0 &&
              fchmod(to, st->st_mode & 07777) == 0;

    for (uint64_t at = 0; ok && at < length;) {
        ssize_t n = sendfile64(to, from, 0, length - at < 1 << 30 ? (size_t)(length - at) : 1 << 30);
        if (n == 0)
            break;
        ok = n > 0;
        at += ok ? (uint64_t)n : 0;
    }
    ok = ok && rename(copy, path) == 0;
    if (to >= 0) {
        if (!ok)
            (void)unlink(copy);
        close(to);
    }
    if (from >= 0)
        close(from);
    return ok;
}

/* See to it that what is written by this name is the file that it led to at the checkpoint, or one of its own: it may be another
 * file's name by now, and what that has must stay. */
static bool take_place(const ckpti_plan *plan, const ckpti_plan_file *f, const char *path)
{
    char other[PATH_MAX];
    struct stat64 st;
    bool there = lstat64(path, &st) == 0;

    if (!f->segment || (there && !S_ISREG(st.st_mode)))
        return true;                               /* the program has not touched the name since; not a file: said below */
    if (f->flags & CKPTI_PLAN_NAMES) {
        if (there && identity_of(path) == f->identity)
            return true;
        if (find_name(plan, f, path, other)) {
            if ((!there || unlink(path) == 0) && link(other, path) == 0)
                return true;
            report(path, "cannot be linked to %s again: %s", other, strerror(errno));
            there = lstat64(path, &st) == 0;
        } else if (has_content(f) && names_in(plan, f) < f->names) {
            report(path, "had other names at the checkpoint, which are not found; it is a file of its own now");
        }
    }
    if (!there || st.st_nlink < 2)
        return true;
    if (f->kind == CKPTI_UNDO_LOST)
        report(path, LOST_TEXT);
    else if (has_content(f) ? unlink(path) == 0 : f->kind != CKPTI_UNDO_LINK && make_own(path, f->length, &st))
        return true;
    else if (f->kind != CKPTI_UNDO_LINK)           /* that it could not be linked is said */
        report(path, "cannot be put back as it was at the checkpoint, as it has other names: %s", strerror(errno));
    return false;
}

/* What was said first of one of its names holds for all of them. */
static bool is_done(const ckpti_plan *plan, const char *path)
{
    struct stat64 st;
    uint64_t now;

    if (lstat64(path, &st) < 0 || st.st_nlink < 2 || !(now = identity_of(path)))
        return false;
    for (const ckpti_plan_file *g = plan->first; g; g = g->next)
        if (g->done == now)
            return true;
    return false;
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
        report(path, LOST_TEXT);
    else if (f->flags & CKPTI_WF_HASHED && (uint64_t)st.st_size >= f->length)
        check_hash(path, f);
}

static void restore_symlink(const char *path, const ckpti_plan_file *f)
{
    char now[PATH_MAX];
    ssize_t n = readlink(path, now, sizeof now);

    if (n >= 0 && (size_t)n == f->content_size && !memcmp(now, f->content, f->content_size))
        return;
    (void)unlink(path);
    if (symlink((char *)f->content, path) < 0)
        report(path, "a symbolic link cannot be put back: %s", strerror(errno));
}

/* Something of another kind is there now: what was in a directory is gone by now, if the program had put it there. */
static void clear_way(const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;

    if (lstat64(path, &st) < 0)
        return;
    if (f->kind == CKPTI_UNDO_DIRECTORY || f->kind == CKPTI_UNDO_FIFO) {
        if (!(f->kind == CKPTI_UNDO_DIRECTORY ? S_ISDIR(st.st_mode) : S_ISFIFO(st.st_mode)))
            (void)unlink(path);
    } else if (S_ISDIR(st.st_mode)) {
        (void)rmdir(path);
    } else if (is_file(f) && S_ISLNK(st.st_mode) && (f->content || f->kind == CKPTI_UNDO_LOST)) {
        (void)unlink(path);
    }
}

static void set_mode(const char *path, const ckpti_plan_file *f, uint32_t more)
{
    struct stat64 st;
    bool changed = f->flags & CKPTI_PLAN_MODE && f->kind != CKPTI_UNDO_ABSENT && f->kind != CKPTI_UNDO_SYMLINK;
    bool replaced = f->kind == CKPTI_UNDO_DIRECTORY || f->kind == CKPTI_UNDO_FIFO || (f->segment && f->kind == CKPTI_UNDO_CONTENT);

    if ((changed || replaced) && lstat64(path, &st) == 0 && !S_ISLNK(st.st_mode) &&
        (st.st_mode & 07777) != (f->mode | more) && chmod(path, f->mode | more) < 0 && changed)
        report(path, "cannot get the permissions again that it had at the checkpoint: %s", strerror(errno));
}

/* Everything but files: what they are put in. */
static void restore_other(const char *path, const ckpti_plan_file *f)
{
    clear_way(path, f);
    if (f->kind == CKPTI_UNDO_DIRECTORY) {
        if (mkdir(path, f->mode) == 0)
            (void)chmod(path, f->mode | S_IRWXU);
        else if (errno != EEXIST)
            report(path, "a directory cannot be put back: %s", strerror(errno));
    } else if (f->kind == CKPTI_UNDO_SYMLINK) {
        restore_symlink(path, f);
    } else if (f->kind == CKPTI_UNDO_FIFO && mkfifo(path, f->mode) < 0 && errno != EEXIST) {
        report(path, "a named pipe cannot be put back: %s", strerror(errno));
    }
}

static void restore_file(const ckpti_plan *plan, const char *path, ckpti_plan_file *f)
{
    if (!f->back && !take_place(plan, f, path))
        return;
    if (!is_done(plan, path)) {
        set_mode(path, f, S_IRUSR | S_IWUSR);
        if (has_content(f))
            restore_content(path, f);
        else
            cut_back(path, f);
        set_mode(path, f, 0);
    }
    f->done = identity_of(path);
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
        if (!(f->flags & CKPTI_PLAN_OTHERS))
            list[n++] = f;
    qsort(list, n, sizeof *list, by_path);
    *count = n;
    return list;
}

/* Ranks of a job put back files in steps: what one removes or makes may be what another's files are in. */
static void step(const ckpti_plan *plan)
{
    if (plan->together && ckpti_job_wait_for_all)
        ckpti_job_wait_for_all();
}

static void remove_all(const ckpti_plan *plan, const ckpti_plan_file **list, size_t count)
{
    char path[PATH_MAX];
    struct stat64 st;

    for (size_t pass = plan->together ? 0 : 1; pass < 2; pass++) {
        for (size_t i = count; i-- > 0;)
            if (list[i]->kind == CKPTI_UNDO_ABSENT && !(list[i]->flags & CKPTI_PLAN_UNCONFIRMED)) {
                ckpti_plan_path(plan, list[i]->path, path);
                if (pass || (lstat64(path, &st) == 0 && !S_ISDIR(st.st_mode)))
                    remove_made(path);
            }
        step(plan);
    }
}

static void restore_others(const ckpti_plan *plan, const ckpti_plan_file **list, size_t count)
{
    char path[PATH_MAX];

    for (size_t i = 0; i < count; i++)
        if (list[i]->kind != CKPTI_UNDO_ABSENT) {
            ckpti_plan_path(plan, list[i]->path, path);
            restore_other(path, list[i]);
        }
    step(plan);
}

static void restore_files(const ckpti_plan *plan)
{
    char path[PATH_MAX];

    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        ckpti_plan_path(plan, f->path, path);
        f->done = 0;
        f->back = f->kind == CKPTI_UNDO_LINK && !(f->flags & CKPTI_PLAN_OTHERS) && !has_content(f) && restore_link(path, f);
    }
    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        if (is_file(f) && !(f->flags & CKPTI_PLAN_OTHERS)) {       /* as they were said: of one with several names the first counts */
            ckpti_plan_path(plan, f->path, path);
            restore_file(plan, path, f);
        }
    }
    step(plan);
}

ckpt_status ckpti_plan_apply(const ckpti_plan *plan)
{
    char path[PATH_MAX];
    size_t count = 0;
    const ckpti_plan_file **list = sorted(plan, &count);

    if (!list)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    reports = 0;
    for (size_t i = 0; i < count; i++)             /* a directory must be writable while files are put back in it */
        if (list[i]->kind == CKPTI_UNDO_MODE || list[i]->kind == CKPTI_UNDO_DIRECTORY) {
            ckpti_plan_path(plan, list[i]->path, path);
            set_mode(path, list[i], S_IRWXU);
        }
    step(plan);
    remove_all(plan, list, count);
    restore_others(plan, list, count);
    restore_files(plan);
    for (size_t i = count; i-- > 0;)
        if (!is_file(list[i])) {
            ckpti_plan_path(plan, list[i]->path, path);
            set_mode(path, list[i], 0);
        }
    free(list);
    if (reports > REPORTED)
        ckpti_log("%u more files are not as they were at the checkpoint", reports - REPORTED);
    return ckpti_plan_check(plan);
}
