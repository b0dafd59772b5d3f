/* undo_apply.c - putting files back as they were at a checkpoint. See files.h, undo_plan.h.
 *
 * Invariants doing it twice, or again after having been killed in the middle, gives the same; the journal is not changed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "core/log.h"
#include "objects/job.h"
#include "objects/undo_plan.h"

enum { REPORTED = 5 };
static unsigned reports;

void ckpti_plan_report(const char *path, const char *format, ...)
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
        ckpti_plan_report(path, "was made after the checkpoint and cannot be removed: %s", strerror(errno));
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
        ckpti_plan_report(path, "cannot be put back as it was at the checkpoint: %s", strerror(errno));
        return;
    }
    if (!was_there)
        (void)fchmod(fd, f->mode);
    if ((!same_content(fd, f->content, f->length) && !write_content(fd, f->content, f->length)) ||
        (fstat64(fd, &st) == 0 && (uint64_t)st.st_size != f->length && ftruncate64(fd, (off64_t)f->length) < 0))
        ckpti_plan_report(path, "cannot be put back as it was at the checkpoint: %s", strerror(errno));
    close(fd);
}

/* The file itself is back in its place, if a link to it was kept. */
static bool restore_link(const ckpti_plan *plan, const char *path, const ckpti_plan_file *f)
{
    char kept[PATH_MAX];
    struct stat64 there, st;

    if (!ckpti_plan_kept(plan, (char *)f->content, kept, sizeof kept) || stat64(kept, &st) < 0) {
        ckpti_plan_report(path, "was removed or replaced after the checkpoint, and what was kept of it is gone");
        return false;
    }
    if (lstat64(path, &there) == 0) {
        if (there.st_dev == st.st_dev && there.st_ino == st.st_ino)
            return true;
        (void)unlink(path);
    }
    if (link(kept, path) == 0)
        return true;
    ckpti_plan_report(path, "cannot be put back from %s: %s", kept, strerror(errno));
    return false;
}

/* Once it is cut back, what the journal knows of it can be compared no more: then it is noted for the next restart that it is not the same. */
static void check_hash(const ckpti_plan *plan, const char *path, const ckpti_plan_file *f)
{
    int fd = open64(path, O_RDONLY | O_CLOEXEC);
    uint64_t hash = 0;
    bool same = fd >= 0 && (f->flags & CKPTI_WF_HASHED ? ckpti_files_hash : ckpti_files_hash_ends)(fd, f->hashed, &hash) && hash == f->hash;

    if (fd < 0)
        ckpti_plan_report(path, "cannot be compared with what it was at the checkpoint: %s", strerror(errno));
    else if (!same)
        ckpti_plan_report(path, f->flags & CKPTI_WF_HASHED && f->hashed > CKPTI_COMPARE_WHOLE ? "was written since the checkpoint, and is too long to be compared: bytes below its length then (%" PRIu64 ") that were changed stay as they are"
                          : "bytes below its length at the checkpoint (%" PRIu64 ") were changed since; they stay as they are (CKPT_KEEP_FILES=%" PRIu64 " would have kept them)", f->hashed, f->hashed);
    if (!same && f->hashed > f->length)
        ckpti_undo_note(plan->journal, &(ckpti_undo){ .kind = CKPTI_UNDO_LOST, .path = f->path, .length = f->length, .mode = f->mode });
    if (fd >= 0)
        close(fd);
}

/* Only its name had gone, and it has not been written since that is known: what was added before is cut off, and it stays known. */
static bool is_as_moved(const char *path, const ckpti_plan_file *f, const struct stat64 *st)
{
    struct timespec times[2] = { st->st_atim, st->st_mtim };

    if (!f->moved_time || f->moved != ckpti_plan_identity(path) || (uint64_t)st->st_size < f->length ||
        (uint64_t)st->st_mtim.tv_sec * 1000000000u + (uint64_t)st->st_mtim.tv_nsec != f->moved_time)
        return false;
    if ((uint64_t)st->st_size > f->length && truncate64(path, (off64_t)f->length) == 0)
        (void)utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
    return true;
}

static void cut_back(const ckpti_plan *plan, const char *path, const ckpti_plan_file *f)
{
    struct stat64 st;

    if (lstat64(path, &st) < 0 || !S_ISREG(st.st_mode)) {
        ckpti_plan_report(path, "had %" PRIu64 " bytes at the checkpoint, and is not there", f->length);
        return;
    }
    if (f->kind != CKPTI_UNDO_LOST && f->flags & (CKPTI_WF_HASHED | CKPTI_WF_ENDS) && (uint64_t)st.st_size >= f->hashed)
        check_hash(plan, path, f);                         /* before it is cut, which changes its time */
    else if (f->kind != CKPTI_UNDO_LOST && f->flags & (CKPTI_WF_HASHED | CKPTI_WF_ENDS) && f->hashed > f->length && (uint64_t)st.st_size >= f->length)
        ckpti_plan_report(path, "has been cut since the checkpoint, and cannot be compared with what it was then: bytes below its length then (%" PRIu64 ") that were changed stay as they are", f->length);
    if (f->kind == CKPTI_UNDO_LOST && is_as_moved(path, f, &st))
        return;
    if ((uint64_t)st.st_size < f->length)
        ckpti_plan_report(path, "had %" PRIu64 " bytes at the checkpoint, now %" PRIu64 "; the rest is lost", f->length, (uint64_t)st.st_size);
    else if ((uint64_t)st.st_size > f->length && truncate64(path, (off64_t)f->length) < 0)
        ckpti_plan_report(path, "cannot be cut back to %" PRIu64 " bytes: %s", f->length, strerror(errno));
    if (f->kind == CKPTI_UNDO_LOST)
        ckpti_plan_report(path, CKPTI_PLAN_LOST);
}

static void restore_symlink(const char *path, const ckpti_plan_file *f)
{
    char now[PATH_MAX];
    ssize_t n = readlink(path, now, sizeof now);

    if (n >= 0 && (size_t)n == f->content_size && !memcmp(now, f->content, f->content_size))
        return;
    (void)unlink(path);
    if (symlink((char *)f->content, path) < 0)
        ckpti_plan_report(path, "a symbolic link cannot be put back: %s", strerror(errno));
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
    } else if (ckpti_plan_is_file(f) && S_ISLNK(st.st_mode) && (f->content || f->kind == CKPTI_UNDO_LOST)) {
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
        ckpti_plan_report(path, "cannot get the permissions again that it had at the checkpoint: %s", strerror(errno));
}

/* Everything but files: what they are put in. */
static void restore_other(const char *path, const ckpti_plan_file *f)
{
    clear_way(path, f);
    if (f->kind == CKPTI_UNDO_DIRECTORY) {
        if (mkdir(path, f->mode) == 0)
            (void)chmod(path, f->mode | S_IRWXU);
        else if (errno != EEXIST)
            ckpti_plan_report(path, "a directory cannot be put back: %s", strerror(errno));
    } else if (f->kind == CKPTI_UNDO_SYMLINK) {
        restore_symlink(path, f);
    } else if (f->kind == CKPTI_UNDO_FIFO && mkfifo(path, f->mode) < 0 && errno != EEXIST) {
        ckpti_plan_report(path, "a named pipe cannot be put back: %s", strerror(errno));
    }
}

static void restore_file(const ckpti_plan *plan, const char *path, ckpti_plan_file *f)
{
    if (!f->back && !ckpti_plan_take_place(plan, f, path))
        return;
    if (!ckpti_plan_is_done(plan, path)) {
        set_mode(path, f, S_IRUSR | S_IWUSR);
        if (ckpti_plan_has_content(f))
            restore_content(path, f);
        else
            cut_back(plan, path, f);
    }
    set_mode(path, f, 0);                          /* by whichever of its names it was changed */
    f->done = ckpti_plan_identity(path);
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

static void make_parents(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        (void)mkdir(path, 0700);                   /* those of the plan get their permissions later */
        *slash = '/';
    }
}

/* Where a file waits to get its name again: that may still lead to another one that has to have its own back. */
static void aside_of(const char *path, char *out, size_t size) { snprintf(out, size, "%s.ckpt-moved", path); }

/* Lead the file aside from the name that it has now: one that the program made, or that was another file's. */
static void move_aside(const ckpti_plan *plan, const ckpti_plan_file *f, const char *path)
{
    char at[PATH_MAX], aside[PATH_MAX + 16];

    aside_of(path, aside, sizeof aside);
    if (ckpti_plan_identity(aside) == f->moved)
        return;                                    /* killed in between before */
    for (ckpti_plan_file *g = plan->first; g; g = g->next) {
        if (g == f || !(g->kind == CKPTI_UNDO_ABSENT || g->kind == CKPTI_UNDO_LINK || g->kind == CKPTI_UNDO_CONTENT || g->kind == CKPTI_UNDO_LOST))
            continue;                              /* what it was itself is at hand, or lost */
        ckpti_plan_path(plan, g->path, at);
        if (ckpti_plan_identity(at) != f->moved)
            continue;
        make_parents(aside);
        if (rename(at, aside) == 0)
            return;
        ckpti_plan_report(at, "was %s at the checkpoint, and cannot be renamed: %s", path, strerror(errno));
        if (g->kind == CKPTI_UNDO_ABSENT)
            g->flags |= CKPTI_PLAN_UNCONFIRMED;    /* it stays */
    }
}

/* Files too long to be kept that could not be linked (a journal on another disk) have lost their names: other names lead to the only copies of them. They get
 * their own again; all are led aside first, for they may have each other's. */
static void move_back(const ckpti_plan *plan)
{
    char path[PATH_MAX], aside[PATH_MAX + 16];

    for (int pass = 0; pass < 2; pass++)
        for (ckpti_plan_file *f = plan->first; f; f = f->next) {
            if (f->kind != CKPTI_UNDO_LOST || !f->moved || f->flags & CKPTI_PLAN_OTHERS)
                continue;
            ckpti_plan_path(plan, f->path, path);
            if (ckpti_plan_identity(path) == f->moved)
                continue;
            aside_of(path, aside, sizeof aside);
            if (!pass)
                move_aside(plan, f, path);
            else if (ckpti_plan_identity(aside) == f->moved && rename(aside, path) < 0)
                ckpti_plan_report(aside, "was %s at the checkpoint, and cannot be renamed: %s", path, strerror(errno));
        }
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

/* Files that other ranks have put back: who has one only to append knows nothing of the bytes below that this rank's image knows. */
static void compare_others(const ckpti_plan *plan)
{
    enum { BY_IMAGE = CKPTI_WF_OPEN | CKPTI_WF_UPDATE };
    char path[PATH_MAX];
    struct stat64 st;

    for (const ckpti_plan_file *f = plan->first; f; f = f->next)
        if (f->flags & CKPTI_PLAN_OTHERS && (f->flags & BY_IMAGE) == BY_IMAGE && f->flags & (CKPTI_WF_HASHED | CKPTI_WF_ENDS) && ckpti_plan_is_file(f)) {
            ckpti_plan_path(plan, f->path, path);
            if (lstat64(path, &st) == 0 && S_ISREG(st.st_mode) && (uint64_t)st.st_size >= f->hashed)
                check_hash(plan, path, f);
        }
}

static void restore_files(const ckpti_plan *plan)
{
    char path[PATH_MAX];

    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        ckpti_plan_path(plan, f->path, path);
        f->done = 0;
        f->back = f->kind == CKPTI_UNDO_LINK && !(f->flags & CKPTI_PLAN_OTHERS) && !ckpti_plan_has_content(f) && restore_link(plan, path, f);
    }
    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        if (ckpti_plan_is_file(f) && !(f->flags & CKPTI_PLAN_OTHERS)) {       /* as they were said: of one with several names the first counts */
            ckpti_plan_path(plan, f->path, path);
            restore_file(plan, path, f);
        }
    }
    ckpti_plan_rescued(plan);
    step(plan);
    compare_others(plan);
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
    move_back(plan);
    ckpti_plan_rescue(plan);
    remove_all(plan, list, count);
    restore_others(plan, list, count);
    restore_files(plan);
    for (size_t i = count; i-- > 0;)
        if (!ckpti_plan_is_file(list[i])) {
            ckpti_plan_path(plan, list[i]->path, path);
            set_mode(path, list[i], 0);
        }
    free(list);
    if (reports > REPORTED)
        ckpti_log("%u more files are not as they were at the checkpoint", reports - REPORTED);
    return ckpti_plan_check(plan);
}
