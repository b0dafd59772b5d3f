/* undo_plan.c - the list of files to be put back as they were at a checkpoint. See files.h, undo_plan.h.
 *
 * Purpose    join what an image says of the files written with what the journal says of changes since; look whether it can be
 *            done.
 * Invariants for each file what was said first counts: the image, then the journal's segments in order.
 */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include "objects/undo_plan.h"

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
        free(f->later);
        free(f->rescued);
        free(f);
    }
    free(plan->from);
    free(plan->to);
    free(plan->journal);
    free(plan->elsewhere);
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

bool ckpti_plan_is_file(const ckpti_plan_file *f) { return f->kind >= CKPTI_UNDO_LENGTH && f->kind <= CKPTI_UNDO_LOST; }

bool ckpti_plan_has_content(const ckpti_plan_file *f)
{
    return f->kind == CKPTI_UNDO_CONTENT && f->content && f->content_size >= f->length;
}

/* Another name of the file at the checkpoint, of which the journal had the content before: it may have been written by that name since. */
static const ckpti_plan_file *content_before(const ckpti_plan *plan, const ckpti_plan_file *f)
{
    for (const ckpti_plan_file *g = plan->first; g && f->flags & CKPTI_PLAN_NAMES; g = g->next)
        if (g != f && g->flags & CKPTI_PLAN_NAMES && g->identity == f->identity && g->kind == CKPTI_UNDO_CONTENT && g->content && g->content_size >= f->length)
            return g;
    return 0;
}

/* Where other ranks know better than this one's image how the file was at the line, the journal's content may be all that there is of it. */
static bool keep_later(ckpti_plan_file *f, const ckpti_undo *record)
{
    if (!(f->later = malloc(record->content_size + 1)))
        return false;
    if (record->content_size)
        memcpy(f->later, record->content, record->content_size);
    f->later[record->content_size] = 0;
    f->later_size = record->content_size;
    f->later_kind = record->kind;
    f->later_time = record->time;
    return true;
}

static uint32_t hash_flag(const ckpti_undo *record)
{
    return record->kind != CKPTI_UNDO_UPDATE ? 0 : record->ends ? CKPTI_WF_ENDS : CKPTI_WF_HASHED;
}

static void take_hash(ckpti_plan_file *f, const ckpti_undo *record)
{
    f->flags |= hash_flag(record);
    f->hashed = record->length;
}

/* Only its name was to go: what the file is known by under another one. */
static void take_moved(ckpti_plan_file *f, const ckpti_undo *record)
{
    ckpti_pr r = { record->content, record->content + record->content_size, false };

    if (record->kind != CKPTI_UNDO_LOST || !record->hash || record->content_size != 8)
        return;
    f->moved = record->hash;
    f->moved_time = ckpti_pr_u64(&r);
    if (record->time && record->time - f->moved_time < CKPTI_FILE_TICK)
        f->moved_time = 0;                         /* a change just after would not show */
}

/* What the journal knows beyond what was said before. */
static ckpt_status merge(const ckpti_plan *plan, ckpti_plan_file *f, const ckpti_undo *record)
{
    f->flags &= ~CKPTI_PLAN_UNCONFIRMED;
    if (f->kind == CKPTI_UNDO_MODE) {
        f->kind = record->kind;
        f->length = record->length;
        f->hash = record->hash;
        f->content_time = record->time;
        take_hash(f, record);
        take_moved(f, record);
        return !record->content || record->kind == CKPTI_UNDO_LOST || copy_content(f, record->content, record->content_size) ? CKPT_OK
                                   : ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    }
    if (f->flags & CKPTI_WF_IDLE && !f->later && (record->kind == CKPTI_UNDO_LINK || record->kind == CKPTI_UNDO_CONTENT) && !keep_later(f, record))
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    if (!ckpti_plan_is_file(f) || f->content || f->kind == CKPTI_UNDO_LOST)
        return CKPT_OK;
    if (record->kind == CKPTI_UNDO_LINK || (record->kind == CKPTI_UNDO_CONTENT && record->content_size >= f->length)) {
        const ckpti_plan_file *g = record->kind == CKPTI_UNDO_CONTENT ? content_before(plan, f) : 0;
        if (!copy_content(f, g ? g->content : record->content, g ? g->content_size : record->content_size))
            return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
        f->kind = record->kind;
        f->content_time = g ? g->content_time : record->time;
    } else if (record->kind == CKPTI_UNDO_LOST) {
        f->kind = CKPTI_UNDO_LOST;
        take_moved(f, record);
    } else if (record->kind == CKPTI_UNDO_UPDATE && f->kind == CKPTI_UNDO_LENGTH && record->length >= f->length &&
               !(f->flags & (CKPTI_WF_HASHED | CKPTI_WF_ENDS))) {   /* it may have grown before */
        f->kind = CKPTI_UNDO_UPDATE;
        f->hash = record->hash;
        take_hash(f, record);
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

/* Files were put back then: to an earlier state, and this one cannot be had any more; or to this one: what could be compared has been, and a file whose
 * bytes were others is LOST since. */
static ckpt_status take_back(ckpti_plan *plan, const ckpti_undo *record)
{
    if (record->length < plan->segment)
        return ckpti_undo_fail_back(plan->journal);
    if (*record->path && !plan->elsewhere && !(plan->elsewhere = strdup(record->path)))
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    for (ckpti_plan_file *f = plan->first; f && record->mode && record->length == plan->segment; f = f->next)
        if (f->kind == CKPTI_UNDO_UPDATE && f->hashed > f->length) {
            f->kind = CKPTI_UNDO_LENGTH;
            f->flags &= ~(uint32_t)(CKPTI_WF_HASHED | CKPTI_WF_ENDS);
        }
    return CKPT_OK;
}

static ckpt_status take(void *to, const ckpti_undo *record)
{
    ckpti_plan *plan = to;
    ckpti_plan_file *f;

    if (record->kind == CKPTI_UNDO_PUT_BACK)
        return take_back(plan, record);
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
        return merge(plan, f, record);
    }
    ckpti_plan_file made = {
        .path = (char *)record->path, .kind = record->kind, .length = record->length, .hash = record->hash,
        .mode = record->mode, .segment = record->kind == CKPTI_UNDO_MODE ? 0 : record->segment, .time = record->time, .content_time = record->time,
        .flags = record->kind == CKPTI_UNDO_MODE ? CKPTI_PLAN_MODE : hash_flag(record), .hashed = record->length };
    take_moved(&made, record);
    if (record->kind != CKPTI_UNDO_LOST) {
        made.content = (unsigned char *)record->content;
        made.content_size = record->content_size;
    }
    return ckpti_plan_add(plan, &made);
}

/* What the journal has of one name of a file it has of all that it had. */
static ckpt_status share_content(ckpti_plan *plan)
{
    for (ckpti_plan_file *f = plan->first; f; f = f->next) {
        const ckpti_plan_file *g = ckpti_plan_is_file(f) && !f->content ? content_before(plan, f) : 0;
        if (g && !copy_content(f, g->content, g->content_size))
            return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
        if (g) {
            f->kind = CKPTI_UNDO_CONTENT;
            f->content_time = g->content_time;
        }
    }
    return CKPT_OK;
}

ckpt_status ckpti_plan_add_journal(ckpti_plan *plan, const char *directory, uint64_t segment)
{
    ckpt_status status;

    if (!directory)
        return CKPT_OK;
    if (!(plan->journal = strdup(directory)))
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the undo journal");
    plan->segment = segment;
    status = ckpti_undo_read(directory, segment, take, plan);
    return status == CKPT_OK ? share_content(plan) : status;
}

bool ckpti_plan_kept(const ckpti_plan *plan, const char *name, char *out, size_t size)
{
    return plan->journal && !strchr(name, '/') && (size_t)snprintf(out, size, "%s/%s", plan->journal, name) < size;
}

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
    if (ckpti_plan_has_content(f) || (f->kind == CKPTI_UNDO_LINK && ckpti_plan_kept(plan, (char *)f->content, kept, sizeof kept) &&
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
        if (f->flags & CKPTI_WF_OPEN && !(f->flags & CKPTI_PLAN_OTHERS) && ckpti_plan_is_file(f))
            status = check_open(plan, f);
    return status;
}
