/* outside.h - what a program reads of the world outside it, shown to it again after a restart of a job (job.h). */
#ifndef CKPTI_OUTSIDE_H
#define CKPTI_OUTSIDE_H

#include <stddef.h>

/* Bytes that were read, and what the program is shown instead. */
void ckpti_outside_bytes(void *bytes, size_t size);
/* The same of a text: at most `size` bytes, its end among them. */
void ckpti_outside_text(char *text, size_t size);
/* The program has opened that. */
void ckpti_outside_opened(int fd);

#endif
