//===- Replay.h - #pragma ckpt replay -----------------------------------------===//
//
// Purpose: a call marked by `#pragma ckpt replay` is recorded with its arguments
// each time it is made, so that a restart can make it again
// (runtime/include/ckpt_replay_abi.h).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_REPLAY_H
#define CKPT_REWRITE_REPLAY_H

#include "../analysis/Facts.h"
#include "Frames.h"
#include "TypeTables.h"

namespace ckpt {

struct ReplayTables {
  std::string Forward; ///< declarations, before the unit's text
  std::string Tables;  ///< definitions, after it
};

/// Registers the edits; the functions called are added to \p F.AddressTaken.
ReplayTables rewriteReplayed(Unit &U, TypeText &Text, TypeTables &Types, Facts &F,
                             const CallOracle &Oracle);

} // namespace ckpt
#endif
