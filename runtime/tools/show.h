/* show.h - the parts of `ckpt show`. For show*.c only. */
#ifndef CKPT_TOOLS_SHOW_H
#define CKPT_TOOLS_SHOW_H

#include "tools/tool.h"

enum show_part {
    SHOW_HEAD = 1, SHOW_FRAMES = 2, SHOW_GLOBALS = 4, SHOW_OBJECTS = 8, SHOW_UNKNOWN = 16, SHOW_PROCESS = 32, SHOW_SIZES = 64,
    SHOW_TYPES = 128, SHOW_SECTIONS = 256
};

typedef struct show {
    FILE *out;
    const char *path;
    const ckpti_image *image;
    tool_reach reach;
    tool_style style;
    uint64_t limit;               /* lines of a list (frames, blocks, rows); UINT64_MAX: all */
    bool all_process, all_globals;/* also what is of little interest: the runtime's own variables, inherited descriptors */
    bool full;
} show;

void show_head(const show *s);
void show_sections(const show *s);
void show_frames(const show *s);
void show_globals(const show *s);
void show_unknown(const show *s);
void show_process(const show *s);
void show_types(const show *s);
/* Errors CKPT_ENOMEM */
ckpt_status show_heap(const show *s);
ckpt_status show_sizes(const show *s);

#endif
