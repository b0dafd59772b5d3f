/* xdr_stream.h - XDR handles of libtirpc: over any source and target of bytes, and whole arrays on any handle.
 *
 * Purpose    what is not an array goes through libtirpc's own filters (xdr_int, xdr_hyper, xdr_string, ...); arrays go through
 *            xdr_bulk.h. The bytes are those that libtirpc alone would give.
 * Invariants 64-bit integers are xdr_hyper: xdr_long takes a long and refuses or cuts what 32 bits do not hold.
 *            All return TRUE or FALSE as libtirpc's filters; after FALSE the position is undefined.
 * Thread     one handle, one thread.
 */
#ifndef CKPT_XDR_STREAM_H
#define CKPT_XDR_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <rpc/rpc.h>

/* Where a handle's bytes come from or go to. */
typedef struct ckpt_xdr_io {
    bool (*put)(void *context, const void *data, size_t size);   /* for encoding */
    bool (*get)(void *context, void *data, size_t size);         /* for decoding; false if there is less */
    void *context;
} ckpt_xdr_io;

/* Make a handle over `io`, borrowed until xdr_destroy. Its position cannot be set, nor read.
 * how  XDR_ENCODE or XDR_DECODE */
void ckpt_xdr_create(XDR *xdr, const ckpt_xdr_io *io, enum xdr_op how);

/* Encode or decode [count] values as xdr_vector does with xdr_double, xdr_float, xdr_int, xdr_u_int, xdr_hyper, xdr_u_hyper.
 * Works on every handle; fastest on those with memory behind them (xdrmem, this file's). XDR_FREE does nothing. */
bool_t ckpt_xdr_doubles(XDR *xdr, double *values, size_t count);
bool_t ckpt_xdr_floats(XDR *xdr, float *values, size_t count);
bool_t ckpt_xdr_ints(XDR *xdr, int *values, size_t count);
bool_t ckpt_xdr_uints(XDR *xdr, unsigned *values, size_t count);
bool_t ckpt_xdr_hypers(XDR *xdr, int64_t *values, size_t count);
bool_t ckpt_xdr_uhypers(XDR *xdr, uint64_t *values, size_t count);

/* As with xdr_short and xdr_char (each value in four bytes). Decoding a value that does not fit gives FALSE. */
bool_t ckpt_xdr_shorts(XDR *xdr, int16_t *values, size_t count);
bool_t ckpt_xdr_chars(XDR *xdr, char *values, size_t count);

#endif
