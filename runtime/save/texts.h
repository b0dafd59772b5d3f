/* texts.h - texts among the constants of libraries and other compilers, of which no table tells. For runtime/save only.
 *
 * Purpose    tell a text, which can be carried by itself, from a table of numbers or code, which cannot: nothing says where that ends.
 * Invariants a text is printing characters of ASCII or UTF-8, white space and escapes, and ends at its first zero byte.
 */
#ifndef CKPTI_SAVE_TEXTS_H
#define CKPTI_SAVE_TEXTS_H

#include <stdbool.h>

/* The text that an address among the constants from `low` to `high` lies in. False: there is none.
 * start, end  set to its first character and its zero byte */
bool ckpti_text_around(const unsigned char *low, const unsigned char *high, const unsigned char *address, const unsigned char **start, const unsigned char **end);

/* Is it one for a pointer to anything, or to bytes, too, which may as well lead to numbers? Compilers put texts side by side. */
bool ckpti_text_among_others(const unsigned char *start, const unsigned char *end, const unsigned char *high);

#endif
