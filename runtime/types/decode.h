/* decode.h - values from an image into this machine's memory, with conversion and range checks.
 *
 * Purpose    match an image's types with the program's by names (fields by name, not order), then decode by the pairs found.
 * Invariants a value is stored exactly or refused; padding is not touched, fields that the image does not have become zero.
 *            What may be refused for types alone is refused by the matching, before any value is decoded.
 * Thread     one.
 */
#ifndef CKPTI_DECODE_H
#define CKPTI_DECODE_H

#include "core/status.h"
#include "types/types.h"

/* An image's type (`from`) and the program's (`to`) that its values become. */
typedef struct ckpti_pair {
    const ckpti_type *from, *to;
    const struct ckpti_pair *elem;            /* arrays; enum and other scalars: 0 */
    struct ckpti_pair_field {
        const ckpti_field *from;              /* 0: not in the image, becomes zero */
        const struct ckpti_pair *pair;
    } *fields;                                /* structures, unions: [to->nfields] */
    uint32_t *back;                           /* structures, unions: [from->nfields] index of the field in `to` */
    bool bit_set;                             /* arrays of long in sigset_t and the like: bits count, not elements */
    bool same_layout;                         /* sizes and offsets are equal, all the way down by value */
    struct ckpti_pair *next;
} ckpti_pair;

typedef struct ckpti_matcher ckpti_matcher;

ckpti_matcher *ckpti_matcher_open(void);
void ckpti_matcher_close(ckpti_matcher *matcher);

/* Match two types. Errors: CKPT_EPROGRAM, the text says what differs (without the variable's name); CKPT_ENOMEM
 * quiet  no text is recorded on failure */
ckpt_status ckpti_match(ckpti_matcher *matcher, const ckpti_type *from, const ckpti_type *to, bool quiet, const ckpti_pair **out);

/* A decoder: how pointers are stored, and what went wrong. */
typedef struct ckpti_decoder {
    /* Decode the 12 bytes at `data` and store a pointer of type `from`/`to` at `slot`. */
    bool (*pointer)(struct ckpti_decoder *decoder, const ckpti_pair *pair, const unsigned char *data, void *slot);
    const unsigned char *bad;                 /* encoding of the value that does not fit */
    const ckpti_type *bad_type;               /* the program's type that it does not fit in */
    uint32_t bad_bits;
} ckpti_decoder;

/* Decode one value, or `count` as an array. False: decoder->bad. */
bool ckpti_decode(ckpti_decoder *decoder, const ckpti_pair *pair, const unsigned char *data, void *memory);
bool ckpti_decode_array(ckpti_decoder *decoder, const ckpti_pair *pair, uint64_t count, const unsigned char *data, void *memory);

/* Do the tags of `count` values that were decoded there select the members that the image has?
 * differ  set to the union's pair if not */
bool ckpti_variants_agree(const ckpti_pair *pair, uint64_t count, const unsigned char *data, const void *memory, const ckpti_pair **differ);

#endif
