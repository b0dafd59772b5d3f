/* model.h - inside of an opened image. For the files of runtime/image only. */
#ifndef CKPTI_IMAGE_MODEL_H
#define CKPTI_IMAGE_MODEL_H

#include "image/image.h"

/* Section tags. */
#define CKPTI_TAG(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
enum {
    TAG_HEAD = CKPTI_TAG('H', 'E', 'A', 'D'), TAG_STRS = CKPTI_TAG('S', 'T', 'R', 'S'),
    TAG_TYPE = CKPTI_TAG('T', 'Y', 'P', 'E'), TAG_OBJS = CKPTI_TAG('O', 'B', 'J', 'S'),
    TAG_FRAM = CKPTI_TAG('F', 'R', 'A', 'M'), TAG_UNKN = CKPTI_TAG('U', 'N', 'K', 'N'),
    TAG_PROC = CKPTI_TAG('P', 'R', 'O', 'C'), TAG_BIND = CKPTI_TAG('B', 'I', 'N', 'D'), TAG_DATA = CKPTI_TAG('D', 'A', 'T', 'A'),
    TAG_TEND = CKPTI_TAG('T', 'E', 'N', 'D')
};
/* Elements, or bytes, of which there is nothing in the image: more are no program's. */
#define CKPTI_MOST_ABSENT (UINT64_C(1) << 40)
enum { SECTION_COMPRESSED = 1, SECTION_OPTIONAL = 2, SECTION_HEADER = 24, MAX_RATIO = 256 };

typedef struct section {
    uint32_t tag, flags;
    uint64_t offset, stored, raw;    /* offset of the payload */
} section;

/* Alike objects with consecutive numbers. */
typedef struct run {
    uint32_t first, repeat;
    uint8_t kind;
    uint32_t flags, line;
    const char *name, *unit, *function;
    const ckpti_type *type;
    uint64_t count, flex, tail, align, gaps, over;
    uint64_t leaves, enc;            /* of one object */
    uint64_t at;                     /* of the first object's data */
} run;

struct ckpti_image {
    const unsigned char *bytes;
    size_t size;
    ckpti_image_head head;
    uint32_t needs;                           /* the version that what is in it came with */
    section *sections;    size_t nsections;
    void **owned;         size_t nowned;      /* decompressed payloads */
    const char **strings; uint32_t nstrings;  /* 1..n in [0..n-1] */
    char *pool;                               /* their text, and the header's */
    size_t pool_used, pool_size;
    ckpti_type *types;    uint32_t ntypes;
    ckpti_field *fields;
    run *runs;            uint32_t nruns, nobjects;
    ckpti_image_frame *frames; uint32_t nframes;
    const char **callees; uint32_t *locals;
    ckpti_image_unknown *unknowns; uint32_t nunknowns;
    ckpti_image_proc *procs; size_t nprocs;
    const unsigned char *data; uint64_t ndata;
};

/* A bounded reader: after a read past the end, `bad` is set and everything reads as 0. */
typedef struct reader {
    const unsigned char *p, *end;
    bool bad;
} reader;

/* Fill in `why` and return CKPT_EBADIMAGE. */
ckpt_status ckpti_image_bad(char *why, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

/* The parts of ckpti_image_open, in order; payloads are whole. open.c owns the clean-up. */
ckpt_status ckpti_parse_strings(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_head(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_types(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_objects(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_frames(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_unknowns(ckpti_image *image, reader r, char *why);
ckpt_status ckpti_parse_bound(ckpti_image *image, reader r, char *why);

/* Is every union one of the members that it says? Errors: CKPT_EBADIMAGE */
ckpt_status ckpti_image_check_variants(const ckpti_image *image, char why[CKPTI_WHY]);

/* Bytes of an object on the origin, as far as its type tells; an over-estimate does no harm. */
uint64_t ckpti_origin_size(const ckpti_image_object *object);

uint32_t ckpti_read32(reader *r);
uint64_t ckpti_read64(reader *r);
/* A count of records that take at least `least` bytes each: cannot be more than what is left. */
uint32_t ckpti_read_count(reader *r, size_t least);
/* Name number to text; "" for 0. Out of range sets r->bad. */
const char *ckpti_read_name(ckpti_image *image, reader *r);
/* Copy a string into the image's pool. 0 if it is malformed. */
const char *ckpti_read_string(ckpti_image *image, reader *r);

#endif
