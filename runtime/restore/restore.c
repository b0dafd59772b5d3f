/* restore.c - load an image. See restore.h. */
#include "objects/heap.h"
#include "restore/restore.h"
#include <stdlib.h>
#include <string.h>
#include "objects/frames.h"
#include "objects/process.h"
#include "objects/replay.h"
#include "objects/trap.h"
#include "objects/unit_pairs.h"
#include "restore/state.h"
#include "objects/unit_types.h"

ckpti_restoring ckpti_restart_state;

static ckpt_status open_image(ckpti_restoring *r, const void *bytes, size_t size)
{
    char why[CKPTI_WHY];
    ckpt_status st = ckpti_image_open(bytes, size, &r->image, why);
    if (!st)
        st = ckpti_image_check_pointers(r->image, why);
    if (st == CKPT_ENOMEM)
        return ckpti_fail(st, "no memory to read the image");
    return st ? ckpti_fail(st, "%s; nothing of it was used", why) : CKPT_OK;
}

/* Which of its units are which here. */
static ckpt_status pair_units(ckpti_restoring *r)
{
    ckpti_image_object o;
    ckpt_status st = CKPT_OK;
    for (uint32_t id = 1; !st && ckpti_image_object_get(r->image, id, &o); id++)
        if (*o.unit && o.kind != CKPTI_O_LOCAL) /* a local's is its function's place */
            st = ckpti_unit_pairs_add(o.unit);
    for (uint32_t i = 0; !st && i < ckpti_image_nframes(r->image); i++) {
        const char *place = ckpti_image_frame_at(r->image, i)->file;
        char *unit = ckpti_unit_of_place(place);
        if (!unit)
            st = ckpti_fail(CKPT_ENOMEM, "no memory for the names of files");
        else if (strcmp(unit, place)) /* what is a place by itself may be a header, or what #line says */
            st = ckpti_unit_pairs_add(unit);
        free(unit);
    }
    return st ? st : ckpti_unit_pairs_match();
}

static ckpt_status open_types(ckpti_restoring *r)
{
    r->universe = ckpti_universe_open();
    r->matcher = ckpti_matcher_open();
    if (!r->universe || !r->matcher || !ckpti_units_types(r->universe) || !ckpti_basic_types(r->universe))
        return ckpti_fail(CKPT_ENOMEM, "no memory for the types of the program");
    ckpt_status st = ckpti_universe_finish(r->universe);
    if (!st && !(st = ckpti_restore_changes(r)))
        ckpti_matcher_changes(r->matcher, &r->changes);
    return st;
}

static ckpt_status check_process(ckpti_restoring *r)
{
    size_t n = ckpti_image_nprocs(r->image);
    ckpti_image_proc *blobs = calloc(n + 1, sizeof *blobs);
    if (!blobs)
        return ckpti_fail(CKPT_ENOMEM, "no memory for the state of the process");
    for (size_t i = 0; i < n; i++)
        blobs[i] = ckpti_image_proc_at(r->image, i);
    ckpt_status st = ckpti_proc_decode_check(blobs, n);
    free(blobs);
    return st;
}

/* What the program's functions allocate when they are called again is the program's. */
static ckpt_status replay_calls(void)
{
    int depth = ckpti_heap_private_depth(0);
    ckpt_status st = ckpti_replay_run ? ckpti_replay_run() : CKPT_OK;
    ckpti_heap_private_depth(depth);
    return st;
}

void ckpti_restore_spoil(void)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++)
            if (u->vars[i].flags & CKPTG_V_DEAD)
                memset(ckpti_var_address(&u->vars[i]), 0xa5, u->vars[i].type->size);
}

/* What images have no content of, for it was what it is at the start: constructors may have changed it. */
static void begin_anew(void)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (size_t i = 0; i < u->nvars; i++) {
            const ckptg_var *v = &u->vars[i];
            if (v->start && !(v->flags & (CKPTI_V_UNSAVED | CKPTG_V_RECOMPUTED)))
                memcpy(ckpti_var_address(v), v->start, v->type->size);
        }
}

ckpt_status ckpti_restore(const void *bytes, size_t size, uint64_t *visit)
{
    ckpti_restoring *r = &ckpti_restart_state;
    ckpt_status st;
    ckpti_frames_private(true);
    memset(r, 0, sizeof *r);
    if ((st = open_image(r, bytes, size)) || (st = pair_units(r)) || (st = open_types(r)) || (st = ckpti_restore_match(r)) || (st = check_process(r)) ||
        (st = ckpti_restore_allocate(r)))
        goto fail;
    begin_anew();
    ckpti_restore_recompute(r);
    if ((st = ckpti_restore_decode(r)) || (st = ckpti_restore_tags(r)) || (st = ckpti_restore_bounds(r)) || (st = ckpti_restore_recomputed(r)) ||
        (st = ckpti_proc_apply()) || (st = ckpti_restore_streams(r)) || (st = replay_calls()) || (st = ckpti_restore_replayed(r)))
        goto fail;
    ckpti_restore_say_left_out(r);
    ckpti_restore_say_numbers(r);
    r->active = true;
    *visit = ckpti_image_header(r->image)->visit;
    return CKPT_OK;
fail:
    ckpti_restore_close(r);
    return st;
}
