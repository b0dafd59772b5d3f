/* files_job.c - files that several ranks of a job write: who puts them back at a restart. See files.h, job.h.
 *
 * Purpose    each rank's image and journal say how a file was when that rank had its checkpoint or first touched it. The line's state of a
 *            file is what the first of these says that was followed by a change: that rank puts it back, the others leave it alone.
 * Invariants a line where two ranks may have written a file until their checkpoints, and found it different there, is never committed
 *            (mpi/store/sharing.c): here they agree. A file is the same where path and inode are, and the machine, if the disk is that
 *            machine's own: paths may be equal by chance. All ranks see the same list and decide alike. Times are the machines' clocks.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "objects/files.h"
#include "objects/job.h"

enum { ACTS = 1 /* changes, or may change, the file after the line */, ACTIVE = 2 /* may have changed it just before */, LAST = 4 /* ends a rank's list */,
       OPENED = 16 /* had it open at its checkpoint */,
       IDLE = 8 /* had it open, and had not used it: what its image says, */, LATER = 32 /* and what its journal says */, DROPPED = 64,
       UPDATES = 128 /* had it open to be written anywhere: its image has the content, or a hash */ };

/* What a rank says of a file. */
typedef struct said {
    char *path;
    uint64_t inode, length, room;     /* room: bytes at hand, for kinds CONTENT and LINK */
    uint64_t time, listed, since;     /* of the first change; of its checkpoint; of what is at hand */
    uint32_t kind, bits;
    int rank;
    size_t index;                     /* in that rank's list */
} said;

typedef struct list {
    said *all;
    size_t count, size;
} list;

uint64_t ckpti_files_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Of a file on a disk of this machine alone (statfs(2)): which machine that is; of others 0. */
static uint64_t machine_of(const char *path)
{
    static const uint32_t own[] = { 0xEF53 /* ext */, 0x58465342 /* xfs */, 0x9123683E /* btrfs */, 0x01021994 /* tmpfs */, 0x794C7630 /* overlay */,
                                    0x858458F6 /* ramfs */, 0x2FC12FC1 /* zfs */, 0xF2F52010 /* f2fs */ };
    char directory[PATH_MAX], host[256] = { 0 };
    struct statfs64 system;

    snprintf(directory, sizeof directory, "%s", path);
    while (statfs64(directory, &system) < 0)       /* gone: where it was */
        if (directory[1]) {
            char *slash = strrchr(directory, '/');
            slash[slash == directory] = 0;
        } else {
            return 0;
        }
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if ((uint32_t)system.f_type == own[i] && gethostname(host, sizeof host - 1) == 0)
            return XXH64(host, strlen(host), 0) | 1;
    return 0;
}

uint64_t ckpti_files_key(const char *path, uint64_t inode) { return inode ^ machine_of(path); }

static void here(const ckpti_plan *plan, const ckpti_plan_file *f, char *path, uint64_t *inode)
{
    struct stat64 st;

    ckpti_plan_path(plan, f->path, path);
    *inode = ckpti_files_key(path, lstat64(path, &st) == 0 ? st.st_ino : 0);
}

static void put(ckpti_pw *w, const said *s)
{
    ckpti_pw_string(w, s->path);
    ckpti_pw_u32(w, s->bits);
    ckpti_pw_u32(w, s->kind);
    ckpti_pw_u64(w, s->inode);
    ckpti_pw_u64(w, s->length);
    ckpti_pw_u64(w, s->room);
    ckpti_pw_u64(w, s->time);
    ckpti_pw_u64(w, s->listed);
    ckpti_pw_u64(w, s->index);
    ckpti_pw_u64(w, s->since);
}

/* Of a link the length is not at hand: what is linked is the file itself. */
static uint64_t room_of(const ckpti_plan_file *f)
{
    return f->kind == CKPTI_UNDO_LINK ? INT64_MAX : f->kind == CKPTI_UNDO_CONTENT ? f->content_size : 0;
}

/* An idle rank's image says how the file was at its checkpoint; its journal, what it did itself since. Which counts depends on what others say. */
static void put_file(ckpti_pw *w, const ckpti_plan *plan, const ckpti_plan_file *f, size_t index)
{
    char path[PATH_MAX];
    said s = { .path = path, .length = f->length, .room = room_of(f), .kind = f->kind, .listed = plan->time, .index = index };

    here(plan, f, path, &s.inode);
    s.bits = (f->flags & CKPTI_WF_ACTIVE ? ACTIVE : 0u) | (f->flags & CKPTI_WF_IDLE ? IDLE : 0u) | (f->flags & CKPTI_WF_OPEN ? OPENED : 0u) | (f->flags & CKPTI_WF_UPDATE ? UPDATES : 0u);
    if (f->flags & (CKPTI_WF_OPEN | CKPTI_PLAN_MODE) || f->segment)
        s.bits |= ACTS;
    s.time = f->flags & CKPTI_WF_OPEN ? plan->time : f->time;
    s.since = f->content_time ? f->content_time : plan->time;
    put(w, &s);
    if (!(f->flags & CKPTI_WF_IDLE))
        return;
    s.bits = LATER | (f->segment ? ACTS : 0u) | (s.bits & UPDATES);
    s.time = f->time;
    s.kind = f->later_kind ? f->later_kind : f->kind == CKPTI_UNDO_LOST ? CKPTI_UNDO_LOST : CKPTI_UNDO_LENGTH;
    s.room = f->later_kind == CKPTI_UNDO_LINK ? INT64_MAX : f->later_size;
    s.since = f->later_time;
    put(w, &s);
}

static bool add(list *l, const said *s)
{
    if (l->count == l->size) {
        size_t size = l->size ? 2 * l->size : 64;
        said *all = realloc(l->all, size * sizeof *all);

        if (!all)
            return false;
        l->all = all;
        l->size = size;
    }
    l->all[l->count++] = *s;
    return true;
}

/* All lists, one after another. */
static bool read_all(const unsigned char *bytes, size_t size, list *l)
{
    ckpti_pr r = { bytes, bytes + size, false };
    int rank = 0;

    while (r.p < r.end) {
        said s = { .path = ckpti_pr_string(&r), .rank = rank };
        s.bits = ckpti_pr_u32(&r);
        s.kind = ckpti_pr_u32(&r);
        s.inode = ckpti_pr_u64(&r);
        s.length = ckpti_pr_u64(&r);
        s.room = ckpti_pr_u64(&r);
        s.time = ckpti_pr_u64(&r);
        s.listed = ckpti_pr_u64(&r);
        s.index = (size_t)ckpti_pr_u64(&r);
        s.since = ckpti_pr_u64(&r);
        if (s.bits & LAST) {
            free(s.path);
            rank++;
        } else if (r.bad || !s.path || !add(l, &s)) {
            free(s.path);
            return false;
        }
    }
    return !r.bad;
}

static int by_file(const void *a, const void *b)
{
    const said *x = a, *y = b;
    int order = strcmp(x->path, y->path);

    return order ? order : x->inode != y->inode ? (x->inode > y->inode) - (x->inode < y->inode) : x->rank - y->rank;
}

/* Who has used the file, and had it open, knows how it was at the line: then an idle rank's image does not, for it may be older. Else, and where it has
 * content and the other only a length (then both found the file alike), it is as good as any, and what the rank did itself is behind it. */
static void choose(said *from, said *to)
{
    bool appends = false, updates = false;

    for (const said *s = from; s < to; s++)
        if ((s->bits & (ACTIVE | OPENED)) == (ACTIVE | OPENED))
            *(s->bits & UPDATES ? &updates : &appends) = true;
    for (said *s = from; s < to; s++)
        if (s->bits & (updates || (appends && !(s->bits & UPDATES)) ? IDLE : LATER))
            s->bits |= DROPPED;
}

static const said *first_to_change(const said *from, const said *to)
{
    const said *first = 0;

    for (const said *s = from; s < to; s++)
        if (!(s->bits & DROPPED) && s->bits & ACTS && (!first || s->time < first->time))
            first = s;
    return first;
}

/* How long the file was at the line. A rank that has not written it for some time may have seen it before others, who had, came to their checkpoints; these
 * have found it alike. */
static uint64_t length_at_line(const said *from, const said *to, const said *first)
{
    for (const said *s = from; s < to; s++)
        if (s->bits & ACTIVE)
            return s->length;
    return first->length;
}

/* The rank that has what the first had, if that itself has only its length, or has put its content aside when others had changed it. */
static const said *at_hand(const said *from, const said *to, const said *first, uint64_t length)
{
    const said *best = first;
    bool has = first->kind == CKPTI_UNDO_CONTENT || first->kind == CKPTI_UNDO_LINK;

    if (!has && first->kind != CKPTI_UNDO_LENGTH && first->kind != CKPTI_UNDO_UPDATE)
        return first;
    for (const said *s = from; s < to; s++)
        if (!(s->bits & DROPPED) && s->bits & ACTS && s->room >= length && (s->kind == CKPTI_UNDO_LINK || (s->kind == CKPTI_UNDO_CONTENT && first->kind != CKPTI_UNDO_UPDATE)) &&
            ((best == first && !has) || s->since < best->since))
            best = s;
    return best;
}

static ckpti_plan_file *file_at(const ckpti_plan *plan, size_t index)
{
    ckpti_plan_file *f = plan->first;

    while (index--)
        f = f->next;
    return f;
}

/* What the journal has of it, in the place of what the image has. */
static void take_later(ckpti_plan_file *f)
{
    free(f->content);
    f->content = f->later;
    f->content_size = f->later_size;
    f->kind = f->later_kind;
    f->content_time = f->later_time;
    f->later = 0;
}

/* The rank that compares a file which another puts back who only appends to it: the first that had it open to be written anywhere. */
static const said *first_to_know(const said *from, const said *to)
{
    for (const said *s = from; s < to; s++)
        if (!(s->bits & DROPPED) && (s->bits & (UPDATES | OPENED)) == (UPDATES | OPENED))
            return s;
    return 0;
}

/* One file, of which several ranks speak. */
static ckpt_status decide(const ckpti_plan *plan, said *from, const said *to, int rank)
{
    choose(from, (said *)to);

    const said *first = first_to_change(from, to), *doing, *knows;
    uint64_t length = first ? length_at_line(from, to, first) : 0;

    doing = first ? at_hand(from, to, first, length) : 0;
    knows = doing && !(doing->bits & UPDATES) && !doing->room ? first_to_know(from, to) : 0;

    for (const said *s = from; first && s < to; s++)
        if (s->bits & ACTIVE && s->rank != first->rank && !(first->bits & (ACTIVE | IDLE)) && first->time < s->listed)
            return ckpti_fail(CKPT_EFILE, "%s: rank %d changed it after its checkpoint, but before that of rank %d, which writes it too: how it was "
                              "at this line is not known; restart from another line, and let one rank write it", s->path, first->rank, s->rank);
    for (const said *s = from; s < to; s++) {
        ckpti_plan_file *f = s->rank == rank ? file_at(plan, s->index) : 0;

        if (f && s->bits & DROPPED && s->bits & IDLE)
            f->flags &= ~(uint32_t)(CKPTI_WF_HASHED | CKPTI_WF_ENDS);            /* of an older content */
        if (!f || s->bits & DROPPED)
            continue;
        if (doing == s && s->bits & LATER && f->later)
            take_later(f);
        if (!doing || doing->rank != rank) {
            f->flags |= CKPTI_PLAN_OTHERS;
            if (s != knows)
                f->flags &= ~(uint32_t)(CKPTI_WF_HASHED | CKPTI_WF_ENDS);
        } else if (doing != first || f->length != length) {
            f->length = length;
            if (doing != first)
                f->flags &= ~(uint32_t)(CKPTI_WF_HASHED | CKPTI_WF_ENDS);
        }
    }
    return CKPT_OK;
}

ckpt_status ckpti_plan_agree(ckpti_plan *plan)
{
    ckpti_pw own = { 0 };
    list l = { 0 };
    ckpt_status status = CKPT_OK;
    unsigned char *bytes;
    size_t size = 0, index = 0;
    int rank = 0;

    if (!ckpti_job_is_several || !ckpti_job_is_several())
        return CKPT_OK;
    for (const ckpti_plan_file *f = plan->first; f; f = f->next)
        put_file(&own, plan, f, index++);
    put(&own, &(said){ .path = (char *)"", .bits = LAST });
    if (own.failed)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    bytes = ckpti_job_gather(own.data, own.size, &size, &rank);
    ckpti_pw_free(&own);
    plan->together = true;
    if (!bytes || !read_all(bytes, size, &l))
        status = ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    if (status == CKPT_OK && l.count)
        qsort(l.all, l.count, sizeof *l.all, by_file);
    for (size_t i = 0, n; i < l.count && status == CKPT_OK; i = n) {
        bool is_own = false;

        for (n = i; n < l.count && !strcmp(l.all[n].path, l.all[i].path) && l.all[n].inode == l.all[i].inode; n++)
            is_own = is_own || l.all[n].rank == rank;
        if (is_own && l.all[n - 1].rank != l.all[i].rank)
            status = decide(plan, l.all + i, l.all + n, rank);
    }
    for (size_t i = 0; i < l.count; i++)
        free(l.all[i].path);
    free(l.all);
    free(bytes);
    return status;
}
