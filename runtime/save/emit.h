/* emit.h - payloads of an image: names, types, objects, data. For runtime/save only.
 *
 * Invariants names and types get their numbers in the order in which objects and frames mention them.
 */
#ifndef CKPTI_SAVE_EMIT_H
#define CKPTI_SAVE_EMIT_H

#include "image/writer.h"
#include "save/table.h"

/* A name that stands nowhere in the program. */
typedef struct ckpti_made_name {
    struct ckpti_made_name *next;
    char text[];
} ckpti_made_name;

typedef struct ckpti_emitter {
    ckpti_table *table;
    const char **names;   uint32_t nnames, names_room;
    ckpti_made_name *made;
    uint32_t *name_table; uint32_t name_table_room;
    uint32_t *type_number;        /* [universe]: number in the image + 1... 0: not mentioned */
    unsigned char *type_whole;    /* [universe]: held by value, so its fields are stored */
    const ckpti_type **types; uint32_t ntypes;
    uint64_t data;                /* bytes of all objects' data */
    ckpt_status failed;
} ckpti_emitter;

ckpt_status ckpti_emit_open(ckpti_emitter *emitter);
void ckpti_emit_close(ckpti_emitter *emitter);

/* Number of a name, which stays where it is until the emitter is closed; 0 for 0 and "". */
uint32_t ckpti_emit_name(ckpti_emitter *emitter, const char *name);
/* The same of one that does not: it is copied. */
uint32_t ckpti_emit_made_name(ckpti_emitter *emitter, const char *name);
/* OBJS; also numbers all types. */
void ckpti_emit_objects(ckpti_emitter *emitter, ckpti_buffer *out);
/* TYPE, after the objects. */
void ckpti_emit_types(ckpti_emitter *emitter, ckpti_buffer *out);
/* Version of the format that has all these types, after them. */
uint32_t ckpti_emit_version(const ckpti_emitter *emitter);
/* Hash of the layout of all types, after them. */
uint64_t ckpti_emit_layout(const ckpti_emitter *emitter);
/* STRS, when nothing more is named. */
void ckpti_emit_strings(const ckpti_emitter *emitter, ckpti_buffer *out);
/* DATA. */
ckpt_status ckpti_emit_data(ckpti_emitter *emitter, ckpti_writer *writer);

#endif
