/* json.h - values as JSON. For json*.c. Records without values are built with jansson; values are written as they are walked, so
 * that an image of any size needs no memory for its text. */
#ifndef CKPT_TOOLS_JSON_H
#define CKPT_TOOLS_JSON_H

#include <jansson.h>
#include "tools/tool.h"

/* A string that may hold anything: what is no UTF-8 stands as \xNN in it. */
json_t *tool_json_text(const char *text);
/* Bytes as hexadecimal digits. */
void tool_json_hex(FILE *out, const unsigned char *bytes, size_t size);
/* A value with everything in it: see docs/tools.md, "JSON". */
void tool_json_value(FILE *out, const tool_reach *reach, const tool_view *view);

#endif
