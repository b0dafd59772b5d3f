/* frames.c - ckptg_capture: a frame is handed over. See frames.h. */
#include "objects/frames.h"
#include <stdlib.h>
#include <string.h>
#include "objects/heap.h"
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
    if (!from_our_code(__builtin_extract_return_addr((void *)(uintptr_t)ret), function))
        ckpti_site_abandon(ckpti_fail(CKPT_EFOREIGN, "%s:%u: %s was called by code that was not compiled by ckptcc, or named in #pragma ckpt "
                                      "no_site, whose frame cannot be saved; place the site outside of it", function->file, r->line, function->name));
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
    frames = 0;
    nframes = room = 0;
}
