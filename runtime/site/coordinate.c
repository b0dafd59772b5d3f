/* coordinate.c - see coordinate.h */
#include <limits.h>
#include "ckpt_abi.h"
#include "objects/process.h"
#include "site/coordinate.h"
#include "site/private.h"

const ckpti_coordinator *ckpti_coordination;

void ckpti_coordinate(const ckpti_coordinator *coordinator) { ckpti_coordination = coordinator; }

void ckpti_coordinate_due(void) { *(volatile long *)&ckptg_floor = LONG_MAX; }

void ckpti_coordinate_poll(void)
{
    ckpt_status status;

    ckpti_checkpoint_fetch(false, &status);
}

void ckpti_coordinate_committed(void) { ckpti_proc_committed(ckpti_run.mark); }
