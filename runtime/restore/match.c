/* match.c - what of an image is what in this program. See state.h.
 *
 * Everything is found by the program's own names; a difference that matters ends the restart with a line that names it.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "objects/interned.h"
#include "objects/unit_pairs.h"
#include "restore/literals.h"
#include "restore/state.h"

const char *ckpti_restore_where(const ckpti_image_object *o, char out[CKPTI_WHY])
{
    size_t n = strlen(o->unit);
    const char *file = n > 200 ? o->unit + n - 200 : o->unit;
    if (*file && o->line)
        snprintf(out, CKPTI_WHY, "%.200s (%s:%u)", o->name, file, o->line);
    else
        snprintf(out, CKPTI_WHY, "%.200s", o->name);
    return out;
}

/* ---- variables ---- */

static ckpt_status variable(ckpti_restoring *r, const ckpti_image_object *o)
{
    char text[CKPTI_WHY];
    ckpt_status known = o->kind == CKPTI_O_STATIC ? ckpti_unit_pairs_check(o->unit) : CKPT_OK;
    if (known)
        return known;
    const ckptg_var *v = ckpti_restore_variable(r, o);
    if (!v && !strncmp(o->unit, "libckpt/", 8))
        return ckpti_fail(CKPT_EPROGRAM, "%s, of the runtime's own state, is in the image but not here; use the program that made the image",
                          ckpti_restore_where(o, text));
    if (!v && ckpti_restore_other_literals(o))
        return ckpti_fail(CKPT_EPROGRAM, "%s is in the image, and this program has another number of compound literals there: which one it is cannot be told; "
                          "declare static variables with names in their place", ckpti_restore_where(o, text));
    if (!v) {
        r->incomplete = true;
        return CKPT_OK;
    }
    if (!ckpti_restore_same_static(r, o, v))
        return ckpti_fail(CKPT_EPROGRAM, "%s: which of the variables of that name in %s it is cannot be told, for others are gone or new; give them "
                          "names of their own", ckpti_restore_where(o, text), o->function);
    ckpt_status st = ckpti_match(r->matcher, o->type, ckpti_universe_type(r->universe, v->type), false, &r->pairs[o->id - 1]);
    if (st)
        return ckpti_fail_prefix(st, "%s", ckpti_restore_where(o, text));
    if (o->flags & CKPTI_OF_NODATA && !(v->flags & (CKPTI_V_UNSAVED | CKPTG_V_RECOMPUTED)) && !(o->flags & CKPTI_OF_START && v->start))
        return ckpti_fail(CKPT_EPROGRAM, "variable %s has no value in the image (it was excluded, dead, constant or never written there), and is saved by this program; "
                                         "use the program that made the image", ckpti_restore_where(o, text));
    r->at[o->id - 1] = ckpti_var_address(v);
    if (o->data && v->flags & CKPTG_V_CONST)
        r->constant[o->id - 1] = r->incomplete = true;
    return CKPT_OK;
}

static ckpt_status literal(ckpti_restoring *r, const ckpti_image_object *o)
{
    ckpti_decoder d = {0};
    size_t size;
    const void *text = 0;
    ckpt_status st = ckpti_kind_is_integer(o->type->kind) && *o->unit ? ckpti_literals_find(r, o, &text, &r->pairs[o->id - 1]) : CKPT_OK;
    if (st)
        return st;
    if (!text) {
        st = ckpti_restore_named_pair(r, o->type, &r->pairs[o->id - 1]);
        if (st)
            return st;
        unsigned char *copy = ckpti_restored_size(r->pairs[o->id - 1], o, &size) ? malloc(size + 1) : 0;
        if (copy && !ckpti_decode_array(&d, r->pairs[o->id - 1], o->count, o->data, copy)) {
            free(copy);
            return ckpti_fail(CKPT_ERANGE, "a string literal of the image does not fit this target's characters");
        }
        text = copy ? ckpti_intern(copy, size, r->pairs[o->id - 1]->to->native) : 0;
        free(copy);
    }
    if (!text)
        return ckpti_fail(CKPT_ENOMEM, "no memory for a string literal");
    r->at[o->id - 1] = (unsigned char *)(uintptr_t)text;
    return CKPT_OK;
}

ckpt_status ckpti_restore_no_function(const ckpti_image_object *o)
{
    return ckpti_fail(CKPT_EPROGRAM, "function %s%s%s is in the image but not in this program", o->name, *o->unit ? " of " : "", o->unit);
}

static ckpt_status function_or_symbol(ckpti_restoring *r, const ckpti_image_object *o)
{
    void *symbol = 0;
    if (o->kind == CKPTI_O_SPECIAL && o->line)
        return CKPT_OK; /* a replayed call's result */
    if (o->kind == CKPTI_O_FUNCTION) {
        ckpt_status st = ckpti_unit_pairs_check(o->unit);
        if (st)
            return st;
        void (*fn)(void) = ckpti_unit_function(o->unit, o->name);
        memcpy(&symbol, &fn, sizeof symbol);
    } else {
        symbol = dlsym(RTLD_DEFAULT, o->name);
    }
    if (!symbol && o->kind == CKPTI_O_SPECIAL)
        return CKPT_OK; /* another library's: pointers to it are traps, as they may never be used */
    r->incomplete |= !symbol; /* it must be here if something leads to it still */
    r->at[o->id - 1] = symbol;
    return CKPT_OK;
}

/* ---- all ---- */

static ckpt_status object(ckpti_restoring *r, const ckpti_image_object *o)
{
    switch (o->kind) {
    case CKPTI_O_GLOBAL: case CKPTI_O_STATIC: return variable(r, o);
    case CKPTI_O_LITERAL: return literal(r, o);
    case CKPTI_O_FUNCTION: case CKPTI_O_SPECIAL: return function_or_symbol(r, o);
    case CKPTI_O_LOCAL: return o->id <= r->nlocals ? CKPT_OK : ckpti_fail(CKPT_EBADIMAGE, "a local that no frame has");
    default: return CKPT_OK;
    }
}

static bool same_machine(const ckpti_image_head *h)
{
    return h->big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) && h->pointer_bytes == sizeof(void *) && h->char_signed == ((char)-1 < 0) &&
           h->ldbl_mant == __LDBL_MANT_DIG__;
}

static ckpt_status elsewhere(const ckpti_image_head *h)
{
    if (*h->bound)
        return ckpti_fail(CKPT_ELAYOUT, "the image was made on %s and goes on only where types lie in memory as there: %s%s", h->triple, h->bound,
                          h->place_bound ? "" : " (ckpt show tells more)");
    return ckpti_fail(CKPT_ELAYOUT, "the image was made on %s and has bytes without a type (ckpt show lists them), a union saved as bytes, or a pointer that may mean several things; it goes on only "
                                    "where types lie in memory as there", h->triple);
}

/* A place-bound image needs the very build that made it; a layout-bound one every type that it uses to lie here as it lay there. */
static ckpt_status layout(ckpti_restoring *r)
{
    const ckpti_image_head *h = ckpti_image_header(r->image);
    bool same = same_machine(h);
    for (uint32_t i = 0; i < ckpti_image_nobjects(r->image) && same; i++)
        same = !r->pairs[i] || r->pairs[i]->same_layout;
    r->same_layout = same;
    if (h->place_bound && h->layout != ckpti_units_placing())
        return ckpti_fail(CKPT_ELAYOUT, "the image was made on %s and goes on only with the executable that made it: %s", h->triple,
                          *h->bound ? h->bound : "a pointer is both the end of an array or a variable and the start of what lay behind it there");
    return h->layout_bound && !same ? elsewhere(h) : CKPT_OK;
}

ckpt_status ckpti_restore_match(ckpti_restoring *r)
{
    ckpt_status st;
    size_t runs = ckpti_image_nruns(r->image), n = ckpti_image_nobjects(r->image);
    const ckpti_image_head *h = ckpti_image_header(r->image);
    if (h->layout_bound && !h->place_bound && !same_machine(h)) /* before what is another union here is taken for a change of the program */
        return elsewhere(h);
    r->pairs = calloc(n + 1, sizeof *r->pairs);
    r->at = calloc(n + 1, sizeof *r->at);
    r->constant = calloc(n + 1, sizeof *r->constant);
    r->named = calloc(ckpti_image_ntypes(r->image) + (size_t)1, sizeof *r->named);
    if (!r->pairs || !r->at || !r->constant || !r->named)
        return ckpti_fail(CKPT_ENOMEM, "no memory for %zu objects", n);
    if ((st = ckpti_restore_frames(r)))
        return st;
    for (uint32_t i = 0; i < runs && !st; i++) {
        ckpti_image_object o;
        uint32_t first;
        ckpti_image_run(r->image, i, &first);
        ckpti_image_object_get(r->image, first, &o);
        if (o.id <= r->nlocals && o.kind != CKPTI_O_LOCAL)
            return ckpti_fail(CKPT_EBADIMAGE, "damaged: locals do not come first; nothing of it was used");
        if (o.kind != CKPTI_O_HEAP)
            st = object(r, &o);
    }
    if (!st)
        st = ckpti_restore_blocks(r);
    if (!st && r->incomplete)
        st = ckpti_restore_reach(r);
    if (!st)
        st = ckpti_restore_judge(r);
    return st ? st : layout(r);
}
