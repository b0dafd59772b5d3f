/* bind.c - restart copies take their locals back. See ckpt_abi.h ("Restart"), state.h.
 *
 * Calls come in a fixed order for each frame, outermost first: ckptg_enter, ckptg_bound and ckptg_vla_check, ckptg_bind, then ckptg_next or, at
 * the site, ckptg_resumed. Locals with an identity have their contents copied to the new place when bound; pointers to locals are
 * stored when their targets are bound: for locals in registers when they are bound themselves, for all others at the end.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "core/log.h"
#include "objects/frames.h"
#include "objects/job.h"
#include "objects/process.h"
#include "objects/trap.h"
#include "restore/state.h"
#include "save/kept.h"

/* The restart copies do not do what the image says: a bug, or units of different builds in one program. */
static void lost(const ckptg_function *f, const char *what) __attribute__((noreturn, cold));
static void lost(const ckptg_function *f, const char *what)
{
    ckpti_log("%s (%s:%u): %s; rebuild the whole program", f->name, f->file, f->line, what);
    _exit(ckpt_status_exit(CKPT_EINTERNAL));
}

static ckpti_restored_frame *current(const ckptg_function *f, uint32_t resume)
{
    ckpti_restoring *r = &ckpti_restart_state;
    ckpti_restored_frame *frame = r->active && r->next ? &r->frames[r->next - 1] : 0;
    if (!frame || frame->function != f || frame->resume != resume)
        lost(f, "is not the function that is to go on now");
    return frame;
}

/* Product of the saved bounds of a variable length array: locals named "(bound K of ARRAY)". False if it has none. */
static bool bounds_of(const ckpti_restored_frame *frame, const char *array, uint64_t *product)
{
    const ckptg_resume *point = &frame->function->resumes[frame->resume];
    bool any = false;
    *product = 1;
    for (uint32_t i = 0; i < point->nlocals; i++) {
        const char *name = point->locals[i].name, *of = strncmp(name, "(bound ", 7) ? 0 : strstr(name, " of ");
        size_t n = strlen(array);
        unsigned long value;
        if (!of || strncmp(of + 4, array, n) || strcmp(of + 4 + n, ")"))
            continue;
        memcpy(&value, ckpti_restart_state.at[frame->objects[i] - 1], sizeof value);
        if (!ckpti_mul(*product, value, product))
            *product = UINT64_MAX;
        any = true;
    }
    return any;
}

ckpt_status ckpti_restore_bounds(const ckpti_restoring *r)
{
    for (uint32_t k = 0; k < r->nframes; k++) {
        const ckpti_restored_frame *frame = &r->frames[k];
        const ckptg_resume *point = &frame->function->resumes[frame->resume];
        for (uint32_t i = 0; i < point->nlocals; i++) {
            ckpti_image_object o;
            uint64_t product;
            if (point->locals[i].flags & CKPTG_L_VLA && bounds_of(frame, point->locals[i].name, &product) &&
                ckpti_image_object_get(r->image, frame->objects[i], &o) && o.type->size && product > o.count) /* constant bounds are in the count only; of what has no size nobody counts */
                return ckpti_fail(CKPT_EBADIMAGE, "damaged: the array %s of %s is not as long as its bounds say; nothing of it was used",
                                  point->locals[i].name, frame->function->name);
        }
    }
    return CKPT_OK;
}

ckptg_u32 ckptg_enter(const ckptg_function *function)
{
    ckpti_restoring *r = &ckpti_restart_state;
    if (!r->active || r->next >= r->nframes || r->frames[r->next].function != function)
        lost(function, "is not the function that is to go on now");
    return r->frames[r->next++].resume;
}

void ckptg_vla_check(const ckptg_function *function, ckptg_u32 resume, ckptg_u32 local, ckptg_size bytes)
{
    ckpti_restoring *r = &ckpti_restart_state;
    ckpti_image_object o;
    size_t size;
    uint32_t id = current(function, resume)->objects[local];
    const ckptg_local *array = &function->resumes[resume].locals[local];
    ckpti_image_object_get(r->image, id, &o);
    if (ckpti_restored_size(r->pairs[id - 1], &o, &size) && size == bytes)
        return;
    ckpti_log("damaged: %s of %s (%s:%u) is not as long as its bounds say", array->name, function->name, function->file, array->line);
    _exit(ckpt_status_exit(CKPT_EBADIMAGE));
}

unsigned long ckptg_bound(const ckptg_function *function, ckptg_u32 resume, ckptg_u32 local)
{
    unsigned long value;
    memcpy(&value, ckpti_restart_state.at[current(function, resume)->objects[local] - 1], sizeof value);
    return value;
}

/* First fix-up of a holder. */
static size_t first_fixup(const ckpti_restoring *r, uint32_t holder)
{
    size_t low = 0, high = r->nfixups;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (r->fixups[mid].holder < holder)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

/* Store a pointer to a local; what never came back is an address that faults. */
static void fix(const ckpti_restoring *r, const ckpti_fixup *f, unsigned char *slot)
{
    unsigned char *target = f->target && f->target <= r->nlocals ? r->bound[f->target - 1] : 0;
    void *value = target ? target + f->offset : ckpti_trap_nowhere();
    memcpy(slot, &value, sizeof value);
}

static void fix_holder(const ckpti_restoring *r, uint32_t holder)
{
    for (size_t i = first_fixup(r, holder); i < r->nfixups && r->fixups[i].holder == holder; i++)
        fix(r, &r->fixups[i], r->fixups[i].slot);
}

static size_t staged_size(const ckpti_restoring *r, uint32_t id)
{
    ckpti_image_object o;
    size_t size = 0;
    ckpti_image_object_get(r->image, id, &o);
    ckpti_restored_size(r->pairs[id - 1], &o, &size);
    return size;
}

void *const *ckptg_bind(const ckptg_function *function, ckptg_u32 resume, void *const *addr, const ckptg_size *size)
{
    ckpti_restoring *r = &ckpti_restart_state;
    const ckpti_restored_frame *frame = current(function, resume);
    const ckptg_resume *point = &function->resumes[resume];
    if (point->nlocals > r->values_room) {
        void **more = realloc(r->values, point->nlocals * sizeof *more);
        if (!more)
            lost(function, "no memory for its locals");
        r->values = more;
        r->values_room = point->nlocals;
    }
    for (uint32_t i = 0; i < point->nlocals; i++)
        if (point->locals[i].flags & CKPTG_L_MEMORY) {
            uint32_t id = frame->objects[i];
            if (!id) {
                memcpy(addr[i], frame->added[i], point->locals[i].type->size);
                r->values[i] = addr[i];
                continue;
            }
            size_t n = staged_size(r, id);
            if (point->locals[i].flags & CKPTG_L_VLA && (!size || size[i] != n))
                lost(function, "an array of variable length has another length than its bounds say");
            memcpy(addr[i], r->at[id - 1], n);
            r->values[i] = r->bound[id - 1] = addr[i];
        }
    for (uint32_t i = 0; i < point->nlocals; i++)
        if (!(point->locals[i].flags & CKPTG_L_MEMORY) && !frame->objects[i])
            r->values[i] = frame->added[i];
        else if (!(point->locals[i].flags & CKPTG_L_MEMORY)) {
            fix_holder(r, frame->objects[i]);
            r->values[i] = r->at[frame->objects[i] - 1];
        }
    return r->values;
}

void (*ckptg_next(void))(void)
{
    ckpti_restoring *r = &ckpti_restart_state;
    if (!r->active || r->next >= r->nframes)
        lost(r->frames[r->nframes - 1].function, "calls further than the image goes");
    return r->frames[r->next].function->restart;
}

void ckptg_resumed(void)
{
    ckpti_restoring *r = &ckpti_restart_state;
    if (!r->active || r->next != r->nframes)
        lost(r->frames[r->nframes ? r->nframes - 1 : 0].function, "stands at a site too early");
    for (size_t i = 0; i < r->nfixups; i++) {
        const ckpti_fixup *f = &r->fixups[i];
        unsigned char *slot = f->slot;
        if (f->holder <= r->nlocals) {
            if (!r->bound[f->holder - 1])
                continue; /* in a register: stored when it was bound */
            slot = r->bound[f->holder - 1] + (f->slot - r->at[f->holder - 1]);
        }
        fix(r, f, slot);
    }
    ckpt_status st = ckpti_restore_late_tags(r);
    if (st) {
        ckpti_log("%s", ckpti_fail_text(st));
        _exit(ckpt_status_exit(st));
    }
    ckpti_restore_close(r);
    ckpti_kept_clear();
    ckpti_frames_clear();
    ckpti_frames_private(false);
    ckpti_proc_resumed();
    ckpti_trap_arm();
    if (ckpti_job_resumed)
        ckpti_job_resumed();
}
