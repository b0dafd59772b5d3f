/* replay_value.c - see replay_value.h. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include "objects/heap.h"
#include "objects/replay_value.h"
#include "objects/streams.h"
#include "objects/units.h"
#include "save/table.h"

/* Forms of a value. */
enum { V_NULL, V_INTEGER, V_REAL, V_STRING, V_BLOCK, V_STREAM, V_FUNCTION, V_RESULT, V_NUMBER, V_FORMS };
enum { DEEPEST = 16, MOST_LEAVES = 1 << 20 };

/* ---- kinds ------------------------------------------------------------------------------------------------------------------- */

typedef struct kind_info {
    unsigned char kind, size, align;
    bool is_signed, real;
    ffi_type *ffi;
} kind_info;

#define INTEGER(K, T) { K, sizeof(T), _Alignof(T), (T)-1 < (T)1, false, 0 }
static kind_info kinds[] = {
    INTEGER(CKPTG_BOOL, _Bool), INTEGER(CKPTG_CHAR, char), INTEGER(CKPTG_SCHAR, signed char), INTEGER(CKPTG_UCHAR, unsigned char),
    INTEGER(CKPTG_SHORT, short), INTEGER(CKPTG_USHORT, unsigned short), INTEGER(CKPTG_INT, int), INTEGER(CKPTG_UINT, unsigned),
    INTEGER(CKPTG_LONG, long), INTEGER(CKPTG_ULONG, unsigned long), INTEGER(CKPTG_LLONG, long long),
    INTEGER(CKPTG_ULLONG, unsigned long long), { CKPTG_FLOAT, sizeof(float), _Alignof(float), true, true, &ffi_type_float },
    { CKPTG_DOUBLE, sizeof(double), _Alignof(double), true, true, &ffi_type_double },
    { CKPTG_POINTER, sizeof(void *), _Alignof(void *), false, false, &ffi_type_pointer }
};

static const kind_info *info(uint32_t kind)
{
    static ffi_type *const sizes[2][4] = { { &ffi_type_uint8, &ffi_type_uint16, &ffi_type_uint32, &ffi_type_uint64 },
                                           { &ffi_type_sint8, &ffi_type_sint16, &ffi_type_sint32, &ffi_type_sint64 } };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        kind_info *k = &kinds[i];
        if (k->kind != kind)
            continue;
        if (!k->ffi)
            k->ffi = sizes[k->is_signed][k->size == 1 ? 0 : k->size == 2 ? 1 : k->size == 4 ? 2 : 3];
        return k;
    }
    return 0;
}

static const ckptg_type *integer_of(const ckptg_type *type)
{
    return type->kind == CKPTG_ENUM && type->elem ? type->elem : type;
}

static bool is_char(const ckptg_type *type) { return type->kind >= CKPTG_CHAR && type->kind <= CKPTG_UCHAR; }

static long long get_integer(const kind_info *k, const void *address)
{
    unsigned long long v = 0;
    unsigned char bytes[8] = { 0 };
    unsigned shift = 64 - 8u * k->size;

    if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
        memcpy(bytes + 8 - k->size, address, k->size);
    else
        memcpy(bytes, address, k->size);
    memcpy(&v, bytes, 8);
    return k->is_signed ? (long long)(v << shift) >> shift : (long long)v;
}

static bool set_integer(const kind_info *k, void *address, long long value)
{
    unsigned char bytes[8];

    memcpy(bytes, &value, 8);
    memcpy(address, bytes + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 8 - k->size : 0), k->size);
    if (k->kind == CKPTG_CHAR)           /* the same character, whether or not it has a sign here */
        return value >= SCHAR_MIN && value <= UCHAR_MAX;
    return get_integer(k, address) == value && (k->kind != CKPTG_BOOL || (unsigned long long)value < 2);
}

static const char UNCARRIED[] = "is of a type that cannot be carried (replay a call of a function of your own that makes this one)";
static const char UNKNOWN[] = "points to memory of which the length is not known (a caller's, a library's, a member of something): copy it into a variable of the function that makes the call, "
                              "or of the file";

/* ---- writing ------------------------------------------------------------------------------------------------------------------ */

static const char *put(ckpti_pw *w, const ckptg_type *type, const void *address, int depth);

/* The form of a type: kind; of arrays count and element, of structures number of fields and these. */
static const char *put_form(ckpti_pw *w, const ckptg_type *type, int depth)
{
    const char *wrong = 0;

    type = integer_of(type);
    ckpti_pw_u32(w, type->kind);
    if (depth > DEEPEST)
        return "is nested too deeply";
    if (type->kind == CKPTG_ARRAY) {
        ckpti_pw_u32(w, (uint32_t)type->count);
        return type->count > MOST_LEAVES ? "is too large" : put_form(w, type->elem, depth + 1);
    }
    if (type->kind == CKPTG_STRUCT) {
        if (type->flags & CKPTG_T_BYTES) /* what was recorded is used on whatever machine the program goes on */
            return "has a union of which nothing tells the member";
        if (!type->size || type->flags & (CKPTG_T_FLEXIBLE | CKPTG_T_INCOMPLETE))
            return "is a structure of unknown size";
        ckpti_pw_u32(w, type->nfields);
        for (ckptg_u32 i = 0; i < type->nfields && !wrong; i++)
            wrong = type->fields[i].bits ? "has bit-fields" : put_form(w, type->fields[i].type, depth + 1);
        return wrong;
    }
    return info(type->kind) ? 0 : UNCARRIED;
}

static const char *put_leaves(ckpti_pw *w, const ckptg_type *type, const unsigned char *address, int depth)
{
    const char *wrong = 0;

    if (type->kind == CKPTG_ARRAY) {
        for (ckptg_size i = 0; i < type->count && !wrong; i++)
            wrong = put_leaves(w, type->elem, address + i * type->elem->size, depth);
    } else if (type->kind == CKPTG_STRUCT) {
        for (ckptg_u32 i = 0; i < type->nfields && !wrong; i++)
            wrong = put_leaves(w, type->fields[i].type, address + type->fields[i].offset, depth);
    } else {
        wrong = put(w, type, address, depth);
    }
    return wrong;
}

static bool is_alike(const ckptg_type *a, const ckptg_type *b)
{
    return a->size == b->size && (a->kind == b->kind || (is_char(a) && is_char(b)));
}

/* How many elements the object behind a pointer has from there on: of heap blocks, and of variables that are such an element or an array of them. Of others
 * (a caller's locals, members, a library's memory) it is not known. (An array, or an object by `&`, in the call itself comes as an array.) */
static bool extent(const void *pointer, const ckptg_type *elem, size_t *count)
{
    const unsigned char *p = pointer;
    ckpti_block block;
    bool known = false;

    *count = 1;
    if (elem->kind == CKPTG_ARRAY || !elem->size)
        return true;
    if (ckpti_heap_find(p, &block) && p < block.start + block.size) {
        *count = (block.size - (size_t)(p - block.start)) / elem->size;
        return true;
    }
    for (const ckptg_unit *u = ckpti_units(); u && !known; u = u->next)
        for (ckptg_size i = 0; i < u->nvars && !known; i++) {
            const ckptg_var *v = &u->vars[i];
            const unsigned char *start = v->tls ? 0 : v->addr;

            if (!start || p < start || p >= start + v->type->size)
                continue;
            known = is_alike(v->type, elem) || (v->type->kind == CKPTG_ARRAY && is_alike(v->type->elem, elem));
            *count = (v->type->size - (size_t)(p - start)) / elem->size;
        }
    return known;
}

/* Characters: of plain ones whose number is not known, a string. */
static const char *put_characters(ckpti_pw *w, const ckptg_type *elem, const char *from)
{
    size_t count = elem->kind == CKPTG_ARRAY ? elem->count : 0;

    if (elem->kind != CKPTG_ARRAY && !extent(from, elem, &count)) {
        if (elem->kind != CKPTG_CHAR)
            return UNKNOWN;
        count = strlen(from);
    }
    ckpti_pw_u32(w, V_STRING);
    ckpti_pw_bytes(w, from, count);
    return 0;
}

/* A number that the program keeps in a pointer: its width is told, for a large one of 32 bits may have been negative. */
static void put_number(ckpti_pw *w, const void *pointer)
{
    enum { SMALL = 4096 };
    intptr_t number = (intptr_t)pointer;

    ckpti_pw_u32(w, V_NUMBER);
    ckpti_pw_u32(w, sizeof pointer);
    ckpti_pw_u64(w, number < 0 && number >= -SMALL ? (uint64_t)(int64_t)number : (uintptr_t)pointer);
}

/* May all of it be read? Where the kernel does not tell (qemu-user, a sandbox) it is taken to be so. */
static bool is_readable(const unsigned char *from, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);

    for (size_t at = 0, step; at < size; at += step) {
        unsigned char byte;
        struct iovec here = {&byte, 1}, there = {(void *)(from + at), 1};
        if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) < 0 && errno == EFAULT)
            return false;
        step = page - (uintptr_t)(from + at) % page;
    }
    return true;
}

static const char *put_pointer(ckpti_pw *w, const ckptg_type *type, const void *pointer, int depth)
{
    const ckptg_type *elem = type->elem;
    const char *wrong;
    size_t count;
    uint32_t id;

    if (!pointer) {
        ckpti_pw_u32(w, V_NULL);
    } else if ((id = ckpti_replay_result_id(pointer))) {
        ckpti_pw_u32(w, V_RESULT);
        ckpti_pw_u32(w, id);
    } else if (ckpti_is_number(pointer)) {
        put_number(w, pointer);
    } else if (elem->kind == CKPTG_STREAM) {
        id = ckpti_stream_id(pointer);
        ckpti_pw_u32(w, V_STREAM);
        ckpti_pw_u32(w, id);
        return id == CKPTI_NO_STREAM ? "is a stream that is not the program's" : 0;
    } else if (elem->kind == CKPTG_FUNCTION) {
        for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
            for (ckptg_size i = 0; i < u->nfnrefs; i++)
                if ((void *)u->fnrefs[i].addr == pointer) {
                    ckpti_pw_u32(w, V_FUNCTION);
                    ckpti_pw_string(w, u->fnrefs[i].is_static ? u->file : "");
                    ckpti_pw_string(w, u->fnrefs[i].name);
                    return 0;
                }
        return "is a function without a name";
    } else if (!is_readable(pointer, elem->size)) {
        return "is no address of an object";
    } else if (is_char(elem) || (elem->kind == CKPTG_ARRAY && is_char(elem->elem))) {
        return put_characters(w, elem, pointer);
    } else if (depth >= DEEPEST) {
        return "is nested too deeply";
    } else {
        if (!extent(pointer, elem, &count))
            return elem->kind == CKPTG_STRUCT || info(integer_of(elem)->kind) ? UNKNOWN : UNCARRIED;
        if (count > MOST_LEAVES)
            return "is too large";
        ckpti_pw_u32(w, V_BLOCK);
        ckpti_pw_u32(w, (uint32_t)count);
        wrong = put_form(w, elem, 0);
        for (size_t i = 0; i < count && !wrong; i++)
            wrong = put_leaves(w, elem, (const unsigned char *)pointer + i * elem->size, depth + 1);
        return wrong;
    }
    return 0;
}

static const char *put(ckpti_pw *w, const ckptg_type *type, const void *address, int depth)
{
    const kind_info *k;
    void *pointer;
    double real;
    float small;

    type = integer_of(type);
    k = info(type->kind);
    if (!k)
        return UNCARRIED;
    if (type->kind == CKPTG_POINTER) {
        memcpy(&pointer, address, sizeof pointer);
        return put_pointer(w, type, pointer, depth);
    }
    ckpti_pw_u32(w, k->real ? V_REAL : V_INTEGER);
    ckpti_pw_u32(w, k->kind);
    if (!k->real) {
        ckpti_pw_u64(w, (uint64_t)get_integer(k, address));
        return 0;
    }
    memcpy(&small, address, sizeof small);
    real = small;
    if (k->kind == CKPTG_DOUBLE)
        memcpy(&real, address, sizeof real);
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    ckpti_pw_u64(w, bits);
    return 0;
}

const char *ckpti_replay_put(ckpti_pw *w, const ckptg_type *type, const void *address) { return put(w, type, address, 0); }

/* Memory that a call may keep pointers to: never freed, listed. */
static void *keep(size_t count, size_t size)
{
    typedef union header { union header *next; long double align; } header;
    static header *all;
    header *h;

    if (__builtin_mul_overflow(count, size, &size) || __builtin_add_overflow(size, sizeof *h, &size) || !(h = calloc(1, size)))
        return 0;
    h->next = all;
    all = h;
    return h + 1;
}

/* ---- reading --------------------------------------------------------------------------------------------------------------------- */

/* A form, read, with this machine's layout. Nodes in the order of the bytes; children follow. */
typedef struct form {
    uint32_t kind, count;             /* elements or fields */
    size_t size, align, leaves;
    struct form *child, *next;        /* of an array: one child */
} form;

static ckpt_status bad(void) { return ckpti_fail(CKPT_EBADIMAGE, "replayed calls: the section is malformed"); }
static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for replayed calls"); }

static void form_free(form *f)
{
    while (f) {
        form *next = f->next;
        form_free(f->child);
        free(f);
        f = next;
    }
}

static ckpt_status get_form(ckpti_pr *r, int depth, form **out);

static ckpt_status get_struct(ckpti_pr *r, int depth, form *f)
{
    form **at = &f->child;
    ckpt_status status;

    f->align = 1;
    for (uint32_t i = 0; i < f->count; i++) {
        if ((status = get_form(r, depth + 1, at)) != CKPT_OK)
            return status;
        f->size = (f->size + (*at)->align - 1) / (*at)->align * (*at)->align + (*at)->size;
        f->align = (*at)->align > f->align ? (*at)->align : f->align;
        f->leaves += (*at)->leaves;
        if (f->leaves > MOST_LEAVES)
            return bad();
        at = &(*at)->next;
    }
    f->size = (f->size + f->align - 1) / f->align * f->align;
    return CKPT_OK;
}

static ckpt_status get_form(ckpti_pr *r, int depth, form **out)
{
    form *f = calloc(1, sizeof *f);
    const kind_info *k;
    ckpt_status status;

    if (!f)
        return no_memory();
    *out = f;
    f->kind = ckpti_pr_u32(r);
    if (r->bad || depth > DEEPEST)
        return bad();
    if (f->kind == CKPTG_ARRAY) {
        f->count = ckpti_pr_u32(r);
        if ((status = get_form(r, depth + 1, &f->child)) != CKPT_OK)
            return status;
        if (f->count && f->child->leaves > MOST_LEAVES / f->count)
            return bad();
        f->align = f->child->align;
        f->size = f->count * f->child->size;
        f->leaves = f->count * f->child->leaves;
        return f->leaves || !f->count ? CKPT_OK : bad();
    }
    if (f->kind == CKPTG_STRUCT) {
        f->count = ckpti_pr_count(r, 4);
        return r->bad ? bad() : get_struct(r, depth, f);
    }
    if (!(k = info(f->kind)))
        return bad();
    f->size = k->size;
    f->align = k->align;
    f->leaves = 1;
    return CKPT_OK;
}

/* make: also build memory. */
static ckpt_status get(ckpti_pr *r, bool make, int depth, ckpti_replay_value *out);

static ckpt_status get_leaves(ckpti_pr *r, bool make, int depth, const form *f, unsigned char *to)
{
    ckpt_status status = CKPT_OK;
    size_t at = 0;

    if (f->kind == CKPTG_ARRAY) {
        for (uint32_t i = 0; i < f->count && status == CKPT_OK; i++)
            status = get_leaves(r, make, depth, f->child, to ? to + i * f->child->size : 0);
    } else if (f->kind == CKPTG_STRUCT) {
        for (const form *c = f->child; c && status == CKPT_OK; c = c->next) {
            at = (at + c->align - 1) / c->align * c->align;
            status = get_leaves(r, make, depth, c, to ? to + at : 0);
            at += c->size;
        }
    } else {
        ckpti_replay_value v;
        const kind_info *k = info(f->kind);
        status = get(r, make, depth + 1, &v);
        if (status == CKPT_OK && v.type != k->ffi)
            status = bad();
        if (status == CKPT_OK && to)
            memcpy(to, v.scalar.bytes, k->size);
    }
    return status;
}

static ckpt_status get_block(ckpti_pr *r, bool make, int depth, ckpti_replay_value *out)
{
    uint32_t count = ckpti_pr_u32(r);
    form *f = 0;
    unsigned char *memory = 0;
    ckpt_status status = get_form(r, 0, &f);

    /* each leaf takes at least four bytes: what was announced must be there */
    if (status == CKPT_OK && (!f->leaves || count > (size_t)(r->end - r->p) / 4 / f->leaves))
        status = bad();
    if (status == CKPT_OK && make && !(memory = keep(count, f->size)))
        status = no_memory();
    for (uint32_t i = 0; i < count && status == CKPT_OK; i++)
        status = get_leaves(r, make, depth, f, memory ? memory + i * f->size : 0);
    form_free(f);
    out->scalar.pointer = memory;
    return status;
}

static ckpt_status get_number(ckpti_pr *r, uint32_t form_number, ckpti_replay_value *out)
{
    uint32_t kind = ckpti_pr_u32(r);
    uint64_t bits = ckpti_pr_u64(r);
    const kind_info *k = info(kind);
    double real;

    if (r->bad || !k || kind == CKPTG_POINTER || k->real != (form_number == V_REAL))
        return bad();
    out->type = k->ffi;
    if (!k->real)
        return set_integer(k, &out->scalar, (long long)bits) ? CKPT_OK :
               ckpti_fail(CKPT_ERANGE, "an argument of a replayed call (%lld) does not fit here", (long long)bits);
    memcpy(&real, &bits, sizeof real);
    if (kind == CKPTG_DOUBLE) {
        memcpy(&out->scalar, &real, sizeof real);
    } else {
        float small = (float)real;
        memcpy(&out->scalar, &small, sizeof small);
    }
    return CKPT_OK;
}

static ckpt_status get_string(ckpti_pr *r, bool make, ckpti_replay_value *out)
{
    size_t size;
    const unsigned char *p = ckpti_pr_bytes(r, &size);

    if (!p)
        return bad();
    if (make && !(out->scalar.pointer = keep(size + 1, 1)))
        return no_memory();
    if (make)
        memcpy(out->scalar.pointer, p, size);
    return CKPT_OK;
}

/* As restore/decode.c takes those of the program's pointers. */
static ckpt_status get_pointer_number(ckpti_pr *r, ckpti_replay_value *out)
{
    uint32_t bytes = ckpti_pr_u32(r);
    int64_t number = (int64_t)ckpti_pr_u64(r);
    bool was_wide = bytes == 8, wide = sizeof(void *) == 8;

    if (r->bad || (bytes != 4 && bytes != 8))
        return bad();
    if (wide > was_wide ? number > INT32_MAX : wide < was_wide && (number < INT32_MIN || number > UINT32_MAX))
        return ckpti_fail(CKPT_ERANGE, "an argument of a replayed call is the number 0x%llx in a pointer; pointers of %zu bits cannot tell which it would be",
                          (unsigned long long)number, 8 * sizeof(void *));
    out->scalar.pointer = (void *)(uintptr_t)number;
    return CKPT_OK;
}

static ckpt_status get_function(ckpti_pr *r, bool make, ckpti_replay_value *out)
{
    char *unit = ckpti_pr_string(r), *name = ckpti_pr_string(r);
    ckpt_status status = r->bad ? bad() : !unit || !name ? no_memory() : CKPT_OK;

    if (status == CKPT_OK && make && !(out->scalar.pointer = (void *)ckpti_unit_function(unit, name)))
        status = ckpti_fail(CKPT_EPROGRAM, "function %s is not in this program", name);
    free(unit);
    free(name);
    return status;
}

static ckpt_status get(ckpti_pr *r, bool make, int depth, ckpti_replay_value *out)
{
    uint32_t form_number = ckpti_pr_u32(r), id;

    memset(out, 0, sizeof *out);
    out->type = &ffi_type_pointer;
    if (r->bad || depth > 2 * DEEPEST)
        return bad();
    switch (form_number) {
    case V_NULL: return CKPT_OK;
    case V_INTEGER: case V_REAL: return get_number(r, form_number, out);
    case V_STRING: return get_string(r, make, out);
    case V_BLOCK: return get_block(r, make, depth, out);
    case V_STREAM:
        id = ckpti_pr_u32(r);
        if (make && !(out->scalar.pointer = ckpti_stream_by_id(id)))
            return ckpti_fail(CKPT_EPROGRAM, "a replayed call needs stream %u, which is closed", id);
        return r->bad ? bad() : CKPT_OK;
    case V_FUNCTION: return get_function(r, make, out);
    case V_RESULT:
        id = ckpti_pr_u32(r);
        if (make)
            out->scalar.pointer = ckpti_replay_result(id);
        return r->bad ? bad() : CKPT_OK;
    case V_NUMBER: return get_pointer_number(r, out);
    default: return bad();
    }
}

ckpt_status ckpti_replay_get(ckpti_pr *r, ckpti_replay_value *out) { return get(r, true, 0, out); }

ckpt_status ckpti_replay_skip(ckpti_pr *r)
{
    ckpti_replay_value v;
    return get(r, false, 0, &v);
}
