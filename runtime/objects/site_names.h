/* site_names.h - the names of a function's sites in images.
 *
 * Purpose    a site goes by its name; of several that have one name in a function each is "NAME (2 of 3)", so that a program with another number of
 *            them has none of that name.
 */
#ifndef CKPTI_SITE_NAMES_H
#define CKPTI_SITE_NAMES_H

#include <stdint.h>
#include "ckpt_abi.h"

enum { CKPTI_SITE_NAME = 300 };

/* The name of resume point `index` of `fn`, written into `text` [CKPTI_SITE_NAME bytes] where it has a number; 0: no site, or one without a name. */
const char *ckpti_site_name(const ckptg_function *fn, uint32_t index, char *text);

#endif
