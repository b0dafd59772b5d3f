//===- WordsOfBits.h - sets of bits in words whose width differs ----------------===//
//
// Purpose: warns of `set[i / 64] & 1ul << i % 64` in words of `unsigned long`:
// on a machine whose words have half as many bits (or twice as many) the
// program looks for bit i elsewhere, and images carry words, not bits.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_WORDSOFBITS_H
#define CKPT_ANALYSIS_WORDSOFBITS_H

#include "Kept.h"

namespace ckpt {

/// Warn of each variable, member or function whose words are used so, once.
void warnOfWordsOfBits(Unit &U, LiveAcross &Live);

} // namespace ckpt
#endif
