/* hooks.c - what `#pragma ckpt on_restart` and `on_checkpoint` call. See site.h.
 *
 * on_restart     when a restart is complete, before the program goes on
 * on_checkpoint  in the process that captures (the child; in mode inplace the program), before the first frame is handed over
 * First what stands outside functions, unit after unit, then what the line of the site says, whose code is emitted between two calls here. What
 * is called is no part of the program's run: sites in it are not visited, and errno is the program's again afterwards. While a checkpoint is taken it
 * runs as ordinary code, with ckptg_capturing off.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include "ckpt_abi.h"
#include "objects/units.h"
#include "site/child.h"
#include "site/site.h"

bool ckpti_hook_runs, ckpti_hook_captures;
static long left;                 /* of the program's own visits */
static int program_errno, capturing;

static void begin(void)
{
    program_errno = errno;
    left = ckptg_left;
    ckptg_left = LONG_MAX;
    capturing = ckptg_capturing;
    ckptg_capturing = 0;
    ckpti_hook_runs = true;
}

static void end(void)
{
    ckpti_hook_runs = ckpti_hook_captures = false;
    ckptg_capturing = capturing;
    ckptg_left = left;
    errno = program_errno;
}

void ckptg_on_restart(int on)
{
    if (!on) {
        end();
        return;
    }
    begin();
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_size i = 0; i < u->nhooks; i++)
            u->hooks[i]();
}

/* It called exit: of the functions that are registered for that this one is the first, and the last. */
static void left_by_exit(void)
{
    if (ckpti_child_inside())
        ckpti_site_abandon(ckpti_fail(CKPT_EUNSUPPORTED, "what #pragma ckpt on_checkpoint calls has called exit; it must return"));
}

static void begin_checkpoint(void)
{
    static bool guarded;

    begin();
    ckpti_hook_captures = true;
    if (guarded || !ckpti_child_inside())
        return;
    if (atexit(left_by_exit) != 0)
        ckpti_site_abandon(ckpti_fail(CKPT_ENOMEM, "no memory for a function to be called at exit"));
    guarded = true;
}

void ckptg_on_checkpoint(int on)
{
    if (on)
        begin_checkpoint();
    else
        end();
}

void ckpti_hooks_checkpoint(void)
{
    bool begun = false;

    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_size i = 0; i < u->nbefore; i++) {
            if (!begun)
                begin_checkpoint();
            begun = true;
            u->before[i]();
        }
    if (begun)
        end();
}
