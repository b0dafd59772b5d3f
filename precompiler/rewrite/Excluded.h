//===- Excluded.h - #pragma ckpt exclude and on_restart ------------------------===//
//
// Purpose: checks what #pragma ckpt exclude names, and puts the call for a
// block, or nothing, in place of its markers. What a restart or a checkpoint calls is emitted
// with the site (FrameResume.cpp) and the unit's tables (Tables.cpp).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_EXCLUDED_H
#define CKPT_REWRITE_EXCLUDED_H

#include "../analysis/Facts.h"
#include "Unit.h"

namespace ckpt {

/// Each exclude names a variable that this unit defines, or a block.
void checkExcluded(Unit &U, const Facts &F);

void rewriteExcluded(Unit &U, const Facts &F);

} // namespace ckpt
#endif
