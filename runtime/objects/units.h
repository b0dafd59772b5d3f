/* units.h - the tables that the program's units registered: variables, functions, literals, types.
 *
 * Purpose    find things by name, as images name them, and list them.
 * Invariants units keep the order in which they registered, which is that of the link. Which unit of an image is which here: unit_pairs.h.
 */
#ifndef CKPTI_UNITS_H
#define CKPTI_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "ckpt_abi.h"

/* Flags of a variable whose content images do not have. */
enum { CKPTI_V_UNSAVED = CKPTG_V_CONST | CKPTG_V_EXCLUDED | CKPTG_V_DEAD };

/* First unit; the others by `next`. */
const ckptg_unit *ckpti_units(void);

/* The unit in a function's place (ckptg_function.file): "unit.c" of "unit.c > header.h"; what names no unit is all there is. To be freed; 0: no memory. */
char *ckpti_unit_of_place(const char *place);

/* Find a variable. unit "": external linkage, in any unit; else the static one of that unit (and function, "": file scope).
 * owner  set to its unit. Returns 0 if there is none. */
const ckptg_var *ckpti_unit_var(const char *unit, const char *function, const char *name, const ckptg_unit **owner);

/* Address of a function: from the tables, else an exported symbol of the process. unit "": external. */
void (*ckpti_unit_function(const char *unit, const char *name))(void);

/* The checkpointable function of that name; file tells static ones apart. 0: none. */
const ckptg_function *ckpti_unit_checkpointable(const char *name, const char *file);

/* A literal of that content; unit "": in any. size in bytes. */
const void *ckpti_unit_literal(const char *unit, const void *text, size_t size);

/* Of the name of a compound literal outside functions, "table (literal 1 of 2)": what stands behind the variable's; 0: it is none. */
const char *ckpti_literal_mark(const char *name);

/* Do images have its content? Of what has a copy of its first value: if it differs from that now; of what is recomputed: if that is not to be done. */
bool ckpti_var_is_saved(const ckptg_var *var);

/* Is it that of a unit's `made`, which is none of the program's? */
bool ckpti_var_is_mark(const char *name);

/* Address of a variable, the calling thread's if it is thread-local. */
void *ckpti_var_address(const ckptg_var *var);

/* Hash of the distances between the program's functions and variables: which executable it is, wherever it is loaded. */
uint64_t ckpti_units_placing(void);

/* Hash of all checkpointable functions and the callees at their resume points, independent of target and paths. */
uint64_t ckpti_units_signature(void);

#endif
