/* site_names.c - the names of a function's sites in images. See site_names.h. */
#include "objects/site_names.h"
#include <stdio.h>
#include <string.h>

const char *ckpti_site_name(const ckptg_function *fn, uint32_t index, char *text)
{
    const char *name = fn->resumes[index].site;
    uint32_t number = 0, all = 0;
    for (uint32_t i = 0; name && i < fn->nresumes; i++)
        if (fn->resumes[i].site && !strcmp(fn->resumes[i].site, name)) {
            all++;
            number += i <= index;
        }
    if (all < 2)
        return name;
    snprintf(text, CKPTI_SITE_NAME, "%.200s (%u of %u)", name, (unsigned)number, (unsigned)all);
    return text;
}
