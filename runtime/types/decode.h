/* decode.h - values from an image into this machine's memory, with conversion and range checks.
 *
 * Purpose    match an image's types with the program's by names (fields by name, not order), then decode by the pairs found.
 * Invariants a value is stored exactly or refused; padding is not touched, fields and elements that the image does not have become zero, or
 *            what #pragma ckpt changed says. What the program does not have any more is left out where that is allowed: fields of a structure
 *            of the same name, or that the pragma names; elements of an array that are all zero.
 *            What may be refused for types alone is refused by the matching, before any value is decoded.
 * Thread     one.
 */
#ifndef CKPTI_DECODE_H
#define CKPTI_DECODE_H

#include "core/status.h"
#include "types/changes.h"
#include "types/types.h"

#define CKPTI_GONE UINT32_MAX

/* An image's type (`from`) and the program's (`to`) that its values become. */
typedef struct ckpti_pair {
    const ckpti_type *from, *to;
    const struct ckpti_pair *elem;            /* arrays; enum and other scalars: 0 */
    struct ckpti_pair_field {
        const ckpti_field *from;              /* 0: not in the image */
        const struct ckpti_pair *pair;
        const ckptg_change *added;            /* of what is not in the image: said to be new */
    } *fields;                                /* structures, unions: [to->nfields] */
    uint32_t *back;                           /* structures, unions: [from->nfields] index of the field in `to`, or CKPTI_GONE (structures) */
    bool bit_set;                             /* arrays of long in sigset_t and the like: bits count, not elements */
    bool same_layout;                         /* sizes and offsets are equal, all the way down by value */
    bool other_bytes;                         /* _Bool or long double on one side only, all the way down by value: not all bytes of these are values */
    bool lossy;                               /* fields of the image are gone, all the way down by value */
    bool seen;                                /* a mark for who goes through them */
    struct ckpti_pair *next;
} ckpti_pair;

/* Elements that an array has on both sides. */
static inline uint64_t ckpti_common_count(const ckpti_pair *array)
{
    return array->from->count < array->to->count ? array->from->count : array->to->count;
}

typedef struct ckpti_matcher ckpti_matcher;

ckpti_matcher *ckpti_matcher_open(void);
void ckpti_matcher_close(ckpti_matcher *matcher);
/* What the program says of its changes; borrowed. */
void ckpti_matcher_changes(ckpti_matcher *matcher, const ckpti_changes *changes);

/* Is it said that a field of the image is gone from `pair->to`: by name, or because another one has its name now? */
bool ckpti_is_declared_gone(const ckpti_changes *changes, const ckpti_pair *pair, const ckpti_field *from);

/* Match two types. Errors: CKPT_EPROGRAM, the text says what differs (without the variable's name); CKPT_ENOMEM
 * quiet  no text is recorded on failure */
ckpt_status ckpti_match(ckpti_matcher *matcher, const ckpti_type *from, const ckpti_type *to, bool quiet, const ckpti_pair **out);

/* What becomes of the greatest and the least number of a type that has another width on the origin, as long and size_t may: a mark like SIZE_MAX,
 * which is the greatest number here, too, or just that number? */
enum ckpti_extremes { CKPTI_EXTREMES_REFUSED, CKPTI_EXTREMES_MARKS, CKPTI_EXTREMES_NUMBERS };

/* A decoder: how pointers are stored, and what went wrong. */
typedef struct ckpti_decoder {
    /* Decode the 12 bytes at `data` and store a pointer of type `from`/`to` at `slot`. */
    bool (*pointer)(struct ckpti_decoder *decoder, const ckpti_pair *pair, const unsigned char *data, void *slot);
    const unsigned char *bad;                 /* encoding of the value that does not fit */
    const ckpti_type *bad_type;               /* the program's type that it does not fit in; an array: it is behind its end */
    uint32_t bad_bits;
    bool bad_extreme;                         /* it is the greatest or least number of its type on the origin */
    uint32_t long_bytes;                      /* of long on the origin; 0: as here */
    enum ckpti_extremes extremes;
} ckpti_decoder;

/* Decode one value, or `count` as an array. False: decoder->bad. */
bool ckpti_decode(ckpti_decoder *decoder, const ckpti_pair *pair, const unsigned char *data, void *memory);
bool ckpti_decode_array(ckpti_decoder *decoder, const ckpti_pair *pair, uint64_t count, const unsigned char *data, void *memory);

/* Do the tags of `count` values that were decoded there select the members that the image has?
 * differ  set to the union's pair if not */
bool ckpti_variants_agree(const ckpti_pair *pair, uint64_t count, const unsigned char *data, const void *memory, const ckpti_pair **differ);

#endif
