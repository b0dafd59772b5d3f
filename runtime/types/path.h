/* path.h - a leaf's path inside its object, in the program's names. */
#ifndef CKPTI_PATH_H
#define CKPTI_PATH_H

#include "types/locate.h"

/* Write ".cells[3].next" for a leaf; always ends in a zero byte (size > 0), cut to fit.
 * indexed  the object's elements are named by index even if there is one only */
void ckpti_leaf_path(const ckpti_shape *shape, uint64_t leaf, bool indexed, char *out, size_t size);

#endif
