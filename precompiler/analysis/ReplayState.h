//===- ReplayState.h - what a replayed call of the program's own function reads ---===//
//
// Purpose: a restart makes recorded calls again before the program's memory is
// back: its variables are then what they are when the program starts. A function
// of the program that reads one which others have written since would do
// something else than before.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_REPLAYSTATE_H
#define CKPT_ANALYSIS_REPLAYSTATE_H

#include "../rewrite/Unit.h"
#include "Facts.h"

namespace ckpt {

/// Says so, once for each variable, of what is defined in this unit.
void checkReplayState(Unit &U, const Facts &F);

} // namespace ckpt
#endif
