/* files_list.c - the files that the program writes, as an image lists them; of a job, which of them may have been written around the site. See files.h.
 *
 * Purpose    rows of the section WRIT, and what the ranks of a job compare before a line is committed (mpi/store/sharing.c).
 * Idle       a rank that has a file open and has not used the stream since (all ranks open the log, one writes it) has no part in what the file
 *            is: nothing was ever read or written by it, its descriptor has no other user and stands where it was.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>
#include "objects/files.h"
#include "objects/files_entry.h"
#include "objects/job.h"
#include "objects/streams.h"

static uint64_t listed;                /* jobs: when the last list was made */

static bool is_job(void) { return ckpti_job_is_several && ckpti_job_is_several(); }

void ckpti_files_log_new_segment(void)
{
    for (ckpti_file_entry *e = ckpti_files_entries(); e; e = e->next) {
        e->was_open = e->flags & CKPTI_WF_OPEN;
        e->was_idle = e->flags & CKPTI_WF_IDLE;
        e->flags = 0;
        e->busy = false;
    }
}

ckpt_status ckpti_files_log_open(const char *canonical, unsigned flags, int fd)
{
    ckpti_file_entry *e = ckpti_files_entry(canonical);
    uint64_t opened;

    if (!e)
        return ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written");
    if (e->flags & CKPTI_WF_OPEN || !is_job() || !ckpti_stream_is_idle(fd, &opened)) {
        e->busy = true;
    } else {
        e->idle_fd = fd;
        e->opened = opened;
    }
    e->flags |= flags;
    return CKPT_OK;
}

static void put(ckpti_pw *w, const char *path, unsigned flags, uint64_t length, uint32_t mode, uint64_t hash, const unsigned char *content, size_t size)
{
    ckpti_pw_string(w, path);
    ckpti_pw_u32(w, flags);
    ckpti_pw_u64(w, length);
    ckpti_pw_u32(w, mode);
    ckpti_pw_u64(w, hash);
    ckpti_pw_bytes(w, content, size);
}

/* What a file is, for other ranks that write it, too. A change within the tick of the last one leaves its time as it is: a greater file is looked
 * at when that is over. */
static uint64_t state_of(const char *path, int fd)
{
    struct { uint64_t length, seconds, nanoseconds, inode, hash; } now = { 0 };
    struct stat64 st;
    int64_t since;

    if (lstat64(path, &st) < 0)
        return 0;
    since = (int64_t)(ckpti_files_now() - (uint64_t)st.st_mtim.tv_sec * 1000000000u - (uint64_t)st.st_mtim.tv_nsec);

    if (since >= 0 && since < CKPTI_FILE_TICK && (st.st_size > 128 << 10 || fd < 0))
        (void)nanosleep(&(struct timespec){ .tv_nsec = CKPTI_FILE_TICK }, 0);
    if (lstat64(path, &st) < 0)
        return 0;
    if (fd >= 0)
        (void)ckpti_files_hash_ends(fd, (uint64_t)st.st_size, &now.hash);
    now.length = (uint64_t)st.st_size;
    now.seconds = (uint64_t)st.st_mtim.tv_sec;
    now.nanoseconds = (uint64_t)st.st_mtim.tv_nsec;
    now.inode = st.st_ino;
    return XXH64(&now, sizeof now, 0) | 1;
}

/* Jobs: has it only been opened, by one stream, and that not used? An earlier handle that is closed by now may have been. */
static bool is_idle(const ckpti_file_entry *e)
{
    if (!is_job() || !(e->flags & CKPTI_WF_OPEN) || e->busy)
        return false;
    return e->segment + 1 == ckpti_undo_segment() ? !e->was_open && e->touches == 1 : !e->was_open || e->was_idle;
}

/* Jobs: may the program have written it since the checkpoint before? */
static bool is_active(const ckpti_file_entry *e)
{
    return is_job() && !is_idle(e) && (e->flags & CKPTI_WF_OPEN || e->was_open || e->segment + 1 == ckpti_undo_segment());
}

/* Directories and links have no row: only the journal tells of them. */
static ckpt_status put_row(ckpti_pw *w, ckpti_file_entry *e, uint32_t *rows)
{
    struct stat64 st;
    bool exists = lstat64(e->path, &st) == 0;
    uint64_t length = exists ? (uint64_t)st.st_size : 0, hash = 0;
    unsigned flags = e->flags | (exists ? CKPTI_WF_EXISTS : 0u);
    unsigned char *content = 0;
    bool keep = exists && length && e->flags & CKPTI_WF_OPEN && e->flags & CKPTI_WF_UPDATE, active = is_active(e), idle = is_idle(e);
    int fd;

    if (!e->written || (exists && !S_ISREG(st.st_mode)))
        return CKPT_OK;
    e->listed = exists ? ckpti_undo_segment() : 0;
    e->listed_length = length;
    e->inode = exists ? st.st_ino : 0;
    fd = keep || ((active || idle) && exists) ? open64(e->path, O_RDONLY | O_CLOEXEC) : -1;
    e->active = active ? ckpti_undo_segment() : 0;
    e->idle = idle ? ckpti_undo_segment() : 0;
    e->state = active || idle ? state_of(e->path, fd) : 0;
    if (idle)
        e->flags |= CKPTI_WF_IDLE;
    flags |= active ? CKPTI_WF_ACTIVE : idle ? CKPTI_WF_IDLE : 0u;
    if (!keep && fd >= 0) {
        close(fd);
        fd = -1;
    }
    if (fd >= 0 && length <= ckpti_keep_whole && (content = ckpti_files_alloc(length)) && ckpti_files_read(fd, content, length, 0))
        flags |= CKPTI_WF_CONTENT;
    else if (keep)
        flags |= CKPTI_WF_HASHED;                  /* one that cannot be read is never found to be the same */
    if (flags & CKPTI_WF_HASHED && (fd < 0 || !ckpti_files_hash(fd, length, &hash)))
        hash = 0;
    if (fd >= 0)
        close(fd);
    put(w, e->path, flags, length, exists ? st.st_mode & 07777 : 0, hash, content, flags & CKPTI_WF_CONTENT ? length : 0);
    ckpti_files_free(content, length);
    ++*rows;
    return w->failed ? ckpti_fail(CKPT_ENOMEM, "out of memory for the list of files written") : CKPT_OK;
}

ckpt_status ckpti_files_log_rows(ckpti_pw *w)
{
    ckpt_status status = CKPT_OK;
    size_t at = w->size;
    uint32_t rows = 0;
    uint64_t id;

    ckpti_pw_u32(w, 0);
    if (is_job()) {
        put(w, "/", CKPTI_WF_TIME, listed = ckpti_files_now(), 0, 0, 0, 0);
        rows++;
    }
    if ((id = ckpti_undo_id())) {
        put(w, ckpti_undo_directory(), CKPTI_WF_JOURNAL, id, 0, 0, 0, 0);
        rows++;
    }
    for (ckpti_file_entry *e = ckpti_files_entries(); e && status == CKPT_OK; e = e->next)
        status = put_row(w, e, &rows);
    if (status == CKPT_OK && !w->failed) {
        ckpti_pw number = { .data = w->data + at, .room = 4 };
        ckpti_pw_u32(&number, rows);
    }
    return status;
}

/* Has the stream that was idle at the checkpoint not been used, nor closed, to this moment? */
static bool is_still_idle(const ckpti_file_entry *e)
{
    uint64_t opened;
    return e->segment != ckpti_undo_segment() && ckpti_stream_is_idle(e->idle_fd, &opened) && opened == e->opened;
}

void ckpti_files_log_active(void (*take)(void *to, const ckpti_file_found *found), void *to)
{
    uint64_t segment = ckpti_undo_segment();
    struct stat64 st;

    for (const ckpti_file_entry *e = ckpti_files_entries(); e; e = e->next) {
        bool active = e->active && e->active == segment, idle = e->idle && e->idle == segment, still = idle && is_still_idle(e);
        ckpti_file_found found = { .path = e->path, .machine = ckpti_files_key(e->path, 0), .inode = e->inode, .update = e->flags & CKPTI_WF_UPDATE, .state = e->state,
                                   .time = listed, .listed = listed, .how = e->flags & CKPTI_WF_OPEN ? CKPTI_FILE_OPEN : CKPTI_FILE_CLOSED };

        if (still)
            found.how = CKPTI_FILE_IDLE, found.time = e->opened;
        if (active || idle)
            take(to, &found);
        if (!active && e->segment == segment)
            take(to, &(ckpti_file_found){ .path = e->path, .machine = found.machine, .inode = idle ? e->inode : lstat64(e->path, &st) == 0 ? st.st_ino : 0,
                                          .time = e->time, .listed = listed, .how = CKPTI_FILE_AFTER });
    }
}
