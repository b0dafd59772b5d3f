/* arguments.h - argv and environ as objects that can be saved. */
#ifndef CKPTI_ARGUMENTS_H
#define CKPTI_ARGUMENTS_H

/* Copy a vector of strings, 0 at its end, and the strings into typed heap blocks.
 * count    strings
 * Returns  the copy, or 0 without memory */
char **ckpti_arguments_copy(int count, char *const *strings);

#endif
