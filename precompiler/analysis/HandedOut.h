//===- HandedOut.h - memory that the program's own allocators hand out -------------===//
//
// Purpose: an image knows a block by its allocation. Of an arena of characters,
// of memory behind a header in the same block, and of a free list whose blocks
// come back as another type, that says nothing of what the callers keep there;
// these allocators are found by what they return, and by what their callers
// convert it to.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_HANDEDOUT_H
#define CKPT_ANALYSIS_HANDEDOUT_H

#include "FreeLists.h"
#include "Kept.h"

namespace ckpt {

/// Warn of each of them in a unit, where it returns the memory; not if #pragma ckpt type says of all results what they hold. Of a function that other
/// units may call, or that is called by its address, it is not known what they make of it: void * is taken for anything.
void warnOfHandedOut(Unit &U, const Facts &F, const FreeLists &Lists, LiveAcross &Live);

} // namespace ckpt
#endif
