/* undo_names.c - the names of one file, where files are put back. See undo_plan.h. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>
#include "objects/undo_plan.h"

uint64_t ckpti_plan_identity(const char *path)
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
            if ((now = ckpti_plan_identity(out)) && (now == f->identity || now == g->done))
                return true;
        }
    for (const ckpti_plan_file *g = plan->first; g; g = g->next)
        if (g->rescued && g->identity == f->identity && ckpti_plan_identity(g->rescued) == f->identity)
            return snprintf(out, PATH_MAX, "%s", g->rescued) < PATH_MAX;
    snprintf(out, PATH_MAX, "%.*s", slash > path ? (int)(slash - path) : 1, path);
    dir = opendir(out);
    while (dir && !found && (d = readdir64(dir)))
        found = d->d_ino == f->inode && snprintf(out, PATH_MAX, "%.*s/%s", (int)(slash - path), path, d->d_name) < PATH_MAX &&
                ckpti_plan_identity(out) == f->identity;
    if (dir)
        closedir(dir);
    return found;
}

/* Does a name that was of another file, or of none, lead to it, and none of its own? */
static bool is_elsewhere(const ckpti_plan *plan, const ckpti_plan_file *f, char *at)
{
    char path[PATH_MAX];
    bool found = false;

    for (const ckpti_plan_file *g = plan->first; g; g = g->next) {
        bool is_own = g->flags & CKPTI_PLAN_NAMES && g->identity == f->identity;

        if (!is_own && (found || !g->segment))
            continue;
        ckpti_plan_path(plan, g->path, path);
        if (ckpti_plan_identity(path) != f->identity)
            continue;
        if (is_own)
            return false;
        found = true;
        strcpy(at, path);
    }
    return found;
}

void ckpti_plan_rescue(const ckpti_plan *plan)
{
    char path[PATH_MAX], at[PATH_MAX], name[PATH_MAX + 32];
    unsigned number = 0;

    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        free(f->rescued);
        f->rescued = 0;
        if (!(f->flags & CKPTI_PLAN_NAMES) || f->flags & CKPTI_PLAN_OTHERS || !ckpti_plan_is_file(f))
            continue;
        ckpti_plan_path(plan, f->path, path);
        if (ckpti_plan_identity(path) == f->identity || !is_elsewhere(plan, f, at))
            continue;
        do                                         /* beside the journal, which knows it for its own if we are killed; or, on another disk, beside it */
            snprintf(name, sizeof name, "%s/undo-%06llu.%u", plan->journal, (unsigned long long)plan->segment, 900000000 + number++);
        while (link(at, name) < 0 && errno == EEXIST);
        if (ckpti_plan_identity(name) != f->identity) {
            snprintf(name, sizeof name, "%s.ckpt-%u", at, number);
            (void)link(at, name);
        }
        if (ckpti_plan_identity(name) == f->identity)
            f->rescued = strdup(name);
        else
            ckpti_plan_report(path, "cannot be kept while files are put back: %s", strerror(errno));
    }
}

void ckpti_plan_rescued(const ckpti_plan *plan)
{
    for (ckpti_plan_file *f = plan->first; f; f = f->next)
        if (f->rescued)
            (void)unlink(f->rescued);
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

bool ckpti_plan_take_place(const ckpti_plan *plan, const ckpti_plan_file *f, const char *path)
{
    char other[PATH_MAX];
    struct stat64 st;
    bool there = lstat64(path, &st) == 0;

    if (!f->segment || (there && !S_ISREG(st.st_mode)))
        return true;                               /* the program has not touched the name since; not a file: said below */
    if (f->flags & CKPTI_PLAN_NAMES) {
        if (there && ckpti_plan_identity(path) == f->identity)
            return true;
        if (find_name(plan, f, path, other)) {
            if ((!there || unlink(path) == 0) && link(other, path) == 0)
                return true;
            ckpti_plan_report(path, "cannot be linked to %s again: %s", other, strerror(errno));
            there = lstat64(path, &st) == 0;
        } else if (ckpti_plan_has_content(f) && names_in(plan, f) < f->names) {
            ckpti_plan_report(path, "had other names at the checkpoint, which are not found; it is a file of its own now");
        }
    }
    if (!there || st.st_nlink < 2)
        return true;
    if (f->kind == CKPTI_UNDO_LOST)
        ckpti_plan_report(path, CKPTI_PLAN_LOST);
    else if (ckpti_plan_has_content(f) ? unlink(path) == 0 : f->kind != CKPTI_UNDO_LINK && make_own(path, f->length, &st))
        return true;
    else if (f->kind != CKPTI_UNDO_LINK)           /* that it could not be linked is said */
        ckpti_plan_report(path, "cannot be put back as it was at the checkpoint, as it has other names: %s", strerror(errno));
    return false;
}

bool ckpti_plan_is_done(const ckpti_plan *plan, const char *path)
{
    struct stat64 st;
    uint64_t now;

    if (lstat64(path, &st) < 0 || st.st_nlink < 2 || !(now = ckpti_plan_identity(path)))
        return false;
    for (const ckpti_plan_file *g = plan->first; g; g = g->next)
        if (g->done == now)
            return true;
    return false;
}
