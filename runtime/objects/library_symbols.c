/* library_symbols.c - objects of the C library that programs point to: known by name, also in static programs, which have no
 * table of symbols. Only as targets of pointers; their contents are the library's (streams: objects/streams.h).
 */
#include <stdio.h>
#include "ckpt_abi.h"

static const ckptg_type stream = {.kind = CKPTG_STREAM, .name = "FILE"};
static const ckptg_type pointer = {.kind = CKPTG_POINTER, .name = "FILE *", .size = sizeof(FILE *), .align = _Alignof(FILE *), .elem = &stream};

#define STREAM(spelt) {.name = #spelt, .type = &pointer, .addr = (void *)&spelt, .flags = CKPTG_V_CONST}
static const ckptg_var vars[] = {STREAM(stdin), STREAM(stdout), STREAM(stderr)};
static ckptg_unit unit = {.abi = CKPTG_ABI, .file = "libckpt/library", .vars = vars, .nvars = sizeof vars / sizeof *vars};

static void __attribute__((constructor)) enter(void) { ckptg_register(&unit); }
