/* policy.h - when checkpoints are due, as the environment says.
 *
 * Purpose    read the CKPT_ variables once, at start; tell at which visit to look again and whether a checkpoint is due.
 * Invariants a visit is one passing of any site, counted from 1 at the program's first start, across restarts. Reading has no
 *            side effects but messages. Without CKPT_DIR nothing is ever due.
 *
 *   CKPT_DIR=directory        where images go; made if missing
 *   CKPT_INTERVAL=seconds     when so much time has passed since the last one was begun (decimals allowed)
 *   CKPT_EVERY=visits         at each visit whose number is a multiple
 *   CKPT_AT=visit[,visit...]  at these visits
 *   CKPT_EXIT=1               stop with status 75 after a checkpoint
 *   CKPT_MODE=async|sync|inplace
 *   CKPT_RESTART=latest|number|path
 *   CKPT_STRICT=1             a live pointer to nothing known refuses the checkpoint
 *   CKPT_SPOIL=1              a restart overwrites the variables that are not saved because they are dead
 *   CKPT_EXTREMES=marks | numbers   what becomes of SIZE_MAX and the like where long is wider or narrower (default: the restart is refused)
 *   CKPT_KEEP_FILES=bytes     files of the program's up to this length are kept whole (default 65536)
 *   CKPT_TIMEOUT=seconds      a checkpoint that takes longer is given up (default 3600)
 */
#ifndef CKPTI_POLICY_H
#define CKPTI_POLICY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/status.h"
#include "types/decode.h"

enum ckpti_mode { CKPTI_MODE_ASYNC, CKPTI_MODE_SYNC, CKPTI_MODE_INPLACE };

typedef struct ckpti_policy {
    const char *directory;        /* 0: none */
    const char *restart;          /* 0: none */
    uint64_t interval;            /* nanoseconds; 0: none */
    uint64_t every;               /* 0: none */
    uint64_t *at;                 /* [at_count], ascending, owned */
    size_t at_count;
    enum ckpti_mode mode;
    bool exit_after, strict, spoil;
    enum ckpti_extremes extremes;
    unsigned timeout;             /* seconds */
    uint64_t keep_files;          /* bytes */
} ckpti_policy;

/* Read the environment ("NAME=value" strings, 0 at the end; borrowed for as long as the policy is used).
 * Unknown CKPT_ variables and settings without effect are logged. CKPT_EUSAGE: bad values, all of them logged. */
ckpt_status ckpti_policy_read(char *const *environment, ckpti_policy *out);

/* The first visit after `visit` at which CKPT_EVERY or CKPT_AT wants a checkpoint; UINT64_MAX: none. */
uint64_t ckpti_policy_next(const ckpti_policy *policy, uint64_t visit);

/* Whether they want one at this visit: "every", "at" or 0. */
const char *ckpti_policy_due(const ckpti_policy *policy, uint64_t visit);

#endif
