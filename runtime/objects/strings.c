/* strings.c - strtok: the place where it goes on is a pointer into the program's memory, and is saved as one. */
#include <string.h>
#include "objects/process_roots.h"

static char *rest;

static const ckptg_var vars[] = { CKPTI_VAR("strtok", rest, ckpti_t_charp) };
CKPTI_UNIT(strings_unit, "strings", vars)

char *ckptg_w_strtok(char *text, const char *separators)
{
    CKPTI_USE(strings_unit);
    return strtok_r(text, separators, &rest);
}
