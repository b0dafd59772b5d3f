/* hooks.c - what `#pragma ckpt on_restart` calls: when a restart is complete, before the program goes on. See site.h.
 *
 * First what stands outside functions, unit after unit, then what the line of the site says, whose code is emitted between the two calls here. What
 * is called is part of the restart, not of the program's run: sites in it are not visited, and errno is the program's again afterwards.
 */
#include <errno.h>
#include <limits.h>
#include "ckpt_abi.h"
#include "objects/units.h"
#include "site/site.h"

bool ckpti_hook_runs;
static long left;                 /* of the program's own visits */
static int program_errno;

void ckptg_on_restart(int on)
{
    if (!on) {
        ckptg_left = left;
        errno = program_errno;
        ckpti_hook_runs = false;
        return;
    }
    program_errno = errno;
    left = ckptg_left;
    ckptg_left = LONG_MAX;
    ckpti_hook_runs = true;
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_size i = 0; i < u->nhooks; i++)
            u->hooks[i]();
}
