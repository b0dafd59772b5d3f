/* process.c - the state of the process in an image: sequence and sections. See process.h. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "core/log.h"
#include "objects/children.h"
#include "objects/environment.h"
#include "objects/files_open.h"
#include "objects/job.h"
#include "objects/process.h"
#include "objects/process_hooks.h"
#include "objects/process_roots.h"
#include "objects/process_state.h"
#include "objects/streams_table.h"

/* Sections in their order, which is that of restoring. */
enum { STATE, TIMER, WRITTEN, OPEN, DESCRIPTOR, STREAM, REPLAY, SECTIONS };   /* REPLAY: only if there are calls */
static const uint32_t tags[SECTIONS] = {
    CKPTI_PROC_STATE, CKPTI_PROC_TIMER, CKPTI_PROC_WRITTEN, CKPTI_PROC_OPEN, CKPTI_PROC_DESCRIPTOR, CKPTI_PROC_STREAM,
    CKPTI_PROC_REPLAY
};

/* What was taken at the last site. */
static struct {
    ckpti_pw sections[SECTIONS];
    ckpti_open_files files;
    ckpti_process_state state;
    uint32_t calls;
} taken;

/* What was read from an image and waits to be applied. */
static struct {
    bool ready;
    ckpti_process_state state;
    ckpti_open_files files;
    ckpti_stream_row *streams;
    uint32_t nstreams;
    ckpti_plan plan;
    char *journal;                    /* where the image says that its journal is, and the number of that */
    uint64_t journal_id;
} restored;

static pid_t starter;
static bool applying;                 /* what the process was given is gone */

/* Only of the program itself: its forks end, too. */
static void ended(void)
{
    if (starter == getpid())
        ckpti_undo_ended();
}

ckpt_status ckpti_proc_start(const char *directory)
{
    static bool registered;

    starter = getpid();
    ckpti_log_start(ckpti_streams_error_is_2);
    ckpti_files_start(directory != 0);
    ckpti_files_log_clear();
    ckpti_undo_start(directory);
    ckpti_open_files_start();
    if (directory && !registered && !(registered = atexit(ended) == 0))
        return ckpti_fail(CKPT_ENOMEM, "out of memory for exit handlers");
    if (getenv("CKPT_RESTART"))
        ckpti_lazy_use_all();
    return ckpti_environment_start();
}

void ckpti_proc_journal(bool keep) { ckpti_undo_pause(!keep); }

ckpt_status ckpti_proc_rewind(void)
{
    ckpti_plan plan = { 0 };
    uint64_t segment;
    bool open = false;
    const char *directory = ckpti_undo_directory();
    ckpt_status status = directory ? ckpti_undo_unfinished(directory, &segment, &open) : CKPT_OK;

    if (status == CKPT_OK && open)
        status = ckpti_plan_add_journal(&plan, directory, segment);
    if (status == CKPT_OK && (status = ckpti_plan_agree(&plan)) == CKPT_OK)
        (void)ckpti_plan_apply(&plan);
    ckpti_plan_free(&plan);
    return status;
}

/* ---- checkpoint ------------------------------------------------------------------------------------------------------------------ */

static void taken_free(void)
{
    for (int i = 0; i < SECTIONS; i++)
        ckpti_pw_free(&taken.sections[i]);
    ckpti_open_files_free(&taken.files);
    ckpti_process_state_free(&taken.state);
}

static bool seekable(int fd)
{
    const ckpti_open_file *f = ckpti_open_files_of(&taken.files, fd);

    return f && (f->kind == CKPTI_OPEN_FILE || f->kind == CKPTI_OPEN_NAMELESS ||
                 (f->kind == CKPTI_OPEN_INHERITED && f->inherited == 0 && f->length));
}

/* Are all children the job's, none the program's? */
static bool are_all_of_the_job(void)
{
    pid_t list[64];
    int n = ckpti_job_owns_child ? ckpti_children(list, CKPTI_COUNT(list)) : -1;

    for (int i = 0; i < n && i < (int)CKPTI_COUNT(list); i++)
        if (!ckpti_job_owns_child(list[i]))
            return false;
    return n > 0 && n <= (int)CKPTI_COUNT(list);
}

/* A restarted program has no children: one that it has yet to wait for cannot be carried. Those of the runtime do not count here
 * (site/child.h). */
static ckpt_status check_children(void)
{
    siginfo_t child = { 0 };

    if (waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) < 0 || are_all_of_the_job())
        return CKPT_OK;
    if (child.si_pid)
        return ckpti_fail(CKPT_EUNSUPPORTED, "process %ld, a child of the program's, has ended and was not waited for; call wait before the site",
                          (long)child.si_pid);
    return ckpti_fail(CKPT_EUNSUPPORTED, "a child process of the program's is running; wait for it before the site");
}

static ckpt_status take_all(int error)
{
    const char *path;
    ckpt_status status = ckpti_streams_refuse();

    if (status == CKPT_OK)
        status = ckpti_streams_flush();
    if (status == CKPT_OK && ckpti_streams_directory(&path))
        status = ckpti_fail(CKPT_EUNSUPPORTED, "%s%sa directory is being read; close it before the site", path ? path : "",
                            path ? ": " : "");
    if (status == CKPT_OK)
        status = ckpti_streams_check();
    if (status == CKPT_OK)
        status = check_children();
    if (status == CKPT_OK)
        status = ckpti_open_files_take(&taken.files);
    if (status == CKPT_OK)
        status = ckpti_process_state_take(&taken.state, error);
    if (status != CKPT_OK)
        return status;
    taken.state.segment = ckpti_undo_segment();
    taken.state.next_stream = ckpti_streams_next_id();
    for (int i = 0; i < SECTIONS; i++)
        ckpti_pw_u32(&taken.sections[i], CKPTI_PROC_VERSION);
    ckpti_process_state_write(&taken.state, &taken.sections[STATE], &taken.sections[TIMER]);
    ckpti_open_files_write(&taken.files, &taken.sections[OPEN], &taken.sections[DESCRIPTOR]);
    ckpti_streams_rows(&taken.sections[STREAM], seekable);
    status = ckpti_files_log_rows(&taken.sections[WRITTEN]);
    taken.calls = 0;
    if (status == CKPT_OK && ckpti_replay_rows)
        status = ckpti_replay_rows(&taken.sections[REPLAY], &taken.calls);
    for (int i = 0; i < SECTIONS && status == CKPT_OK; i++)
        if (taken.sections[i].failed)
            status = ckpti_fail(CKPT_ENOMEM, "out of memory for the state of the process");
    return status;
}

ckpt_status ckpti_proc_prepare(void)
{
    int error = errno;
    ckpt_status status;

    taken_free();
    ckpti_undo_next_segment();
    ckpti_files_log_new_segment();
    status = take_all(error);
    if (status != CKPT_OK)
        taken_free();
    else if (ckpti_clocks_prepare)
        ckpti_clocks_prepare();
    errno = error;
    return status;
}

ckpt_status ckpti_process_snapshot(void) { return ckpti_proc_prepare(); }

uint64_t ckpti_proc_mark(void) { return taken.state.segment; }

void ckpti_proc_shield(void)
{
    ckpti_open_files_sync(&taken.files);
    ckpti_open_files_shield(&taken.files);
}

ckpt_status ckpti_proc_encode(ckpti_proc_put put, void *to)
{
    ckpt_status status = CKPT_OK;

    ckpti_open_files_sync(&taken.files);
    for (int i = 0; i < SECTIONS && status == CKPT_OK; i++)
        if (i != REPLAY || taken.calls)
            status = put(to, tags[i], taken.sections[i].data, taken.sections[i].size);
    return status;
}

void ckpti_proc_committed(uint64_t mark) { ckpti_undo_committed(mark); }

/* ---- restart ----------------------------------------------------------------------------------------------------------------------- */

static void restored_free(void)
{
    ckpti_process_state_free(&restored.state);
    ckpti_open_files_free(&restored.files);
    for (uint32_t i = 0; i < restored.nstreams; i++) {
        free(restored.streams[i].mode);
        free(restored.streams[i].pushed);
    }
    free(restored.streams);
    free(restored.journal);
    ckpti_plan_free(&restored.plan);
    memset(&restored, 0, sizeof restored);
}

static ckpt_status bad(const char *what) { return ckpti_fail(CKPT_EBADIMAGE, "%s: the section is malformed", what); }
static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for the state of the process"); }

static ckpt_status read_stream(ckpti_pr *r, ckpti_stream_row *row)
{
    const unsigned char *pushed;

    row->id = ckpti_pr_u32(r);
    row->fd = (int32_t)ckpti_pr_u32(r);
    row->mode = ckpti_pr_string(r);
    row->flags = ckpti_pr_u32(r);
    row->buffering = ckpti_pr_u32(r);
    row->buffer = ckpti_pr_u64(r);
    row->position = ckpti_pr_u64(r);
    row->orientation = (int32_t)ckpti_pr_u32(r);
    pushed = ckpti_pr_bytes(r, &row->pushed_size);
    if (r->bad || row->position > INT64_MAX || (row->id >= 3 && row->id >= restored.state.next_stream))
        return bad("streams");
    if (!row->mode || !(row->pushed = malloc(row->pushed_size + 1)))
        return no_memory();
    if (row->pushed_size)
        memcpy(row->pushed, pushed, row->pushed_size);
    return CKPT_OK;
}

/* Streams 0, 1, 2, then others by number; each on a descriptor that is there. */
static ckpt_status read_streams(ckpti_pr *r)
{
    enum { ROW = 44 };
    uint32_t rows = ckpti_pr_count(r, ROW);
    ckpt_status status = CKPT_OK;

    restored.streams = calloc((size_t)rows + 1, sizeof *restored.streams);
    if (!restored.streams)
        return no_memory();
    for (uint32_t i = 0; i < rows && status == CKPT_OK; i++) {
        ckpti_stream_row *row = &restored.streams[restored.nstreams++];
        status = read_stream(r, row);
        if (status == CKPT_OK && (i < 3 ? row->id != i : row->id <= row[-1].id || row->flags & CKPTI_SF_CLOSED))
            status = bad("streams");
        if (status == CKPT_OK && !(row->flags & (CKPTI_SF_CLOSED | CKPTI_SF_INHERITED)) &&
            !ckpti_open_files_of(&restored.files, row->fd))
            status = bad("streams");
    }
    return status == CKPT_OK && rows < 3 ? bad("streams") : status;
}

static ckpt_status read_written(ckpti_pr *r)
{
    enum { ROW = 32 };
    uint32_t rows = ckpti_pr_count(r, ROW);
    ckpt_status status = CKPT_OK;

    for (uint32_t i = 0; i < rows && status == CKPT_OK; i++) {
        ckpti_plan_file f = { .path = ckpti_pr_string(r) };
        f.flags = ckpti_pr_u32(r);
        f.length = ckpti_pr_u64(r);
        f.mode = ckpti_pr_u32(r);
        f.hash = ckpti_pr_u64(r);
        f.content = (unsigned char *)ckpti_pr_bytes(r, &f.content_size);
        f.kind = !(f.flags & CKPTI_WF_EXISTS) ? CKPTI_UNDO_ABSENT : f.flags & CKPTI_WF_CONTENT ? CKPTI_UNDO_CONTENT :
                 f.flags & (CKPTI_WF_HASHED | CKPTI_WF_ENDS) ? CKPTI_UNDO_UPDATE : CKPTI_UNDO_LENGTH;
        if (r->bad || f.length > INT64_MAX || f.mode > 07777 || (f.path && *f.path != '/') ||
            (f.kind == CKPTI_UNDO_CONTENT && f.content_size != f.length))
            status = bad("files written");
        else if (!f.path)
            status = no_memory();
        f.hashed = f.length;
        if (status == CKPT_OK && f.flags & CKPTI_WF_JOURNAL && !restored.journal) {
            restored.journal = f.path;
            restored.journal_id = f.length;
            continue;
        }
        if (f.flags & CKPTI_WF_TIME) {
            restored.plan.time = f.length;
            free(f.path);
            continue;
        }
        f.flags &= CKPTI_WF_OPEN | CKPTI_WF_UPDATE | CKPTI_WF_HASHED | CKPTI_WF_ENDS | CKPTI_WF_ACTIVE | CKPTI_WF_IDLE;
        if (f.kind == CKPTI_UNDO_ABSENT)
            f.flags |= CKPTI_PLAN_UNCONFIRMED;
        if (f.kind != CKPTI_UNDO_CONTENT)
            f.content = 0;
        if (status == CKPT_OK)
            status = ckpti_plan_add(&restored.plan, &f);
        free(f.path);
    }
    return status;
}

/* It was removed or renamed after the checkpoint: it will be there again. */
static bool comes_back(const char *directory)
{
    const ckpti_plan_file *f = ckpti_plan_find(&restored.plan, directory);

    return f && f->kind == CKPTI_UNDO_DIRECTORY;
}

/* Where the program's directory is here: its own, or where we are. The plan is known. */
static ckpt_status find_directory(char *out)
{
    const char *was = restored.state.directory;

    if (!getcwd(out, PATH_MAX))
        return ckpti_fail_errno(errno, "working directory");
    if (!*was || access(was, X_OK) == 0 || comes_back(was)) {
        if (*was && snprintf(out, PATH_MAX, "%s", was) >= PATH_MAX)
            return bad("process");
        return CKPT_OK;
    }
    restored.plan.from = strdup(was);
    restored.plan.to = strdup(out);
    return restored.plan.from && restored.plan.to ? CKPT_OK : no_memory();
}

/* Find the sections: each once. */
static ckpt_status find_sections(const ckpti_image_proc *blobs, size_t count, ckpti_pr readers[SECTIONS])
{
    bool found[SECTIONS] = { false };

    for (size_t i = 0; i < count; i++) {
        ckpt_status status = ckpti_proc_show(&blobs[i], 0, 0);
        if (status != CKPT_OK)
            return status;
        for (int k = 0; k < SECTIONS; k++)
            if (tags[k] == blobs[i].tag) {
                if (found[k])
                    return bad("process");
                found[k] = true;
                readers[k] = (ckpti_pr){ blobs[i].bytes + 4, blobs[i].bytes + blobs[i].size, false };
            }
    }
    for (int k = 0; k < SECTIONS; k++)
        if (!found[k] && k != REPLAY)
            return ckpti_fail(CKPT_EBADIMAGE, "a section with state of the process is missing");
    return CKPT_OK;
}

static ckpt_status read_all(const ckpti_image_proc *blobs, size_t count)
{
    ckpti_pr readers[SECTIONS] = { { 0 } };
    ckpt_status status = find_sections(blobs, count, readers);

    if (status == CKPT_OK)
        status = ckpti_process_state_read(&readers[STATE], &readers[TIMER], &restored.state);
    if (status == CKPT_OK)
        status = ckpti_open_files_read(&readers[OPEN], &readers[DESCRIPTOR], &restored.files);
    if (status == CKPT_OK)
        status = read_streams(&readers[STREAM]);
    if (status == CKPT_OK)
        status = read_written(&readers[WRITTEN]);
    if (status == CKPT_OK && readers[REPLAY].p)
        status = ckpti_replay_read ? ckpti_replay_read(&readers[REPLAY])
                                   : ckpti_fail(CKPT_EPROGRAM, "the image has calls to be replayed, which this program never makes");
    return status;
}

ckpt_status ckpti_proc_decode_check(const ckpti_image_proc *blobs, size_t count)
{
    char directory[PATH_MAX];
    ckpt_status status;

    restored_free();
    status = read_all(blobs, count);
    ckpti_open_files_locate(&restored.files, taken.files.files ? &taken.files : 0);
    if (status == CKPT_OK)
        status = ckpti_plan_add_journal(&restored.plan, ckpti_undo_home(restored.journal_id, restored.journal), restored.state.segment);
    if (status == CKPT_OK)
        status = find_directory(directory);
    if (status == CKPT_OK)
        status = ckpti_plan_agree(&restored.plan);
    if (status == CKPT_OK)
        status = ckpti_process_state_check(&restored.state);
    if (status == CKPT_OK)
        status = ckpti_plan_check(&restored.plan);
    if (status == CKPT_OK)
        status = ckpti_open_files_check(&restored.files, &restored.plan, directory);
    if (status != CKPT_OK)
        restored_free();
    else
        restored.ready = true;
    return status;
}

/* Only a regular file has a place: not what the new process was given for standard input. */
static void look_at_input(ckpti_stream_row *row)
{
    const ckpti_open_file *f = ckpti_open_files_of(&restored.files, row->fd);

    if (f && f->kind == CKPTI_OPEN_INHERITED && row->flags & CKPTI_SF_SEEKABLE) {
        off64_t end = lseek64(row->fd, 0, SEEK_CUR);
        if (end < 0)
            row->flags &= ~CKPTI_SF_SEEKABLE;
    }
}

static ckpt_status apply_streams(void)
{
    ckpt_status status = CKPT_OK;

    for (uint32_t i = 0; i < restored.nstreams && status == CKPT_OK; i++) {
        if (restored.streams[i].flags & CKPTI_SF_CLOSED)
            continue;
        look_at_input(&restored.streams[i]);
        status = ckpti_stream_restore(&restored.streams[i]);
    }
    ckpti_streams_set_next_id(restored.state.next_stream);
    return status;
}

static ckpt_status apply_written(void)
{
    char path[PATH_MAX];
    const char *directory = restored.state.directory;
    ckpt_status status;

    ckpti_undo_goes_on();
    if (restored.plan.first)
        ckpti_undo_note_back(restored.plan.journal, restored.plan.segment, false);
    if (restored.plan.elsewhere)
        ckpti_log("a run that went on from this image before has its journal in %s: what it changed is not put back", restored.plan.elsewhere);
    if ((status = ckpti_plan_apply(&restored.plan)) == CKPT_OK && restored.plan.first)
        ckpti_undo_note_back(restored.plan.journal, restored.plan.segment, true);

    if (status == CKPT_OK && comes_back(directory) && access(directory, X_OK) < 0)     /* files of these names elsewhere are others */
        status = ckpti_fail(CKPT_EFILE, "%s: the program's directory cannot be put back: %s", directory, strerror(errno));

    ckpti_files_log_clear();
    for (const ckpti_plan_file *f = restored.plan.first; f && status == CKPT_OK; f = f->next) {
        ckpti_plan_path(&restored.plan, f->path, path);
        status = ckpti_files_log_add(path, f->flags);
    }
    return status;
}

bool ckpti_proc_changed(void) { return applying; }

ckpt_status ckpti_proc_apply(void)
{
    ckpt_status status;
    sigset_t all;

    if (!restored.ready)
        return ckpti_fail(CKPT_EINTERNAL, "state of the process: nothing was checked");
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, 0);           /* as they come back, until ckpti_proc_resumed */
    ckpti_log_hold(ckpti_open_files_above(&restored.files));
    applying = true;
    ckpti_open_files_hold(&restored.files);
    ckpti_streams_close_all();
    for (uint32_t i = 0; i < 3; i++)
        if (restored.streams[i].flags & CKPTI_SF_CLOSED)
            ckpti_stream_close_standard(i);
    status = apply_written();                      /* the program's directory, too */
    if (status == CKPT_OK)
        status = ckpti_process_state_apply(&restored.state);
    if (status == CKPT_OK)
        status = ckpti_open_files_apply(&restored.files, &restored.plan);
    if (status == CKPT_OK)
        status = apply_streams();
    if (status == CKPT_OK) {
        ckpti_open_files_finish(&restored.files);
        ckpti_undo_restored(ckpti_undo_is_own(restored.plan.journal) ? restored.state.segment : 0);
    }
    return status;
}

void ckpti_proc_resumed(void)
{
    ckpti_process_state state = restored.state;

    if (!restored.ready)
        return;
    memset(&restored.state, 0, sizeof restored.state);
    restored_free();
    if (ckpti_atexit_resumed)
        ckpti_atexit_resumed();
    if (ckpti_clocks_resumed)
        ckpti_clocks_resumed();
    free(state.directory);
    for (int i = 0; i < CKPTI_LOCALES; i++)
        free(state.locales[i]);
    ckpti_log_release();
    applying = false;
    ckpti_process_state_resumed(&state);
}
