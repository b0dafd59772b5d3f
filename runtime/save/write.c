/* write.c - an image of the objects that the walk found. See save.h; docs/image-format.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "core/log.h"
#include "image/model.h"
#include "image/writer.h"
#include "objects/process.h"
#include "objects/site_names.h"
#include "save/emit.h"
#include "save/kept.h"
#include "save/save.h"
#include "xdr/xdr_bulk.h"

/* This target's name, as compilers give it. */
static const char *triple(void)
{
#if defined __x86_64__
    return "x86_64-linux-gnu";
#elif defined __i386__
    return "i686-linux-gnu";
#elif defined __s390x__
    return "s390x-linux-gnu";
#elif defined __powerpc__ && !defined __powerpc64__
    return "powerpc-linux-gnu";
#elif defined __aarch64__
    return "aarch64-linux-gnu";
#elif defined __arm__
    return "arm-linux-gnueabihf";
#elif defined __riscv && __riscv_xlen == 64
    return "riscv64-linux-gnu";
#else
    return "unknown";
#endif
}

/* Source file of main. */
static const char *program(void)
{
    uint32_t n = ckpti_frames_count();
    return n ? ckpti_frames_at(n - 1)->function->file : "";
}

static void head(ckpti_emitter *e, ckpti_buffer *b, const ckpti_save_info *info)
{
    struct timespec now = {0, 0};
    char host[65] = "";
    clock_gettime(CLOCK_REALTIME, &now);
    gethostname(host, sizeof host - 1);
    ckpti_buffer_put32(b, e->table->layout_bound | (uint32_t)e->table->place_bound << 1);
    ckpti_buffer_put32(b, __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    ckpti_buffer_put32(b, sizeof(void *));
    ckpti_buffer_put32(b, (char)-1 < 0);
    ckpti_buffer_put32(b, __LDBL_MANT_DIG__);
    ckpti_buffer_put64(b, e->table->place_bound ? ckpti_units_placing() : ckpti_emit_layout(e));
    ckpti_buffer_put64(b, ckpti_units_signature());
    ckpti_buffer_put64(b, info->visit);
    ckpti_buffer_put64(b, (uint64_t)now.tv_sec);
    ckpti_buffer_put32(b, (uint32_t)now.tv_nsec);
    ckpti_buffer_put_string(b, program());
    ckpti_buffer_put_string(b, triple());
    ckpti_buffer_put_string(b, host);
    ckpti_buffer_put_string(b, info->site);
    ckpti_buffer_put_string(b, info->reason);
}

static void frames(ckpti_emitter *e, ckpti_buffer *b)
{
    char name[CKPTI_SITE_NAME];
    uint32_t local = 1; /* locals have the first numbers, in the order of the frames */
    ckpti_buffer_put32(b, ckpti_frames_count());
    for (uint32_t i = ckpti_frames_count(); i-- > 0;) {
        const ckpti_captured_frame *f = ckpti_frames_at(i);
        const ckptg_function *fn = f->function;
        const ckptg_resume *r = &fn->resumes[f->resume];
        ckpti_buffer_put32(b, ckpti_emit_name(e, fn->name));
        ckpti_buffer_put32(b, ckpti_emit_name(e, fn->file));
        ckpti_buffer_put32(b, fn->line);
        ckpti_buffer_put32(b, f->resume);
        ckpti_buffer_put32(b, ckpti_emit_made_name(e, ckpti_site_name(fn, f->resume, name)));
        ckpti_buffer_put32(b, r->line);
        ckpti_buffer_put32(b, fn->nresumes);
        for (uint32_t k = 0; k < fn->nresumes; k++)
            ckpti_buffer_put32(b, ckpti_emit_name(e, fn->resumes[k].callee));
        ckpti_buffer_put32(b, r->nlocals);
        for (uint32_t k = 0; k < r->nlocals; k++)
            ckpti_buffer_put32(b, local++);
    }
}

static void unknowns(const ckpti_table *t, ckpti_buffer *b)
{
    bool targets = false;
    ckpti_buffer_put32(b, t->nunknowns);
    for (uint32_t i = 0; i < t->nunknowns; i++) {
        ckpti_buffer_put32(b, t->unknowns[i].object);
        ckpti_buffer_put64(b, t->unknowns[i].leaf);
        ckpti_buffer_put32(b, t->unknowns[i].holders);
        targets |= t->unknowns[i].target || t->unknowns[i].byte;
    }
    for (uint32_t i = 0; i < t->nunknowns && targets; i++) {
        ckpti_buffer_put32(b, t->unknowns[i].target);
        ckpti_buffer_put64(b, t->unknowns[i].byte);
    }
}

static ckpt_status put_process(void *to, uint32_t tag, const void *bytes, size_t size)
{
    ckpti_writer *w = to;
    unsigned char word[4];
    ckpt_xdr_put32(word, tag);
    ckpti_writer_begin(w, TAG_PROC, 4 + size);
    ckpti_writer_put(w, word, 4);
    ckpti_writer_put(w, bytes, size);
    return ckpti_writer_end(w);
}

/* What binds the image, and why: for the log, and for a restart that it is in the way of. Control characters in names of files are none of a program's. */
static void bound_text(const ckpti_table *t, char out[CKPTI_BOUND])
{
    snprintf(out, CKPTI_BOUND, "%s%s%s", t->bound_at, *t->bound_at ? " is " : "", t->why_bound ? t->why_bound : "a block without a type");
    for (char *c = out; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
}

static ckpt_status put_bound(const ckpti_table *t, ckpti_writer *w)
{
    ckpti_buffer b = {0};
    char text[CKPTI_BOUND];
    if (!t->layout_bound)
        return CKPT_OK;
    bound_text(t, text);
    ckpti_buffer_put_string(&b, text);
    ckpt_status st = ckpti_writer_optional(w, TAG_BIND, &b);
    free(b.data);
    return st;
}

static ckpt_status write_all(ckpti_table *t, ckpti_sink *sink, const ckpti_save_info *info)
{
    ckpti_emitter e = {.table = t};
    ckpti_buffer b[6] = {{0}};
    ckpti_writer w = {0};
    static const uint32_t tag[6] = {TAG_HEAD, TAG_STRS, TAG_TYPE, TAG_OBJS, TAG_FRAM, TAG_UNKN};
    ckpt_status st = ckpti_emit_open(&e);
    if (st)
        goto done;
    ckpti_emit_objects(&e, &b[3]); /* numbers types and names as it goes */
    frames(&e, &b[4]);
    unknowns(t, &b[5]);
    ckpti_emit_types(&e, &b[2]);
    head(&e, &b[0], info);
    ckpti_emit_strings(&e, &b[1]);
    if ((st = e.failed) || (st = ckpti_writer_open(&w, sink, ckpti_emit_version(&e))))
        goto done;
    for (int i = 0; i < 6 && !st; i++)
        st = ckpti_writer_section(&w, tag[i], &b[i]);
    if (!st)
        st = ckpti_proc_encode(put_process, &w);
    if (!st)
        st = put_bound(t, &w);
    if (!st)
        st = ckpti_emit_data(&e, &w);
    if (!st)
        st = ckpti_writer_finish(&w);
done:
    ckpti_writer_close(&w);
    for (int i = 0; i < 6; i++)
        free(b[i].data);
    ckpti_emit_close(&e);
    return st;
}

static struct kept {
    const unsigned char *start;
    bool gaps;
} *kept;
static uint32_t nkept;

unsigned char *ckpti_kept_block(uint32_t object)
{
    return object && object <= nkept ? (unsigned char *)(uintptr_t)kept[object - 1].start : 0;
}

bool ckpti_kept_gaps(uint32_t object) { return object && object <= nkept && kept[object - 1].gaps; }

void ckpti_kept_clear(void)
{
    free(kept);
    kept = 0;
    nkept = 0;
}

/* Without memory for it, blocks move: no harm. */
static void keep(const ckpti_table *t)
{
    ckpti_kept_clear();
    if (!(kept = calloc(t->n + (size_t)1, sizeof *kept)))
        return;
    nkept = t->n;
    for (uint32_t i = 0; i < t->n; i++)
        kept[i] = (struct kept){t->objects[i].kind == CKPTI_O_HEAP ? t->objects[i].start : 0, t->objects[i].state & CKPTI_S_GAPS};
}

ckpt_status ckpti_checkpoint_write(ckpti_sink *sink, const ckpti_save_info *info)
{
    static int said;
    ckpti_table table;
    char bound[CKPTI_BOUND];
    ckpti_frames_private(true);
    ckpt_status st = ckpti_table_open(&table);
    if (!st)
        st = ckpti_table_walk(&table, info->strict);
    if (!st && table.layout_bound && !said++) {
        bound_text(&table, bound);
        ckpti_log("images of this program can go on only %s: %s", table.place_bound ? "with this executable" : "on machines with the same data layout", bound);
    }
    if (!st)
        st = write_all(&table, sink, info);
    if (!st)
        keep(&table);
    ckpti_table_close(&table);
    return st;
}
