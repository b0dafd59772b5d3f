//===- ReplayedCalls.h - what replayed calls make again --------------------------===//
//
// Purpose: the calls that stand behind #pragma ckpt replay, and the static functions
// that only such calls reach: what these call is made again at a restart, too.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_REPLAYEDCALLS_H
#define CKPT_ANALYSIS_REPLAYEDCALLS_H

#include "../rewrite/Unit.h"
#include "Facts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace ckpt {

class ReplayedCalls {
public:
  ReplayedCalls(Unit &U, const Facts &F);
  /// Is this mention of a function the callee of a replayed call, or in a static function that only these reach?
  bool covers(const clang::DeclRefExpr *Callee) const;
  bool covers(const clang::CallExpr *Call) const;

private:
  llvm::DenseSet<const clang::DeclRefExpr *> Replayed;
  llvm::DenseMap<const clang::DeclRefExpr *, const clang::FunctionDecl *> In; ///< which function mentions it
  llvm::DenseSet<const clang::FunctionDecl *> Again;                         ///< canonical
};

} // namespace ckpt
#endif
