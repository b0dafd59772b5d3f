/* frames.c - ckptg_capture: a frame is handed over. See frames.h. */
#include "objects/frames.h"
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
#include "objects/process.h"
#include "objects/stack.h"
#include "objects/units.h"
#include "site/site.h"

/* Bounds of the code of checkpointable functions (the linker's; 0 if there is none). */
extern const char __start_ckptg_text[] __attribute__((weak, visibility("hidden")));
extern const char __stop_ckptg_text[] __attribute__((weak, visibility("hidden")));

static ckpti_captured_frame *frames;
static uint32_t nframes, room;
static bool private_now;

void ckpti_frames_private(bool on)
{
    if (on != private_now)
        ckpti_heap_private(on ? 1 : -1);
    private_now = on;
}

/* libckpt's main is called by the C library; the user's main by libckpt's. */
static bool from_our_code(const void *ret, const ckptg_function *f)
{
    const char *p = ret;
    if (p >= __start_ckptg_text && p < __stop_ckptg_text)
        return true;
    return !strcmp(f->name, "main");
}

/* ---- do they belong together? ---- */

static bool is_checkpointable(const char *name)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_size i = 0; i < u->nfunctions; i++)
            if (!strcmp(u->functions[i]->name, name))
                return true;
    return false;
}

/* May a call of that name be one of the function? The linker can give it another (--wrap, --defsym). */
static bool may_call(const char *callee, const char *function)
{
    static const char wrap[] = "__wrap_", real[] = "__real_";
    return !strcmp(callee, "*") || !strcmp(callee, function) || !is_checkpointable(callee) ||
           (!strncmp(function, wrap, sizeof wrap - 1) && !strcmp(function + sizeof wrap - 1, callee)) ||
           (!strncmp(callee, real, sizeof real - 1) && !strcmp(callee + sizeof real - 1, function));
}

static ckpt_status ran_on(const ckpti_captured_frame *f)
{
    return ckpti_fail(CKPT_EFOREIGN, "%s:%u: the caller of %s runs on while frames are saved, for ckptcc does not see that this call can reach a site (it is made by a "
                      "name or an address that other code provides); place the site outside of it", f->function->file,
                      f->function->resumes[f->resume].line, f->function->name);
}

void ckpti_frames_ran_on_at(const char *file, uint32_t line)
{
    const char *name = nframes ? frames[nframes - 1].function->name : "a function";
    ckpti_site_abandon(ckpti_fail(CKPT_EFOREIGN, "%s:%u: %s, which reaches a site, is called here by an address that other code provides, which ckptcc does not see; "
                                  "place the site outside of it", file, line, name));
}

void ckpti_frames_ran_on(void)
{
    if (nframes)
        ckpti_site_abandon(ran_on(&frames[nframes - 1]));
    ckpti_site_abandon(ckpti_fail(CKPT_EFOREIGN, "the site was reached through code that runs on while frames are saved; place the site outside of it"));
}

ckpt_status ckpti_frames_check(void)
{
    const ckpti_captured_frame *last = nframes ? &frames[nframes - 1] : 0;
    if (!last)
        return ckpti_fail(CKPT_EFOREIGN, "no frame was saved at the site");
    return !strcmp(last->function->name, "main") && !last->function->is_static ? CKPT_OK : ran_on(last);
}

/* ---- handed over ---- */

static size_t local_size(const ckptg_local *l, size_t vla) { return l->flags & CKPTG_L_VLA ? vla : l->type->size; }

static bool copy_locals(ckpti_captured_frame *f, const ckptg_resume *r, void *const *addr, const ckptg_size *size)
{
    f->locals = calloc(r->nlocals + (size_t)1, sizeof *f->locals);
    if (!f->locals)
        return false;
    for (uint32_t i = 0; i < r->nlocals; i++) {
        ckpti_captured_local *l = &f->locals[i];
        l->local = &r->locals[i];
        l->address = addr[i];
        l->size = local_size(l->local, size ? size[i] : 0);
        l->content = malloc(l->size ? l->size : 1);
        if (!l->content)
            return false;
        memcpy(l->content, addr[i], l->size);
    }
    return true;
}

void ckptg_capture(const ckptg_function *function, ckptg_u32 resume, void *const *addr, const ckptg_size *size, const void *ret)
{
    const ckptg_resume *r = &function->resumes[resume];
    ckpti_frames_private(true);
    if (!nframes && !ckpti_stack_note(__start_ckptg_text, __stop_ckptg_text))
        ckpti_site_abandon(ckpti_fail(CKPT_ENOMEM, "no memory for the frames at the site"));
    if (!nframes && ckpti_child_inside())
        ckpti_proc_shield();
    if (nframes ? !r->callee || !may_call(r->callee, frames[nframes - 1].function->name) : r->callee != 0)
        ckpti_frames_ran_on();
    if (!from_our_code(__builtin_extract_return_addr((void *)(uintptr_t)ret), function))
        ckpti_site_abandon(ckpti_fail(CKPT_EFOREIGN, "%s:%u: %s was called by code that was not compiled by ckptcc (a library's, or MPI's where it is a callback), or named in #pragma ckpt "
                                      "no_site, whose frame cannot be saved; place the site outside of it", function->file, r->line, function->name));
    if (strcmp(function->name, "main") != 0 && !ckpti_stack_returns(__builtin_extract_return_addr((void *)(uintptr_t)ret)))
        ckpti_frames_ran_on();
    if (nframes == room) {
        uint32_t more = room ? 2 * room : 64;
        ckpti_captured_frame *p = realloc(frames, more * sizeof *p);
        if (!p)
            ckpti_site_abandon(ckpti_fail(CKPT_ENOMEM, "no memory for the frames at the site"));
        frames = p;
        room = more;
    }
    ckpti_captured_frame *f = &frames[nframes++];
    *f = (ckpti_captured_frame){.function = function, .resume = resume};
    if (!copy_locals(f, r, addr, size))
        ckpti_site_abandon(ckpti_fail(CKPT_ENOMEM, "no memory for the frame of %s", function->name));
}

uint32_t ckpti_frames_count(void) { return nframes; }
const ckpti_captured_frame *ckpti_frames_at(uint32_t index) { return &frames[index]; }

void ckpti_frames_clear(void)
{
    for (uint32_t i = 0; i < nframes; i++) {
        const ckptg_resume *r = &frames[i].function->resumes[frames[i].resume];
        for (uint32_t k = 0; frames[i].locals && k < r->nlocals; k++)
            free(frames[i].locals[k].content);
        free(frames[i].locals);
    }
    free(frames);
    ckpti_stack_forget();
    frames = 0;
    nframes = room = 0;
}
