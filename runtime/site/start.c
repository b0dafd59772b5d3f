/* start.c - a program starts or goes on; it ends or forks. See site.h. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <unistd.h>
#include "ckpt.h"
#include "ckpt_abi.h"
#include "core/log.h"
#include "core/own.h"
#include "core/request.h"
#include "objects/files.h"
#include "objects/files_open.h"
#include "objects/heap.h"
#include "objects/job.h"
#include "objects/process.h"
#include "restore/restore.h"
#include "site/arguments.h"
#include "site/child.h"
#include "site/coordinate.h"
#include "site/private.h"
#include "site/restart.h"
#include "site/site.h"
#include "site/threads.h"

/* How long a directory in use is waited for: at a restart a living program may be ending just now; a dead one's child is
 * still writing, which a fresh start need not wait for. */
#define HOLDER_MS 5000u
#define ORPHAN_MS 5000u

/* A job that was to be restarted has no line yet. */
static bool fresh;

/* Say at the start that the directory cannot be used now; checkpoints will try again. */
static void report_store(ckpt_status status)
{
    ckpti_run.reported = status;
    ckpti_log("no checkpoints can be taken now, the program starts: %s", ckpti_fail_text(status));
}

/* The program ends: what a child is writing is to be an image. Its own exit handlers have run by now. What it has printed is not to depend on the wait, nor is it to be
 * ended during that by a timer that it would have outrun. */
static void at_exit(void)
{
    ckpt_status status;

    if (ckptg_capturing || !ckpti_child_running())
        return;
    if (!ckpti_threads_others())                     /* one that waits for input has the stream locked */
        fflush(0);
    ckpti_proc_no_timers();
    ckpti_checkpoint_fetch(true, &status);
}

/* The program has forked: no checkpoints are taken of its children, and our handlers would only hold their signals back. */
static void in_fork(void)
{
    if (ckpti_child_inside())
        return;
    ckpti_run.on = false;
    ckpti_child_forget();
    ckpti_store_unlock(&ckpti_run.store);
    ckpti_request_remove();
}

static void fail_start(ckpt_status status) __attribute__((noreturn));
static void fail_start(ckpt_status status)
{
    int code = ckpt_status_exit(status);

    ckpti_log_status(0, status);
    if (ckpti_job_end)
        ckpti_job_end(code ? code : CKPT_EXIT_INCOMPATIBLE);
    _exit(code ? code : CKPT_EXIT_INCOMPATIBLE);
}

static void copy_arguments(int argc, char ***argv, char ***envp)
{
    char **arguments = ckpti_arguments_copy(argc, *argv), **variables;
    int count = 0;

    while (environ && environ[count])
        count++;
    variables = ckpti_arguments_copy(count, environ);
    if (!arguments || !variables)
        fail_start(ckpti_fail(CKPT_ENOMEM, "out of memory for the program's arguments"));
    *argv = arguments;
    *envp = environ = variables;
}

/* Restore if asked to. A restart waits for what a killed run's child is still writing. */
static bool restore(void)
{
    ckpti_restarted restarted = { 0 };
    ckpt_status status;

    if (fresh && (status = ckpti_proc_rewind()) != CKPT_OK)
        fail_start(status);
    if (!ckpti_run.policy.restart)
        return false;
    if (ckpti_run.on) {
        status = ckpti_store_lock(&ckpti_run.store, HOLDER_MS, ckpti_run.policy.timeout * 1000u);
        if (status == CKPT_EBUSY)
            fail_start(status);
    }
    ckpti_restore_extremes(ckpti_run.policy.extremes);
    status = ckpti_restart(ckpti_run.policy.restart, ckpti_run.on ? ckpti_run.store.path : 0, &restarted);
    if (status != CKPT_OK)
        fail_start(status);
    if (!restarted.found && (status = ckpti_proc_rewind()) != CKPT_OK)
        fail_start(status);
    if (ckpti_job_restored && (status = ckpti_job_restored()) != CKPT_OK)
        fail_start(status);
    if (restarted.found && ckpti_run.policy.spoil)
        ckpti_restore_spoil();
    ckpti_run.previous = restarted.number;
    ckpti_run.base = restarted.visit;
    return restarted.found;
}

/* Read the environment. With another user's rights (AT_SECURE) nothing of it counts. */
static void read_settings(int *argc, char ***argv, char *const *environment)
{
    ckpt_status status = CKPT_OK;

    ckpti_heap_private(+1);
    if (!getauxval(AT_SECURE) && ckpti_policy_read(environment, &ckpti_run.policy) != CKPT_OK)
        _exit(CKPT_EXIT_INCOMPATIBLE);
    ckpti_heap_private(-1);
    if (ckpti_job_start && (status = ckpti_job_start(argc, argv, &ckpti_run.policy, &fresh)) != CKPT_OK)
        fail_start(status);
    ckpti_heap_private(+1);
    if (ckpti_run.policy.directory) {
        if ((status = ckpti_store_init(&ckpti_run.store, ckpti_run.policy.directory)) != CKPT_OK)
            fail_start(ckpti_fail_prefix(status, "CKPT_DIR"));
        ckpti_own(&ckpti_run.store.lock);
        ckpti_run.on = true;
        ckpti_run.number = UINT64_MAX;
    }
    ckpti_keep_whole = (size_t)ckpti_run.policy.keep_files;
    if ((status = ckpti_proc_start(ckpti_run.on ? ckpti_run.store.path : 0)) != CKPT_OK)
        fail_start(status);
    ckpti_heap_private(-1);
}

/* Checkpoints may be taken: make sure of the directory now, while somebody is looking. */
static void get_ready(bool restarting)
{
    int depth = ckpti_heap_private_depth(1);
    ckpt_status status = ckpti_checkpoint_prepare_store(0, ORPHAN_MS);

    ckpti_run.was_busy = status == CKPT_EBUSY;
    if (status != CKPT_OK)
        report_store(status);
    else if (!ckpti_run.previous && ckpti_run.number && !ckpti_coordination)
        ckpti_log(restarting ? "%s: has images of another run than that of CKPT_RESTART; this one's take their place" :
                  "%s: has images of an earlier run; this one starts afresh, and its own take their place (CKPT_RESTART=latest goes on from the newest)", ckpti_run.store.path);
    ckpti_proc_journal(status != CKPT_EBUSY);
    ckpti_store_clean(&ckpti_run.store);
    if (atexit(at_exit) != 0 || pthread_atfork(0, 0, in_fork) != 0)
        fail_start(ckpti_fail(CKPT_ENOMEM, "out of memory for exit handlers"));
    ckpti_request_install();
    ckpti_heap_private_depth(depth);
}

bool ckpti_site_start(int *argc, char ***argv, char ***envp)
{
    bool restarting;

    ckpti_open_files_main();
    read_settings(argc, argv, *envp);
    ckpti_threads_start();
    restarting = restore();
    if (ckpti_run.on)
        get_ready(restarting);
    if (ckpti_run.on && !restarting)
        copy_arguments(*argc, argv, envp);
    ckpti_run.begun = ckpti_run.looked = ckpti_site_clock();
    ckpti_run.looked_visit = ckpti_run.base;
    if (restarting)
        ckpti_site_resume_at(ckpti_run.base);
    else
        ckpti_site_arm(ckpti_run.base);
    if (ckpti_job_ready)
        ckpti_job_ready();
    return restarting;
}

const char *ckpt_version(void)
{
    return "0.1.0";
}
