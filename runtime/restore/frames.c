/* frames.c - the calls in progress of an image, in this program. See state.h.
 *
 * Purpose    a frame goes on in the function of its name, at the resume point that is its own there: if the function has not changed that is
 *            the one of its number; else a site goes by its name, and what is the only one of its kind, or has one place only when the two lists
 *            of calls are laid side by side, is that. What could be several is refused.
 * Invariants locals go by their names; what is live here has a value from the image, or from #pragma ckpt changed.
 */
#include <stdlib.h>
#include <string.h>
#include "objects/site_names.h"
#include "objects/unit_pairs.h"
#include "objects/units.h"
#include "restore/state.h"

/* ---- resume points ---- */

static const char *ours(const ckptg_function *fn, uint32_t i) { return fn->resumes[i].callee; }

static bool same_callee(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_list(const ckpti_image_frame *f, const ckptg_function *fn)
{
    bool same = f->ncallees == fn->nresumes;
    for (uint32_t i = 0; i < f->ncallees && same; i++)
        same = same_callee(f->callees[i], ours(fn, i));
    return same;
}

static ckpt_status changed(const ckpti_image_frame *f, const ckptg_function *fn, const char *how)
{
    const char *callee = f->callees[f->resume];
    if (!callee)
        return ckpti_fail(CKPT_EPROGRAM, "%s (%s:%u): the function was changed: %s the site%s%s of the image (line %u) %s", fn->name, fn->file, fn->line,
                          how, *f->site ? " " : "", f->site, f->line, *f->site ? "is here" : "is here; a site with a name is found by it");
    return ckpti_fail(CKPT_EPROGRAM, "%s (%s:%u): the function was changed: %s the call of %s in the image (line %u) is here", fn->name, fn->file, fn->line,
                      how, !strcmp(callee, "*") ? "a pointer" : callee, f->line);
}

/* Length of the longest common subsequence of the first i callees there and the first j here, for all i and j; of the last ones if `back`. */
static void common(const ckpti_image_frame *f, const ckptg_function *fn, bool back, uint32_t *table)
{
    uint32_t n = f->ncallees, m = fn->nresumes, w = m + 1;
    for (uint32_t i = 0; i <= n; i++)
        for (uint32_t j = 0; j <= m; j++) {
            uint32_t *at = &table[i * (size_t)w + j];
            if (!i || !j) {
                *at = 0;
                continue;
            }
            uint32_t up = at[-(ptrdiff_t)w], left = at[-1];
            *at = same_callee(f->callees[back ? n - i : i - 1], ours(fn, back ? m - j : j - 1)) ? at[-(ptrdiff_t)w - 1] + 1 : up > left ? up : left;
        }
}

/* Its place when the lists are laid side by side so that as many as possible stand beside their like: true if there is one only. */
static bool only_place(const ckpti_image_frame *f, const ckptg_function *fn, uint32_t *out)
{
    enum { MOST = 1 << 22 };
    uint32_t n = f->ncallees, m = fn->nresumes, places = 0;
    size_t w = m + (size_t)1, r = f->resume;
    if (n >= MOST || (n + (size_t)1) > MOST / w)
        return false;
    uint32_t *head = calloc((n + (size_t)1) * w, sizeof *head), *tail = calloc((n + (size_t)1) * w, sizeof *tail);
    bool without = !head || !tail;
    if (!without) {
        common(f, fn, false, head);
        common(f, fn, true, tail);
    }
    for (uint32_t j = 0; !without && j <= m; j++) {
        uint32_t most = head[n * w + m];
        without = head[r * w + j] + tail[(n - r - 1) * w + (m - j)] == most;
        if (j < m && same_callee(f->callees[r], ours(fn, j)) && head[r * w + j] + 1 + tail[(n - r - 1) * w + (m - j - 1)] == most) {
            *out = j;
            places++;
        }
    }
    free(head);
    free(tail);
    return !without && places == 1;
}

/* A site is what its name says; of several of one name, with the number of them. */
static ckpt_status named_site(const ckpti_image_frame *f, const ckptg_function *fn, uint32_t *out)
{
    char text[CKPTI_SITE_NAME];
    for (*out = 0; *out < fn->nresumes; ++*out) {
        const char *name = ckpti_site_name(fn, *out, text);
        if (name && !strcmp(name, f->site))
            return CKPT_OK;
    }
    return changed(f, fn, "it is not known where");
}

/* A site without a name in the image is none that has one here: that may be another, which had it there. */
static bool has_no_name(const ckpti_image_frame *f, const ckptg_function *fn, uint32_t i) { return f->callees[f->resume] || !fn->resumes[i].site; }

static ckpt_status resume_point(const ckpti_image_frame *f, const ckptg_function *fn, uint32_t *out)
{
    const char *callee = f->callees[f->resume];
    uint32_t there = 0, here = 0;
    if (!callee && *f->site)
        return named_site(f, fn, out);
    *out = f->resume;
    if (same_list(f, fn))
        return has_no_name(f, fn, *out) ? CKPT_OK : changed(f, fn, "it is not known where");
    for (uint32_t i = 0; i < f->ncallees; i++)
        there += same_callee(f->callees[i], callee);
    for (uint32_t i = 0; i < fn->nresumes; i++)
        if (same_callee(ours(fn, i), callee)) {
            *out = i;
            here++;
        }
    if (!here)
        return changed(f, fn, "it is not known where");
    if (((there == 1 && here == 1) || only_place(f, fn, out)) && !has_no_name(f, fn, *out))
        return changed(f, fn, "it is not known where");
    return (there == 1 && here == 1) || only_place(f, fn, out) ? CKPT_OK : changed(f, fn, "more than one place may be where");
}

/* ---- locals ---- */

/* Of variables of one name in several blocks: "i", "i#2", ... Values without a name of the program's are "(result of f)". */
static size_t stem(const char *name) { return *name == '(' ? strlen(name) : strcspn(name, "#"); }
static bool same_stem(const char *a, const char *b) { return stem(a) == stem(b) && !strncmp(a, b, stem(a)); }

/* The n-th local of a frame with that name; 0: none. */
static uint32_t named_local(const ckpti_restoring *r, const ckpti_image_frame *f, const char *name, uint32_t n, ckpti_image_object *o)
{
    for (uint32_t i = 0; i < f->nlocals; i++)
        if (ckpti_image_object_get(r->image, f->locals[i], o) && !strcmp(o->name, name) && !n--)
            return f->locals[i];
    return 0;
}

/* How many locals have that stem, and the last one. */
static uint32_t of_stem(const ckpti_restoring *r, const ckpti_image_frame *f, const char *name, ckpti_image_object *o)
{
    uint32_t n = 0, last = 0;
    for (uint32_t i = 0; i < f->nlocals; i++)
        if (ckpti_image_object_get(r->image, f->locals[i], o) && same_stem(o->name, name)) {
            n++;
            last = f->locals[i];
        }
    ckpti_image_object_get(r->image, last, o);
    return n;
}

/* Do variables of one name, in several blocks, have the same names on both sides? The lines say it only if the program is the same, and saves fewer of
 * them here: where one is gone, another may stand. */
static bool stem_agrees(const ckpti_restoring *r, const ckpti_image_frame *f, const ckptg_resume *point, const char *name)
{
    ckpti_image_object o;
    uint32_t n = 0;
    bool agrees = true, unmoved = ckpti_image_header(r->image)->signature == ckpti_units_signature();
    for (uint32_t i = 0; i < point->nlocals; i++) {
        const ckptg_local *l = &point->locals[i];
        if (!same_stem(l->name, name))
            continue;
        n++;
        bool there = named_local(r, f, l->name, 0, &o);
        agrees &= there;
        unmoved &= there && o.line == l->line;
    }
    return unmoved || (agrees && of_stem(r, f, name, &o) == n);
}

/* The local of the image that is `point`'s local `index`; *id is 0 if there is none. */
static ckpt_status find_local(const ckpti_restoring *r, const ckpti_image_frame *f, const ckpti_restored_frame *to, uint32_t index, uint32_t *id,
                              ckpti_image_object *o)
{
    const ckptg_resume *point = &to->function->resumes[to->resume];
    const ckptg_local *l = &point->locals[index];
    const ckptg_change *renamed = ckpti_restore_local_change(to->function, CKPTG_C_RENAMED, l->name);
    uint32_t skip = 0;
    if (renamed && (*id = named_local(r, f, renamed->old, 0, o)))
        return CKPT_OK;
    for (uint32_t i = 0; i < index; i++)
        skip += !strcmp(point->locals[i].name, l->name); /* results of two calls of one function have one name: they come in the same order */
    if (*l->name == '(' || stem_agrees(r, f, point, l->name)) {
        *id = named_local(r, f, l->name, skip, o);
        return CKPT_OK;
    }
    *id = 0;
    if (of_stem(r, f, l->name, o))                     /* also if it is the only one that is live on both sides: it may be the other block's */
        return ckpti_fail(CKPT_EPROGRAM, "local %s of %s (%s:%u): which of the variables of that name in the image it is cannot be told, for "
                          "others are gone or new; give them names of their own", l->name, to->function->name, to->function->file, l->line);
    return CKPT_OK;
}

/* A local that is new has the value that the program says. */
static ckpt_status new_local(ckpti_restoring *r, const ckpti_image_frame *f, ckpti_restored_frame *to, uint32_t index)
{
    const ckptg_local *l = &to->function->resumes[to->resume].locals[index];
    const ckptg_change *added = ckpti_restore_local_change(to->function, CKPTG_C_ADDED, l->name);
    (void)r;
    if (*l->name == '(')                               /* no name of the program's: pragmas cannot speak of it */
        return ckpti_fail(CKPT_EPROGRAM, "%s (%s:%u): the function was changed: %s in line %u is not in the image", f->function, to->function->file,
                          to->function->line, l->name, l->line);
    if (!added || l->flags & CKPTG_L_VLA)
        return ckpti_fail(CKPT_EPROGRAM, "local %s of %s (%s:%u) is live here but not in the image; the function was changed: say what it is, "
                          "#pragma ckpt changed(%s, added: %s = value), or renamed: %s = its old name (if only #if differs between two machines: build both "
                          "with --ckpt-no-liveness)", l->name, f->function, to->function->file, l->line,
                          f->function, l->name, l->name);
    to->objects[index] = 0;
    if (!(to->added[index] = calloc(1, l->type->size + 1)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for frames");
    if (added->value)
        memcpy(to->added[index], added->value, l->type->size);
    return CKPT_OK;
}

static ckpt_status local(ckpti_restoring *r, const ckpti_image_frame *f, ckpti_restored_frame *to, uint32_t index)
{
    const ckptg_local *l = &to->function->resumes[to->resume].locals[index];
    ckpti_image_object o;
    uint32_t id;
    ckpt_status st = find_local(r, f, to, index, &id, &o);
    if (st || !id)
        return st ? st : new_local(r, f, to, index);
    if (!(o.flags & CKPTI_OF_VLA) != !(l->flags & CKPTG_L_VLA))
        return ckpti_fail(CKPT_EPROGRAM, "local %s of %s (%s:%u) is an array of variable length on one side only", l->name,
                          f->function, to->function->file, l->line);
    if (o.flags & CKPTI_OF_NODATA && !(l->flags & CKPTG_L_EXCLUDED))
        return ckpti_fail(CKPT_EPROGRAM, "local %s of %s (%s:%u) was excluded from the image, and is saved by this program; "
                                         "use the program that made the image", l->name, f->function, to->function->file, l->line);
    const ckpti_pair **pair = &r->pairs[id - 1];
    if (*pair)
        return ckpti_fail(CKPT_EBADIMAGE, "damaged: two frames have the same local; nothing of it was used");
    if ((st = ckpti_match(r->matcher, o.type, ckpti_universe_type(r->universe, l->type), false, pair)))
        return ckpti_fail_prefix(st, "local %s of %s (%s:%u)", l->name, f->function, to->function->file, l->line);
    to->objects[index] = id;
    return CKPT_OK;
}

/* A jump that was armed leads to where its setjmp is: it must be here. */
static ckpt_status same_jumps(const ckpti_restoring *r, const ckpti_image_frame *f, const ckpti_restored_frame *to)
{
    static const char begin[] = "(setjmp ";
    const ckptg_resume *point = &to->function->resumes[to->resume];
    ckpti_image_object o;
    for (uint32_t i = 0; i < f->nlocals; i++) {
        bool here = !ckpti_image_object_get(r->image, f->locals[i], &o) || strncmp(o.name, begin, sizeof begin - 1);
        for (uint32_t k = 0; k < point->nlocals && !here; k++)
            here = !strcmp(point->locals[k].name, o.name);
        if (!here)
            return ckpti_fail(CKPT_EPROGRAM, "%s (%s:%u): the function was changed: %s of the image (line %u) is not here", f->function, to->function->file,
                              to->function->line, o.name, o.line);
    }
    return CKPT_OK;
}

/* Values of an expression that was under way: if the calls of the function have changed it must be the same expression. */
static ckpt_status same_values(const ckpti_restoring *r, const ckpti_image_frame *f, const ckpti_restored_frame *to)
{
    const ckptg_resume *point = &to->function->resumes[to->resume];
    ckpti_image_object o;
    uint32_t there = 0, here = 0;
    for (uint32_t i = 0; i < f->nlocals; i++)
        there += ckpti_image_object_get(r->image, f->locals[i], &o) && *o.name == '(';
    for (uint32_t i = 0; i < point->nlocals; i++)
        here += *point->locals[i].name == '(';
    if (there == here || same_list(f, to->function))
        return CKPT_OK;
    return ckpti_fail(CKPT_EPROGRAM, "%s (%s:%u): the function was changed, and the expression with the call that is under way (line %u) is another one",
                      f->function, to->function->file, to->function->line, f->line);
}

/* ---- all ---- */

static ckpt_status frame(ckpti_restoring *r, const ckpti_image_frame *f, ckpti_restored_frame *to)
{
    uint32_t taken = 0;
    ckpt_status st = CKPT_OK;
    to->function = ckpti_unit_checkpointable(f->function, f->file);
    if (!to->function && !(st = ckpti_unit_pairs_check(f->file)))
        return ckpti_fail(CKPT_EPROGRAM, "function %s (%s:%u) of the image is not in this program, or has no site any more; "
                                         "use the program that made the image", f->function, f->file, f->function_line);
    if (st || (st = resume_point(f, to->function, &to->resume)))
        return st;
    uint32_t n = to->function->resumes[to->resume].nlocals;
    if (!(to->objects = calloc(n + (size_t)1, sizeof *to->objects)) || !(to->added = calloc(n + (size_t)1, sizeof *to->added)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for frames");
    if (!(st = same_jumps(r, f, to)))
        st = same_values(r, f, to);
    for (uint32_t i = 0; i < n && !st; i++) {
        st = local(r, f, to, i);
        taken += to->objects[i] != 0;
    }
    r->incomplete |= taken < f->nlocals;
    return st;
}

ckpt_status ckpti_restore_frames(ckpti_restoring *r)
{
    ckpt_status st = CKPT_OK;
    const ckpti_image_frame *outer = ckpti_image_frame_at(r->image, 0);
    r->nframes = ckpti_image_nframes(r->image);
    if (!(r->frames = calloc(r->nframes + (size_t)1, sizeof *r->frames)))
        return ckpti_fail(CKPT_ENOMEM, "no memory for frames");
    if (strcmp(outer->function, "main") || !ckpti_unit_checkpointable("main", outer->file))
        return ckpti_fail(CKPT_EPROGRAM, "the image is of another program: %s of %s", outer->function, outer->file);
    for (uint32_t i = 0; i < r->nframes && !st; i++)
        st = frame(r, ckpti_image_frame_at(r->image, i), &r->frames[i]);
    for (uint32_t i = 0; i < r->nframes; i++) {
        const ckpti_image_frame *f = ckpti_image_frame_at(r->image, i);
        for (uint32_t k = 0; k < f->nlocals; k++)
            r->nlocals = f->locals[k] > r->nlocals ? f->locals[k] : r->nlocals;
    }
    return st;
}
