/* checkpoint.c - the taking of a checkpoint: what must hold, who captures, where the image goes, how it went. See site.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ckpt.h"
#include "ckpt_abi.h"
#include "core/log.h"
#include "core/quiet.h"
#include "objects/frames.h"
#include "objects/heap.h"
#include "objects/locks.h"
#include "objects/process.h"
#include "restore/restore.h"
#include "save/save.h"
#include "site/child.h"
#include "site/coordinate.h"
#include "site/private.h"
#include "site/restart.h"
#include "site/site.h"
#include "site/threads.h"

/* ---- how it went ------------------------------------------------------------------------------------------------- */

/* Say that a checkpoint failed, once for each kind until one succeeds. */
static void report(ckpt_status status, const char *text)
{
    ckpti_run.failures++;
    if (status == ckpti_run.reported)
        return;
    ckpti_run.reported = status;
    ckpti_log("checkpoint at visit %llu failed, the program goes on: %s%s", (unsigned long long)ckpti_run.begun_visit, text,
              status == CKPT_ENOSPC ? "; make room, the next one tries again" : "");
}

static void succeeded(uint64_t number)
{
    ckpti_run.number = ckpti_run.previous = number;
    if (ckpti_run.failures > 1)
        ckpti_log("%s: checkpoints work again, image %llu is written; %u had failed", ckpti_run.store.path,
                  (unsigned long long)number, ckpti_run.failures);
    ckpti_run.failures = 0;
    ckpti_run.reported = CKPT_OK;
}

static bool fetch(bool wait, ckpt_status *status)
{
    ckpti_outcome outcome;

    if (!ckpti_child_poll(wait, &outcome))
        return false;
    *status = outcome.status;
    if (outcome.status == CKPT_OK) {
        succeeded(outcome.number);
        if (ckpti_coordination)
            ckpti_coordination->outcome(true, CKPT_OK, "");
        else
            ckpti_proc_committed(ckpti_run.mark);
        return true;
    }
    if (ckpti_coordination)
        ckpti_coordination->outcome(true, outcome.status, outcome.text);
    report(outcome.status, outcome.text);
    ckpti_store_clean(&ckpti_run.store);
    ckpti_run.number = UINT64_MAX;                  /* it may have come as far as an image: look */
    return true;
}

/* Fetch the outcome of a child. Returns false if it is still at work. No handler of the program's runs inside: what it allocates would be taken for the runtime's, and it
 * may jump, or pass a site. */
bool ckpti_checkpoint_fetch(bool wait, ckpt_status *status)
{
    int depth = ckpti_heap_private_depth(1);
    bool ended;

    ckpti_proc_hold_signals();
    if (wait)
        ckpti_proc_let_others_in();
    ended = fetch(wait, status);
    ckpti_heap_private_depth(depth);
    ckpti_proc_let_signals_in();
    return ended;
}

/* ---- taking one -------------------------------------------------------------------------------------------------- */

/* The directory is there and ours, and its newest number is known. */
ckpt_status ckpti_checkpoint_prepare_store(unsigned holder_ms, unsigned orphan_ms)
{
    ckpti_store_list list;
    ckpt_status status = ckpti_store_lock(&ckpti_run.store, holder_ms, orphan_ms);

    if (status != CKPT_OK || ckpti_run.number != UINT64_MAX)
        return status;
    status = ckpti_store_list_images(ckpti_run.store.path, &list);
    if (status != CKPT_OK)
        return status;
    ckpti_run.number = list.count ? list.numbers[0] : 0;
    free(list.numbers);
    if (ckpti_run.was_busy && ckpti_run.number) {
        ckpti_run.number = UINT64_MAX;
        ckpti_store_unlock(&ckpti_run.store);
        return ckpti_fail(CKPT_EBUSY, "%s: has the images of the program that had it when this one started; give each running program a CKPT_DIR of its own",
                          ckpti_run.store.path);
    }
    ckpti_run.was_busy = false;
    return CKPT_OK;
}

/* Write the captured state to image number ckpti_run.number + 1. */
static ckpt_status write_image(const ckpti_save_info *info, ckpti_memory_sink *memory, uint64_t *bytes)
{
    ckpti_store_file file;
    ckpt_status status = ckpti_store_begin(&ckpti_run.store, ckpti_run.number + 1, &file);

    if (status != CKPT_OK)
        return status;
    if (memory)
        status = ckpti_sink_put(&file.sink, memory->data, memory->size);
    else
        status = ckpti_checkpoint_write(&file.sink, info);
    if (status != CKPT_OK) {
        ckpti_store_abort(&file);
        return status;
    }
    *bytes = ckpti_sink_offset(&file.sink);
    if ((status = ckpti_store_commit(&file)) != CKPT_OK)
        return status;
    if (file.directory_failed)                 /* the older images must stay, then */
        ckpti_log("%s; the image is there, but may not survive a crash of the machine", ckpti_fail_text(CKPT_EIO));
    else if (!ckpti_coordination && (status = ckpti_store_prune(&ckpti_run.store, ckpti_run.number + 1, ckpti_run.previous)) != CKPT_OK)
        ckpti_log_status("older images stay", status);
    return CKPT_OK;
}

static ckpti_save_info info_now(void)
{
    return (ckpti_save_info){ .visit = ckpti_site_visits(), .site = ckpti_run.name, .reason = ckpti_run.reason,
                              .strict = ckpti_run.policy.strict };
}

/* Refuse what cannot be done, before anything is; remember what the program will change behind the child's back. */
static ckpt_status before_capture(int program_errno)
{
    ckpt_status status;
    const ckptg_unit *unit = 0;
    const ckptg_var *own = ckpti_threads_own(&unit);

    if (own)
        return ckpti_fail(CKPT_ETHREADS, "%s (%s:%u) is thread-local, and other threads have values of their own in it, which would be lost; use an array with an "
                          "element for each thread, or #pragma ckpt exclude(%s) if they set it again", own->name, unit->file, own->line, own->name);
    if (ckpti_threads_others())
        return ckpti_fail(CKPT_ETHREADS, "other threads are alive at this site; %s", ckpti_threads_stay() ?
                          "those of LLVM's OpenMP library stay: compile and link with gcc, or place the site before the first parallel region" :
                          "place it where there is one thread");
    status = ckpti_checkpoint_prepare_store(0, 0);
    if (status != CKPT_OK)
        return status;
    ckpti_locks_at_site();
    ckpti_proc_journal(true);
    errno = program_errno;
    status = ckpti_proc_prepare();
    if (status == CKPT_OK)
        ckpti_run.mark = ckpti_proc_mark();
    return status;
}

static void stop_now(void) __attribute__((noreturn));
static void stop_now(void)
{
    fflush(0);
    _exit(CKPT_EXIT_STOPPED);
}

static int take(int program_errno)
{
    bool in_child = false;
    ckpt_status status = before_capture(program_errno);

    ckpti_run.begun = ckpti_site_clock();
    ckpti_run.begun_visit = ckpti_site_visits();
    if (status != CKPT_OK)
        goto fail;
    if (ckpti_run.policy.mode == CKPTI_MODE_INPLACE)
        return ckptg_capturing = 1;
    status = ckpti_child_start(ckpti_run.policy.timeout, &in_child);
    if (status != CKPT_OK)
        goto fail;
    if (in_child)
        return ckptg_capturing = 1;
    if (ckpti_coordination)
        ckpti_coordination->outcome(false, CKPT_OK, "");
    if (ckpti_run.policy.mode == CKPTI_MODE_SYNC || ckpti_run.stop) {
        ckpti_checkpoint_fetch(true, &status);
        if (status != CKPT_OK)
            goto not_stopped;
        if (ckpti_run.stop)
            stop_now();
    }
    return 0;

fail:
    if (ckpti_coordination)
        ckpti_coordination->outcome(false, status, ckpti_fail_text(status));
    report(status, ckpti_fail_text(status));
not_stopped:
    if (ckpti_run.stop && (ckpti_run.failures == 1 || !ckpti_run.policy.exit_after))
        ckpti_log(ckpti_run.previous ? "not stopped, for this checkpoint failed" : "not stopped, for there is no checkpoint to go on from");
    return 0;
}

/* Returns 1 if this process captures now. What is allocated here is not the program's, even where old pointers of it lead there: hooks come later, and handlers. */
int ckpti_checkpoint_take(int program_errno)
{
    int depth = ckpti_heap_private_depth(1), captures;

    ckpti_proc_hold_signals();
    captures = take(program_errno);
    ckpti_heap_private_depth(depth);
    if (!captures)
        ckpti_proc_let_signals_in();
    return captures;
}

/* ---- capture ends ------------------------------------------------------------------------------------------------ */

/* The file holds what was written. */
static ckpt_status read_back(const ckpti_memory_sink *memory)
{
    char path[CKPTI_STORE_FILE];
    ckpti_store_bytes bytes;
    ckpt_status status;

    ckpti_store_image_path(ckpti_run.store.path, ckpti_run.number, path, sizeof path);
    status = ckpti_store_read(path, &bytes);
    if (status != CKPT_OK)
        return status;
    if (bytes.size != memory->size || memcmp(bytes.data, memory->data, bytes.size) != 0)
        status = ckpti_fail(CKPT_EIO, "%s: read back, it is not what was written", path);
    ckpti_store_release(&bytes);
    return status;
}

/* Write from the program's own process: a file that grows beyond the limit (ulimit -f) is an error like any other, no signal. */
static ckpt_status write_quietly(ckpti_memory_sink *memory, uint64_t *bytes)
{
    ckpti_quiet quiet;
    ckpt_status status;

    ckpti_quiet_begin(&quiet);
    status = write_image(0, memory, bytes);
    ckpti_quiet_end(&quiet);
    return status;
}

/* In mode inplace the image is made in memory first, so that the program can go on if the disk cannot take it; it goes on from
 * the copy in memory, to which the file, if there is one, is equal. */
static ckpt_status captured_in_place(void)
{
    const ckpti_save_info info = info_now();
    uint64_t visit, bytes;
    ckpti_memory_sink memory;
    ckpt_status written, status = ckpti_memory_sink_open(&memory);

    if (status != CKPT_OK)
        return status;
    status = ckpti_checkpoint_write(&memory.sink, &info);
    if (status == CKPT_OK)
        status = ckpti_memory_sink_finish(&memory);
    if (status == CKPT_OK) {
        written = write_quietly(&memory, &bytes);
        if (written == CKPT_OK) {
            succeeded(ckpti_run.number + 1);
            ckpti_proc_committed(ckpti_run.mark);
            written = read_back(&memory);
        }
        if (written != CKPT_OK)
            report(written, ckpti_fail_text(written));
        else if (ckpti_run.stop)
            stop_now();
        status = ckpti_restart_memory(&memory, &visit);
        if (status == CKPT_OK && ckpti_run.policy.spoil)
            ckpti_restore_spoil();
    }
    if (status != CKPT_OK)
        ckpti_memory_sink_close(&memory);
    return status;
}

void ckpti_site_captured(void)
{
    ckpt_status status = ckpti_frames_check();

    if (status != CKPT_OK)
        ckpti_site_abandon(status);
    if (ckpti_coordination)
        ckpti_coordination->captured();
    if (ckpti_child_inside()) {
        const ckpti_save_info info = info_now();
        uint64_t bytes = 0;

        status = write_image(&info, 0, &bytes);
        if (status != CKPT_OK)
            ckpti_child_failed(status);
        ckpti_child_done(ckpti_run.number + 1, bytes);
    }
    status = captured_in_place();
    if (status != CKPT_OK)
        ckpti_site_abandon(status);
    ckptg_capturing = 0;
    ckpti_site_resume_at(ckpti_site_visits());
}

void ckpti_site_abandon(ckpt_status status)
{
    if (ckpti_child_inside())
        ckpti_child_failed(status);
    ckpti_log("%s; mode inplace has no way back from here, use async or sync", ckpti_fail_text(status));
    _exit(CKPT_EXIT_INCOMPATIBLE);
}

void ckptg_jumps_lost(const char *file, ckptg_u32 line)
{
    ckpti_site_abandon(ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: several jump buffers were armed by this setjmp, and which of them are still "
                                                     "used is not known; use one buffer, or a function for each", file, line));
}

void ckptg_foreign(const char *callee, const char *file, ckptg_u32 line)
{
    if (!callee)
        ckpti_frames_ran_on_at(file, line);
    ckpti_site_abandon(ckpti_fail(CKPT_EFOREIGN, "%s:%u: the site was reached through %s, whose frame cannot be saved; "
                                                 "place the site outside of functions that it calls", file, line, callee));
}

