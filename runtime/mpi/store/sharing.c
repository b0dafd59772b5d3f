/* sharing.c - files that several ranks write. See sharing.h. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "mpi/layer.h"
#include "mpi/protocol/mutants.h"
#include "mpi/store/sharing.h"
#include "mpi/store/window.h"
#include "objects/files.h"
#include "objects/heap.h"

typedef struct found {
    char *path;
    uint64_t machine, inode, state, time, listed;
    bool update;
    enum ckpti_file_how how;
    int rank;
} found;

static found *list;
static size_t count, room;
static bool incomplete;               /* no memory: what the ranks found is not known */

static void put(void *to, const ckpti_file_found *f)
{
    ckpti_pw_string(to, f->path);
    ckpti_pw_u64(to, f->machine);
    ckpti_pw_u64(to, f->inode);
    ckpti_pw_u32(to, f->update);
    ckpti_pw_u64(to, f->state);
    ckpti_pw_u64(to, f->time);
    ckpti_pw_u64(to, f->listed);
    ckpti_pw_u32(to, f->how);
}

void ckptm_sharing_list(ckpti_pw *w)
{
    if (!ckptm_mutant(shared_files))
        ckpti_files_log_active(put, w);
}

void ckptm_sharing_begin(void)
{
    ckpti_heap_private(+1);
    for (size_t i = 0; i < count; i++)
        free(list[i].path);
    count = 0;
    incomplete = false;
    ckpti_heap_private(-1);
}

void ckptm_sharing_add(int from, const void *bytes, size_t size)
{
    ckpti_pr r = { bytes, (const unsigned char *)bytes + size, false };

    ckpti_heap_private(+1);
    while (r.p < r.end && !r.bad) {
        if (count == room)
            list = ckptm_private(list, (room = room ? 2 * room : 64) * sizeof *list);
        list[count] = (found){ .path = ckpti_pr_string(&r), .rank = from };
        list[count].machine = ckpti_pr_u64(&r);
        list[count].inode = ckpti_pr_u64(&r);
        list[count].update = ckpti_pr_u32(&r);
        list[count].state = ckpti_pr_u64(&r);
        list[count].time = ckpti_pr_u64(&r);
        list[count].listed = ckpti_pr_u64(&r);
        list[count].how = ckpti_pr_u32(&r);
        if (list[count].path)
            count++;
        else
            incomplete = true;
    }
    ckpti_heap_private(-1);
}

static int by_file(const void *a, const void *b)
{
    const found *x = a, *y = b;
    int order = strcmp(x->path, y->path);

    return order ? order : x->machine != y->machine ? (x->machine > y->machine) - (x->machine < y->machine) : x->rank - y->rank;
}

static bool is_one_file(const found *a, const found *b) { return !strcmp(a->path, b->path) && a->machine == b->machine; }

/* Did the file change between the checkpoints of two ranks that write it? Opening may be a change. Times are the machines' clocks. An idle rank has no part in
 * what one that has the file open makes of it, if that one's image says as much of the file as its own (files_job.c); else it is as good as one that uses it. */
static bool changed_between(const found *a, const found *b)
{
    if (b->how == CKPTI_FILE_IDLE && a->how != CKPTI_FILE_IDLE)
        return changed_between(b, a);
    if (a->how == CKPTI_FILE_IDLE && b->how == CKPTI_FILE_IDLE)
        return a->inode != b->inode || a->time > b->listed || b->time > a->listed;
    if (a->how == CKPTI_FILE_IDLE && b->how == CKPTI_FILE_OPEN && (!a->update || b->update))
        return a->inode != b->inode || a->time > b->listed;
    if (a->how != CKPTI_FILE_AFTER && b->how != CKPTI_FILE_AFTER)
        return a->state != b->state;
    return a->how != b->how && (a->how == CKPTI_FILE_AFTER ? a->time < b->listed : b->time < a->listed);
}

ckpt_status ckptm_sharing_check(void)
{
    if (incomplete)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    if (count)
        qsort(list, count, sizeof *list, by_file);
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count && is_one_file(&list[i], &list[j]); j++)
            if (changed_between(&list[i], &list[j]))
                return ckpti_fail(CKPT_EUNSUPPORTED, "ranks %d and %d have %s open for writing, which changed between their checkpoints: what one of them wrote "
                                  "would be lost at a restart; let only one rank open it so, each a file of its own, or keep writing and sites apart (MPI_Barrier)", list[i].rank, list[j].rank, list[i].path);
    return CKPT_OK;
}
