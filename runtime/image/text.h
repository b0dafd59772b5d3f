/* text.h - building a text in a buffer of fixed size. For the files of runtime/image only. */
#ifndef CKPTI_IMAGE_TEXT_H
#define CKPTI_IMAGE_TEXT_H

#include "image/image.h"

/* used: length the text would have; the buffer always ends in a zero byte if it has any room. */
typedef struct ckpti_text {
    char *buffer;
    size_t size, used;
} ckpti_text;

void ckpti_text_add(ckpti_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The start of a string literal's text, quoted. */
void ckpti_text_literal(ckpti_text *text, const ckpti_image_object *literal);
/* A character as it stands between `quote` marks in C. */
void ckpti_text_char(ckpti_text *text, uint32_t c, char quote);

#endif
