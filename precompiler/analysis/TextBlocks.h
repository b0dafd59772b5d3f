//===- TextBlocks.h - heap blocks of characters that hold something wider ----------===//
//
// Purpose: finds `char *p = malloc(n)` whose block is used by `(int *)p`. An
// image has the block as characters, for that is what the program says of it:
// on a machine with another byte order the numbers in it are others.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_TEXTBLOCKS_H
#define CKPT_ANALYSIS_TEXTBLOCKS_H

#include "Kept.h"

namespace ckpt {

/// Warn of each cast of such a variable or member to a pointer to what has more than one byte; not where #pragma ckpt type says what the block holds.
void warnOfTextBlocks(Unit &U, const Facts &F, LiveAcross &Live);

} // namespace ckpt
#endif
