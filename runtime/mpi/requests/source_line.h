/* source_line.h - see source_line.c */
#ifndef CKPTM_SOURCE_LINE_H
#define CKPTM_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>

/* "exchange.c:34" of that address of this executable, counted from its beginning; false: not known. */
bool ckptm_source_line(unsigned long address, char *text, size_t room);

#endif
