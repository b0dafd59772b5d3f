/* xdr_stream.c - XDR handles and arrays on them. See xdr_stream.h. */
#include <limits.h>
#include <string.h>
#include "xdr/xdr_bulk.h"
#include "xdr/xdr_stream.h"

/* ---- handle over an io ------------------------------------------------------------------------------------------- */

static const ckpt_xdr_io *io_of(XDR *xdr) { return (const ckpt_xdr_io *)xdr->x_private; }

static bool_t io_getlong(XDR *xdr, long *value)
{
    unsigned char bytes[4];

    if (!io_of(xdr)->get(io_of(xdr)->context, bytes, 4))
        return FALSE;
    *value = (int32_t)ckpt_xdr_get32(bytes);
    return TRUE;
}

static bool_t io_putlong(XDR *xdr, const long *value)
{
    unsigned char bytes[4];

    ckpt_xdr_put32(bytes, (uint32_t)*value);
    return io_of(xdr)->put(io_of(xdr)->context, bytes, 4);
}

static bool_t io_getbytes(XDR *xdr, char *data, u_int size) { return io_of(xdr)->get(io_of(xdr)->context, data, size); }
static bool_t io_putbytes(XDR *xdr, const char *data, u_int size)
{
    return io_of(xdr)->put(io_of(xdr)->context, data, size);
}
static u_int io_getpostn(XDR *xdr) { (void)xdr; return (u_int)-1; }
static bool_t io_setpostn(XDR *xdr, u_int position) { (void)xdr; (void)position; return FALSE; }
static int32_t *io_inline(XDR *xdr, u_int size) { (void)xdr; (void)size; return NULL; }
static void io_destroy(XDR *xdr) { (void)xdr; }
static bool_t io_control(XDR *xdr, int request, void *info) { (void)xdr; (void)request; (void)info; return FALSE; }

void ckpt_xdr_create(XDR *xdr, const ckpt_xdr_io *io, enum xdr_op how)
{
    static const struct xdr_ops ops = {
        .x_getlong = io_getlong, .x_putlong = io_putlong, .x_getbytes = io_getbytes, .x_putbytes = io_putbytes,
        .x_getpostn = io_getpostn, .x_setpostn = io_setpostn, .x_inline = io_inline, .x_destroy = io_destroy,
        .x_control = io_control
    };

    memset(xdr, 0, sizeof *xdr);
    xdr->x_op = how;
    xdr->x_ops = &ops;
    xdr->x_private = (void *)io;
}

/* ---- arrays ------------------------------------------------------------------------------------------------------ */

/* How one kind of element goes to and from its XDR form; decode returns how many of count were good. */
typedef struct array_kind {
    size_t size, wire;            /* bytes of an element here and in XDR */
    void (*encode)(void *out, const void *in, size_t count);
    size_t (*decode)(void *out, const void *in, size_t count);
} array_kind;

/* Bytes at a time, where the handle has no memory of its own to work in. */
#define PART 8192
/* Bytes at a time otherwise: what a u_int surely holds. */
#define INLINE_PART ((size_t)1 << 28)

static bool_t convert(const array_kind *kind, enum xdr_op how, void *wire, void *values, size_t count)
{
    if (how == XDR_ENCODE) {
        kind->encode(wire, values, count);
        return TRUE;
    }
    return kind->decode(values, wire, count) == count;
}

static bool_t array(XDR *xdr, void *values, size_t count, const array_kind *kind)
{
    unsigned char *at = values, part[PART];

    if (xdr->x_op == XDR_FREE)
        return TRUE;
    while (count) {
        size_t n = count < INLINE_PART / kind->wire ? count : INLINE_PART / kind->wire;
        void *wire = xdr_inline(xdr, (u_int)(n * kind->wire));

        if (wire) {
            if (!convert(kind, xdr->x_op, wire, at, n))
                return FALSE;
        } else {
            if (n > PART / kind->wire)
                n = PART / kind->wire;
            if (xdr->x_op == XDR_ENCODE && !convert(kind, XDR_ENCODE, part, at, n))
                return FALSE;
            if (!xdr_opaque(xdr, (char *)part, (u_int)(n * kind->wire)))
                return FALSE;
            if (xdr->x_op == XDR_DECODE && !convert(kind, XDR_DECODE, part, at, n))
                return FALSE;
        }
        at += n * kind->size;
        count -= n;
    }
    return TRUE;
}

static size_t decode32(void *out, const void *in, size_t count) { ckpt_xdr_copy32(out, in, count); return count; }
static size_t decode64(void *out, const void *in, size_t count) { ckpt_xdr_copy64(out, in, count); return count; }
static const array_kind kind32 = { 4, 4, ckpt_xdr_copy32, decode32 };
static const array_kind kind64 = { 8, 8, ckpt_xdr_copy64, decode64 };

static void encode_short(void *out, const void *in, size_t count) { ckpt_xdr_put_short(out, in, count); }
static size_t decode_short(void *out, const void *in, size_t count) { return ckpt_xdr_get_short(out, in, count); }
static const array_kind kind_short = { 2, 4, encode_short, decode_short };

#if CHAR_MIN < 0
static void encode_char(void *out, const void *in, size_t count) { ckpt_xdr_put_schar(out, in, count); }
static size_t decode_char(void *out, const void *in, size_t count) { return ckpt_xdr_get_schar(out, in, count); }
#else
static void encode_char(void *out, const void *in, size_t count) { ckpt_xdr_put_uchar(out, in, count); }
static size_t decode_char(void *out, const void *in, size_t count) { return ckpt_xdr_get_uchar(out, in, count); }
#endif
static const array_kind kind_char = { 1, 4, encode_char, decode_char };

bool_t ckpt_xdr_doubles(XDR *xdr, double *values, size_t count) { return array(xdr, values, count, &kind64); }
bool_t ckpt_xdr_floats(XDR *xdr, float *values, size_t count) { return array(xdr, values, count, &kind32); }
bool_t ckpt_xdr_ints(XDR *xdr, int *values, size_t count) { return array(xdr, values, count, &kind32); }
bool_t ckpt_xdr_uints(XDR *xdr, unsigned *values, size_t count) { return array(xdr, values, count, &kind32); }
bool_t ckpt_xdr_hypers(XDR *xdr, int64_t *values, size_t count) { return array(xdr, values, count, &kind64); }
bool_t ckpt_xdr_uhypers(XDR *xdr, uint64_t *values, size_t count) { return array(xdr, values, count, &kind64); }
bool_t ckpt_xdr_shorts(XDR *xdr, int16_t *values, size_t count) { return array(xdr, values, count, &kind_short); }
bool_t ckpt_xdr_chars(XDR *xdr, char *values, size_t count) { return array(xdr, values, count, &kind_char); }
