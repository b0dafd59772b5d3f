/* lineformat.c - see lineformat.h. */
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include "mpi/store/lineformat.h"

#define MAGIC 0x434b50544c4e0002u    /* "CKPTLN", version 2 */
enum { WORD = 8, SUM = 8, HEAD = 6 * WORD };

static const struct form {
    enum ckptm_line_kind kind;
    bool data;
    unsigned words;
    const char *text, *names, *integers;
} forms[] = {
    { CKPTM_LINE_end, false, 1, "end", 0, 0 },
#define NAMES(...) #__VA_ARGS__
#define K(name, number, data, text, words, integers) \
    { number, data, sizeof(struct ckptm_line_##name) / WORD, text, NAMES words, NAMES integers },
    CKPTM_LINE_KINDS(K)
#undef K
};

static const struct form *form_of(uint64_t kind)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if ((uint64_t)forms[i].kind == kind)
            return &forms[i];
    return 0;
}

const char *ckptm_line_kind_text(enum ckptm_line_kind kind) { return form_of(kind) ? form_of(kind)->text : 0; }
const char *ckptm_line_kind_words(enum ckptm_line_kind kind) { return form_of(kind) ? form_of(kind)->names : 0; }
const char *ckptm_line_kind_integers(enum ckptm_line_kind kind) { return form_of(kind) ? form_of(kind)->integers : 0; }

/* ---- writing ------------------------------------------------------------------------------------------------------- */

static unsigned char *more(ckptm_line_out *o, size_t n)
{
    if (o->size + n > o->room)
        o->bytes = o->grow(o->bytes, o->room = 2 * (o->size + n));
    o->size += n;
    return o->bytes + o->size - n;
}

static void put(ckptm_line_out *o, uint64_t v)
{
    unsigned char *p = more(o, WORD);

    for (int b = 0; b < WORD; b++)
        p[b] = (unsigned char)(v >> (56 - 8 * b));
}

void ckptm_line_begin(ckptm_line_out *o, const ckptm_line_head *head)
{
    put(o, MAGIC);
    put(o, head->line);
    put(o, head->rank);
    put(o, head->ranks);
    put(o, head->layout);
    put(o, head->has_bytes);
}

void ckptm_line_put(ckptm_line_out *o, enum ckptm_line_kind kind, const void *words)
{
    const struct form *f = form_of(kind);
    const uint64_t *w = words;

    put(o, (uint64_t)kind << 32 | f->words);
    for (unsigned i = 0; i < f->words; i++)
        put(o, w[i]);
    o->records++;
}

void ckptm_line_put_rows(ckptm_line_out *o, uint64_t nrows) { put(o, nrows); }

void ckptm_line_put_row(ckptm_line_out *o, int type, uint64_t count)
{
    put(o, (uint64_t)(int64_t)type);
    put(o, count);
}

unsigned char *ckptm_line_put_bytes(ckptm_line_out *o, uint64_t size)
{
    put(o, size);
    return more(o, (size_t)size);
}

void ckptm_line_finish(ckptm_line_out *o)
{
    uint64_t records = o->records;

    ckptm_line_put(o, CKPTM_LINE_end, &records);
    put(o, XXH64(o->bytes, o->size, 0));
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static uint64_t get(const unsigned char *p)
{
    uint64_t v = 0;

    for (int b = 0; b < WORD; b++)
        v = v << 8 | p[b];
    return v;
}

static uint64_t take(ckptm_line_in *in)
{
    if (in->end - in->at < WORD) {
        in->why = "damaged: a record is cut off";
        return 0;
    }
    in->at += WORD;
    return get(in->at - WORD);
}

/* That many pieces of that size. */
static const unsigned char *skip(ckptm_line_in *in, uint64_t pieces, size_t size)
{
    const unsigned char *from = in->at;

    if (!in->why && pieces > (uint64_t)(in->end - in->at) / size)
        in->why = "damaged: a record is cut off";
    if (!in->why)
        in->at += pieces * size;
    return from;
}

bool ckptm_line_open_file(ckptm_line_in *in, const void *bytes, size_t size)
{
    const unsigned char *p = bytes;

    *in = (ckptm_line_in){ .at = p, .end = p };
    if (size < WORD || get(p) != MAGIC) {
        in->why = "no part of a line, or one of another version";
        return false;
    }
    if (size < HEAD + SUM || get(p + size - SUM) != XXH64(p, size - SUM, 0)) {
        in->why = "damaged: its checksum is wrong";
        return false;
    }
    in->head = (ckptm_line_head){ get(p + WORD), get(p + 2 * WORD), get(p + 3 * WORD), get(p + 4 * WORD), get(p + 5 * WORD) };
    in->at = p + HEAD;
    in->end = p + size - SUM;
    return true;
}

bool ckptm_line_next(ckptm_line_in *in, ckptm_line_record *r)
{
    const struct form *f;
    uint64_t start;

    if (in->why || (start = take(in), in->why))
        return false;
    f = form_of(start >> 32);
    if (!f || f->words != (uint32_t)start) {
        in->why = "of another version: it has a record that is not known";
        return false;
    }
    *r = (ckptm_line_record){ .kind = f->kind };
    for (unsigned i = 0; i < f->words; i++)
        r->words[i] = take(in);
    if (f->data) {
        r->data.nrows = take(in);
        r->data.rows = skip(in, r->data.nrows, 2 * WORD);
        r->data.size = take(in);
        r->data.bytes = skip(in, r->data.size, 1);
    }
    if (r->kind == CKPTM_LINE_end && (r->words[0] != in->records || in->at != in->end))
        in->why = "damaged: it ends where it should not";
    in->records++;
    return !in->why && r->kind != CKPTM_LINE_end;
}

void ckptm_line_row(const ckptm_line_data *data, uint64_t row, int *type, uint64_t *count)
{
    *type = (int)get(data->rows + 16 * row);
    *count = get(data->rows + 16 * row + 8);
}
