/* decimal.h - reals of any format in decimal, the same on every machine.
 *
 * Purpose    long doubles of another machine's format: this machine's printf does not know them.
 * Invariants computed with 256-bit mantissas, so that the last of at most 41 digits is right (rounded to nearest; within one
 *            part in 10^60 of the middle between two it may go either way).
 */
#ifndef CKPT_TOOLS_DECIMAL_H
#define CKPT_TOOLS_DECIMAL_H

#include <stddef.h>
#include "types/real.h"

enum { TOOL_REAL = 80 };

/* Digits with which a value of the format reads back exactly. */
int tool_real_digits(int format);
/* "0.1", "-1.5e-4931", "inf", "nan"; at most `digits` significant ones, zeros at the end left out. */
void tool_real_decimal(const ckpti_real *value, int digits, char out[TOOL_REAL]);
/* "0x1.8p+1", as printf's %a; exact. */
void tool_real_hex(const ckpti_real *value, char out[TOOL_REAL]);

#endif
