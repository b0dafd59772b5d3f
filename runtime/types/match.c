/* match.c - an image's types and the program's, matched by names. See decode.h. */
#include <stdlib.h>
#include <string.h>
#include "types/decode.h"
#include "types/gaps.h"

enum { ROOM = 1024 };

struct ckpti_matcher {
    ckpti_pair *table[ROOM];      /* chained */
    ckpti_pair *others;           /* that are only found through others */
    const ckpti_changes *changes;
};

ckpti_matcher *ckpti_matcher_open(void) { return calloc(1, sizeof(ckpti_matcher)); }

void ckpti_matcher_changes(ckpti_matcher *m, const ckpti_changes *changes) { m->changes = changes; }

static void free_pair(ckpti_pair *p)
{
    free(p->fields);
    free(p->back);
    free(p);
}

void ckpti_matcher_close(ckpti_matcher *m)
{
    if (!m)
        return;
    for (int i = 0; i <= ROOM; i++)
        for (ckpti_pair *p = i < ROOM ? m->table[i] : m->others, *next; p; p = next) {
            next = p->next;
            free_pair(p);
        }
    free(m);
}

static ckpt_status differ(bool quiet, const ckpti_type *from, const ckpti_type *to)
{
    return quiet ? CKPT_EPROGRAM
                 : ckpti_fail(CKPT_EPROGRAM, "it is %s in the image and %s in this program",
                              *from->name ? from->name : "(unnamed)", *to->name ? to->name : "(unnamed)");
}

static bool scalars_match(const ckpti_type *from, const ckpti_type *to)
{
    if (ckpti_kind_is_integer(from->kind))
        return ckpti_kind_is_integer(to->kind);
    if (ckpti_kind_is_real(from->kind))
        return ckpti_kind_is_real(to->kind);
    if (ckpti_kind_is_complex(from->kind))
        return ckpti_kind_is_complex(to->kind);
    if (from->kind == CKPTG_POINTER && to->kind == CKPTG_POINTER) {
        unsigned a = from->elem ? from->elem->kind : CKPTG_VOID, b = to->elem ? to->elem->kind : CKPTG_VOID;
        bool special_a = a == CKPTG_FUNCTION || a == CKPTG_STREAM, special_b = b == CKPTG_FUNCTION || b == CKPTG_STREAM;
        return a == b || (!special_a && !special_b) || a == CKPTG_VOID || b == CKPTG_VOID;
    }
    return from->kind == to->kind;
}

static const ckpti_field *field_named(const ckpti_type *t, const char *name, uint32_t hint, uint32_t *index)
{
    for (uint32_t i = 0; i < t->nfields; i++) {
        uint32_t k = (hint + i) % t->nfields;
        if (!strcmp(t->fields[k].name, name)) {
            *index = k;
            return &t->fields[k];
        }
    }
    return 0;
}

/* Bit sets of the C library are arrays of long: as many bits on all targets, not as many elements. */
static bool is_bit_set(const ckpti_type *t)
{
    static const char *const names[] = {"__sigset_t", "sigset_t", "fd_set", "cpu_set_t"};
    const ckpti_type *a = t->nfields == 1 ? t->fields[0].type : 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (a && a->kind == CKPTG_ARRAY && ckpti_kind_is_integer(a->elem->kind) && !strcmp(t->name, names[i]))
            return true;
    return false;
}

static ckpt_status match_bit_set(ckpti_matcher *m, ckpti_pair *p, const ckpti_type *from, const ckpti_type *to)
{
    const ckpti_type *a = from->fields[0].type, *b = to->fields[0].type;
    ckpti_pair *array = calloc(1, sizeof *array);
    if (!array)
        return ckpti_fail(CKPT_ENOMEM, "matching types: out of memory");
    *array = (ckpti_pair){.from = a, .to = b, .bit_set = true, .next = m->others, .same_layout = a->size == b->size};
    m->others = array;
    p->fields[0].from = &from->fields[0];
    p->fields[0].pair = array;
    return ckpti_match(m, a->elem, b->elem, true, &array->elem);
}

/* The field here that one of the image has become; 0: it is gone. */
static const ckpti_field *become(const ckpti_changes *changes, const ckpti_type *from, const ckpti_type *to, const ckpti_field *f, uint32_t hint,
                                 uint32_t *index)
{
    const ckptg_change *renamed = ckpti_change_old(changes, to, CKPTG_C_RENAMED, f->name);
    if (renamed)
        return field_named(to, renamed->name, hint, index);
    renamed = ckpti_change_here(changes, to, CKPTG_C_RENAMED, f->name);
    if (renamed && field_named(from, renamed->old, hint, index)) /* its name is another's now */
        return 0;
    return field_named(to, f->name, hint, index);
}

bool ckpti_is_declared_gone(const ckpti_changes *changes, const ckpti_pair *p, const ckpti_field *f)
{
    uint32_t index;
    const ckptg_change *renamed = ckpti_change_here(changes, p->to, CKPTG_C_RENAMED, f->name);
    return ckpti_change_old(changes, p->to, CKPTG_C_REMOVED, f->name) || (renamed && field_named(p->from, renamed->old, 0, &index));
}

/* A field may be gone if the structure is certainly the same one: by its name, or by what is said of it. */
static bool may_go(const ckpti_changes *changes, const ckpti_pair *p, const ckpti_field *f)
{
    return p->from->kind == CKPTG_STRUCT && (!strcmp(p->from->name, p->to->name) || ckpti_is_declared_gone(changes, p, f));
}

/* An array of any length at the end of a structure is no other array. */
static bool flexible_differ(const ckpti_pair *p, const ckpti_field *f, const ckpti_field *t)
{
    return f->type->kind == CKPTG_ARRAY && t->type->kind == CKPTG_ARRAY && f->type->count != t->type->count &&
           (f == ckpti_type_flexible(p->from) || t == ckpti_type_flexible(p->to));
}

static ckpt_status counts_differ(bool quiet, const ckpti_type *from, const ckpti_type *to)
{
    return quiet ? CKPT_EPROGRAM
                 : ckpti_fail(CKPT_EPROGRAM, "it has %llu elements in the image and %llu in this program",
                              (unsigned long long)from->count, (unsigned long long)to->count);
}

static ckpt_status match_fields(ckpti_matcher *m, ckpti_pair *p, bool quiet)
{
    const ckpti_type *from = p->from, *to = p->to;
    p->fields = calloc(to->nfields + (size_t)1, sizeof *p->fields);
    p->back = calloc(from->nfields + (size_t)1, sizeof *p->back);
    if (!p->fields || !p->back)
        return ckpti_fail(CKPT_ENOMEM, "matching types: out of memory");
    p->same_layout &= from->nfields == to->nfields;
    if (is_bit_set(from) && is_bit_set(to) && from->fields[0].type->count * from->fields[0].type->elem->size ==
                                                  to->fields[0].type->count * to->fields[0].type->elem->size)
        return match_bit_set(m, p, from, to);
    for (uint32_t i = 0; i < from->nfields; i++) {
        const ckpti_field *f = &from->fields[i];
        uint32_t k;
        const ckpti_field *t = become(m->changes, from, to, f, i, &k);
        if (!t && may_go(m->changes, p, f)) {
            p->back[i] = CKPTI_GONE;
            p->same_layout = false;
            p->lossy = true;
            continue;
        }
        if (!t)
            return quiet ? CKPT_EPROGRAM
                         : ckpti_fail(CKPT_EPROGRAM, "field %s of %s is in the image but not in this program%s%s", f->name, to->name,
                                      to->file ? ", see " : "", to->file ? to->file : "");
        const ckpti_pair *inner;
        ckpt_status st = flexible_differ(p, f, t) ? counts_differ(quiet, f->type, t->type) : ckpti_match(m, f->type, t->type, quiet, &inner);
        if (st)
            return quiet ? st : ckpti_fail_prefix(st, "field %s of %s", f->name, to->name);
        p->fields[k].from = f;
        p->fields[k].pair = inner;
        p->back[i] = k;
        p->same_layout &= f->offset == t->offset && f->bits == t->bits && inner->same_layout && i == k;
        p->lossy |= inner->lossy;
        p->other_bytes |= inner->other_bytes;
    }
    for (uint32_t k = 0; k < to->nfields; k++)
        if (!p->fields[k].from)
            p->fields[k].added = ckpti_change_here(m->changes, to, CKPTG_C_ADDED, to->fields[k].name);
    return CKPT_OK;
}

static ckpt_status fill(ckpti_matcher *m, ckpti_pair *p, bool quiet)
{
    const ckpti_type *from = p->from, *to = p->to;
    p->same_layout = from->size == to->size;
    if (from->kind == CKPTG_ARRAY && to->kind == CKPTG_ARRAY) {
        if (from->count != to->count && (!from->count || !to->count))
            return counts_differ(quiet, from, to);
        ckpt_status st = ckpti_match(m, from->elem, to->elem, quiet, &p->elem);
        if (!st) {
            p->same_layout &= p->elem->same_layout && from->count == to->count;
            p->lossy |= p->elem->lossy;
            p->other_bytes |= p->elem->other_bytes;
        }
        return st;
    }
    if (from->kind == to->kind && (from->kind == CKPTG_STRUCT || from->kind == CKPTG_VARIANT))
        return match_fields(m, p, quiet);
    if (!scalars_match(from, to))
        return differ(quiet, from, to);
    p->other_bytes = from->kind != to->kind && (ckpti_is_gap(from) || ckpti_is_gap(to));
    return CKPT_OK;
}

ckpt_status ckpti_match(ckpti_matcher *m, const ckpti_type *from, const ckpti_type *to, bool quiet, const ckpti_pair **out)
{
    uint32_t at = (from->id * 31u + to->id) % ROOM;
    for (ckpti_pair *p = m->table[at]; p; p = p->next)
        if (p->from == from && p->to == to) {
            *out = p;
            return CKPT_OK;
        }
    ckpti_pair *p = calloc(1, sizeof *p);
    if (!p)
        return ckpti_fail(CKPT_ENOMEM, "matching types: out of memory");
    p->from = from;
    p->to = to;
    ckpt_status st = fill(m, p, quiet);
    if (st) {
        free_pair(p);
        return st;
    }
    p->next = m->table[at];
    m->table[at] = p;
    *out = p;
    return CKPT_OK;
}
