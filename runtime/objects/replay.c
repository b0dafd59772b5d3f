/* replay.c - the log of calls to be made again, and making them. See replay.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "objects/files.h"
#include "objects/heap.h"
#include "objects/process_hooks.h"
#include "objects/replay.h"
#include "objects/replay_value.h"
#include "objects/units.h"

enum { MOST_FDS = 256 };          /* looked at for descriptors that a call opens */

/* A recorded call. */
typedef struct call {
    struct call *next;
    char *name, *unit, *file;     /* owned; unit "" unless static */
    uint32_t line, nargs, nfixed, id;
    ckpti_pw args, result;        /* values; result empty: void */
    const char *wrong;            /* why it cannot be carried, or 0 */
    uint32_t wrong_arg;           /* 0: the result */
    void *pointer;                /* result, if it is a pointer, in this process */
    int fds[MOST_FDS];            /* descriptors that it opened */
    uint32_t nfds;
} call;

/* A variable's value when the program started, while a restart is under way. */
typedef struct kept {
    struct kept *next;
    unsigned char *address;
    size_t size;
    unsigned char first[];        /* [size] */
} kept;

static call *calls, **last = &calls, *pending;
static uint32_t ncalls;
static kept *variables;
static unsigned char before[MOST_FDS];

static void call_free(call *c)
{
    free(c->name);
    free(c->unit);
    free(c->file);
    ckpti_pw_free(&c->args);
    ckpti_pw_free(&c->result);
    free(c);
}

static void enter(call *c)
{
    c->id = ++ncalls;
    *last = c;
    last = &c->next;
}

uint32_t ckpti_replay_result_id(const void *pointer)
{
    for (const call *c = calls; c && pointer; c = c->next)
        if (c->pointer == pointer)
            return c->id;
    return 0;
}

void *ckpti_replay_result(uint32_t id)
{
    for (const call *c = calls; c; c = c->next)
        if (c->id == id)
            return c->pointer;
    return 0;
}

bool ckpti_replay_owns(int fd)
{
    if (ckpti_files_hint(fd))
        return false;
    for (const call *c = calls; c; c = c->next)
        for (uint32_t i = 0; i < c->nfds; i++)
            if (c->fds[i] == fd)
                return true;
    return false;
}

/* ---- recording -------------------------------------------------------------------------------------------------------------- */

static void look_at_fds(unsigned char open[MOST_FDS])
{
    for (int fd = 0; fd < MOST_FDS; fd++)
        open[fd] = fcntl(fd, F_GETFD) >= 0;
}

static bool is_file(int fd)
{
    struct stat64 st;

    return !fstat64(fd, &st) && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
}

void ckptg_replay_before(const ckptg_replay *r, const void *const *args)
{
    int error = errno;
    call *c;

    ckpti_heap_private(1);
    c = calloc(1, sizeof *c);
    if (c && (!(c->name = strdup(r->name)) || !(c->unit = strdup(r->unit ? r->unit : "")) || !(c->file = strdup(r->file)))) {
        call_free(c);
        c = 0;
    }
    if (c) {
        c->line = r->line;
        c->nargs = r->nargs;
        c->nfixed = r->nfixed;
        for (uint32_t i = 0; i < r->nargs && !c->wrong; i++) {
            c->wrong = ckpti_replay_put(&c->args, r->args[i], args[i]);
            c->wrong_arg = i + 1;
        }
    }
    pending = c;
    look_at_fds(before);
    ckpti_heap_private(-1);
    errno = error;
}

void ckptg_replay_after(const ckptg_replay *r, const void *result)
{
    unsigned char now[MOST_FDS];
    int error = errno;
    call *c = pending;

    pending = 0;
    if (!c)
        return;
    ckpti_heap_private(1);
    if (r->result && result) {
        if (r->result->kind == CKPTG_POINTER) {
            memcpy(&c->pointer, result, sizeof c->pointer);
            ckpti_pw_u32(&c->result, c->pointer != 0);
        } else if (!c->wrong) {
            c->wrong = ckpti_replay_put(&c->result, r->result, result);
            c->wrong_arg = 0;
        }
    }
    look_at_fds(now);
    for (int fd = 3; fd < MOST_FDS; fd++)
        if (now[fd] && !before[fd]) {
            c->fds[c->nfds++] = fd;
            if (ckpti_files_hint(fd) && !is_file(fd))
                ckpti_files_opened(fd, 0); /* a device: it is the call that opens it again */
            else if (ckpti_files_hint(fd) && !c->wrong && r->result && r->result->size == sizeof fd && !memcmp(result, &fd, sizeof fd))
                c->wrong = "is an open file, which comes back by itself: leave #pragma ckpt replay out", c->wrong_arg = 0;
        }
    enter(c);
    ckpti_heap_private(-1);
    errno = error;
}

/* ---- an image ----------------------------------------------------------------------------------------------------------------- */

static void put_row(ckpti_pw *w, const call *c)
{
    ckpti_pw fds = { 0 };

    for (uint32_t i = 0; i < c->nfds; i++)
        ckpti_pw_u32(&fds, (uint32_t)c->fds[i]);
    ckpti_pw_string(w, c->name);
    ckpti_pw_string(w, c->unit);
    ckpti_pw_string(w, c->file);
    ckpti_pw_u32(w, c->line);
    ckpti_pw_u32(w, c->nargs);
    ckpti_pw_u32(w, c->nfixed);
    ckpti_pw_bytes(w, c->args.data, c->args.size);
    ckpti_pw_bytes(w, c->result.data, c->result.size);
    ckpti_pw_bytes(w, fds.data, fds.size);
    w->failed = w->failed || fds.failed || c->args.failed || c->result.failed;
    ckpti_pw_free(&fds);
}

ckpt_status ckpti_replay_rows(ckpti_pw *w, uint32_t *rows)
{
    ckpti_pw_u32(w, ncalls);
    for (const call *c = calls; c; c = c->next) {
        if (c->wrong && c->wrong_arg)
            return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: argument %u %s", c->file, c->line, c->name, c->wrong_arg, c->wrong);
        if (c->wrong)
            return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: its result %s", c->file, c->line, c->name, c->wrong);
        put_row(w, c);
    }
    *rows = ncalls;
    return CKPT_OK;
}

static ckpt_status bad(void) { return ckpti_fail(CKPT_EBADIMAGE, "replayed calls: the section is malformed"); }
static ckpt_status no_memory(void) { return ckpti_fail(CKPT_ENOMEM, "out of memory for replayed calls"); }

static bool copy_bytes(ckpti_pr *r, ckpti_pw *out)
{
    size_t size;
    const unsigned char *p = ckpti_pr_bytes(r, &size);

    out->data = malloc(size + 1);
    if (!out->data)
        return false;
    if (size)
        memcpy(out->data, p, size);
    out->size = out->room = size;
    return true;
}

/* The values are as many as announced, and nothing else. */
static ckpt_status check_values(const ckpti_pw *values, uint32_t count)
{
    ckpti_pr r = { values->data, values->data + values->size, false };
    ckpt_status status = CKPT_OK;

    for (uint32_t i = 0; i < count && status == CKPT_OK; i++)
        status = ckpti_replay_skip(&r);
    return status == CKPT_OK && r.p != r.end ? bad() : status;
}

static ckpt_status read_row(ckpti_pr *r, call *c)
{
    ckpti_pw fds = { 0 };
    ckpt_status status;
    bool ok;

    c->name = ckpti_pr_string(r);
    c->unit = ckpti_pr_string(r);
    c->file = ckpti_pr_string(r);
    c->line = ckpti_pr_u32(r);
    c->nargs = ckpti_pr_u32(r);
    c->nfixed = ckpti_pr_u32(r);
    ok = copy_bytes(r, &c->args) && copy_bytes(r, &c->result) && copy_bytes(r, &fds);
    if (r->bad || c->nfixed > c->nargs || c->nargs > 1024 || fds.size % 4 || fds.size / 4 > MOST_FDS) {
        ckpti_pw_free(&fds);
        return bad();
    }
    for (ckpti_pr f = { fds.data, fds.data + fds.size, !ok }; f.p < f.end && ok; c->nfds++) {
        c->fds[c->nfds] = (int)ckpti_pr_u32(&f);
        if (c->fds[c->nfds] < 3 || c->fds[c->nfds] >= MOST_FDS || (c->nfds && c->fds[c->nfds] <= c->fds[c->nfds - 1]))
            r->bad = true;
    }
    ckpti_pw_free(&fds);
    if (!ok || !c->name || !c->unit || !c->file)
        return no_memory();
    if (r->bad)
        return bad();
    status = check_values(&c->args, c->nargs);
    if (status == CKPT_OK && c->result.size > 4)
        status = check_values(&c->result, 1);
    if (status == CKPT_OK && !ckpti_unit_function(c->unit, c->name))
        status = ckpti_fail(CKPT_EPROGRAM, "%s:%u: replay of %s: this program has no such function", c->file, c->line, c->name);
    return status;
}

static void forget(void)
{
    for (call *c = calls, *next; c; c = next) {
        next = c->next;
        call_free(c);
    }
    calls = 0;
    last = &calls;
    ncalls = 0;
    for (kept *k = variables, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    variables = 0;
}

/* Remember all variables that an image has values of. */
static ckpt_status keep_variables(void)
{
    for (const ckptg_unit *u = ckpti_units(); u; u = u->next)
        for (ckptg_size i = 0; i < u->nvars; i++) {
            const ckptg_var *v = &u->vars[i];
            kept *k;
            if (v->flags & (CKPTG_V_CONST | CKPTG_V_EXCLUDED) || !v->type->size || !strncmp(u->file, "libckpt/", 8))
                continue;
            if (!(k = malloc(sizeof *k + v->type->size)))
                return no_memory();
            k->address = ckpti_var_address(v);
            k->size = v->type->size;
            memcpy(k->first, k->address, k->size);
            k->next = variables;
            variables = k;
        }
    return CKPT_OK;
}

ckpt_status ckpti_replay_read(ckpti_pr *r)
{
    enum { ROW = 36 };
    uint32_t rows = ckpti_pr_count(r, ROW);
    ckpt_status status = CKPT_OK;

    forget();
    for (uint32_t i = 0; i < rows && status == CKPT_OK; i++) {
        call *c = calloc(1, sizeof *c);
        if (!c)
            return no_memory();
        enter(c);
        status = read_row(r, c);
    }
    if (status == CKPT_OK && r->bad)
        status = bad();
    if (status == CKPT_OK && rows)
        status = keep_variables();
    if (status != CKPT_OK)
        forget();
    return status;
}

/* ---- running -------------------------------------------------------------------------------------------------------------------- */

/* What the variables hold and what was kept change places. */
static void swap_variables(void)
{
    for (kept *k = variables; k; k = k->next)
        for (size_t i = 0; i < k->size; i++) {
            unsigned char c = k->first[i];
            k->first[i] = k->address[i];
            k->address[i] = c;
        }
}

/* Fill the free descriptors below and between those that the call is to open. Returns how many were filled. */
static uint32_t fill_fds(const call *c, int filled[MOST_FDS])
{
    uint32_t n = 0, at = 0;

    if (!c->nfds)
        return 0;
    for (int fd = 0; fd < c->fds[c->nfds - 1]; fd++) {
        int made;
        if (at < c->nfds && c->fds[at] == fd) {
            at++;
            continue;
        }
        if (fcntl(fd, F_GETFD) >= 0)
            continue;
        made = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (made != fd) {                          /* lower numbers to be opened are free: go round them */
            if (made >= 0 && dup3(made, fd, O_CLOEXEC) == fd)
                filled[n++] = fd;
            close(made);
        } else {
            filled[n++] = fd;
        }
    }
    return n;
}

static ckpt_status check_result(call *c, ffi_type *type, const ckpti_scalar *got)
{
    ckpti_pr r = { c->result.data, c->result.data + c->result.size, false };
    ckpti_replay_value was;
    ckpt_status status;
    uint64_t mask = type->size < 8 ? ((uint64_t)1 << 8 * type->size) - 1 : UINT64_MAX;
    uint64_t now = type->size <= sizeof(ffi_arg) ? (uint64_t)got->word : got->integer, old = 0;

    if (type == &ffi_type_pointer) {
        c->pointer = got->pointer;
        if (!c->pointer == !ckpti_pr_u32(&r))
            return CKPT_OK;
        return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: returned %s null, but %s when it was recorded", c->file, c->line,
                          c->name, c->pointer ? "not" : "", c->pointer ? "did" : "did not");
    }
    if (type == &ffi_type_float || type == &ffi_type_double)
        return CKPT_OK;
    status = ckpti_replay_get(&r, &was);
    if (status != CKPT_OK)
        return status;
    memcpy((unsigned char *)&old + (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 8 - type->size : 0), &was.scalar, type->size);
    if ((now & mask) == (old & mask))
        return CKPT_OK;
    return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: returned %lld, but %lld when it was recorded", c->file, c->line, c->name,
                      (long long)(now & mask), (long long)(old & mask));
}

/* The type of the result: by its recorded value. */
static ckpt_status result_type(const call *c, ffi_type **type)
{
    ckpti_pr r = { c->result.data, c->result.data + c->result.size, false };
    ckpti_replay_value v;
    ckpt_status status = CKPT_OK;

    *type = c->result.size == 0 ? &ffi_type_void : &ffi_type_pointer;
    if (c->result.size > 4) {
        status = ckpti_replay_get(&r, &v);
        *type = v.type;
    }
    return status;
}

static ckpt_status call_it(call *c, ckpti_replay_value *values, ffi_type **types, void **places)
{
    ckpti_pr r = { c->args.data, c->args.data + c->args.size, false };
    ckpti_scalar result = { .integer = 0 };
    int filled[MOST_FDS];
    uint32_t nfilled;
    ffi_type *type;
    ffi_cif cif;
    ffi_status prepared;
    ckpt_status status = result_type(c, &type);

    for (uint32_t i = 0; i < c->nargs && status == CKPT_OK; i++) {
        status = ckpti_replay_get(&r, &values[i]);
        types[i] = values[i].type;
        places[i] = &values[i].scalar;
    }
    if (status != CKPT_OK)
        return ckpti_fail_prefix(status, "%s:%u: replay of %s", c->file, c->line, c->name);
    prepared = c->nfixed < c->nargs ? ffi_prep_cif_var(&cif, FFI_DEFAULT_ABI, c->nfixed, c->nargs, type, types)
                                    : ffi_prep_cif(&cif, FFI_DEFAULT_ABI, c->nargs, type, types);
    if (prepared != FFI_OK)
        return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: libffi cannot make this call", c->file, c->line, c->name);
    nfilled = fill_fds(c, filled);
    ffi_call(&cif, ckpti_unit_function(c->unit, c->name), &result, places);
    while (nfilled)
        close(filled[--nfilled]);
    for (uint32_t i = 0; i < c->nfds; i++)
        if (fcntl(c->fds[i], F_GETFD) < 0)
            return ckpti_fail(CKPT_EUNSUPPORTED, "%s:%u: replay of %s: did not open descriptor %d again", c->file, c->line, c->name, c->fds[i]);
    return type == &ffi_type_void ? CKPT_OK : check_result(c, type, &result);
}

ckpt_status ckpti_replay_run(void)
{
    ckpt_status status = CKPT_OK;

    swap_variables();
    for (call *c = calls; c && status == CKPT_OK; c = c->next) {
        ckpti_replay_value *values = calloc((size_t)c->nargs + 1, sizeof *values);
        ffi_type **types = calloc((size_t)c->nargs + 1, sizeof *types);
        void **places = calloc((size_t)c->nargs + 1, sizeof *places);
        status = values && types && places ? call_it(c, values, types, places) : no_memory();
        free(values);
        free(types);
        free(places);
    }
    swap_variables();
    for (kept *k = variables, *next; k; k = next) {
        next = k->next;
        free(k);
    }
    variables = 0;
    return status;
}
