//===- LibraryState.cpp - what the C library keeps for the program ---------------===//
#include "LibraryState.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

KeptState libraryState(StringRef Function) {
  return StringSwitch<KeptState>(Function)
#define CKPT_STATE(F, What) .Case(#F, KeptState{What, true})
#define CKPT_ATTRIBUTE(F, What) .Case(#F, KeptState{What, false})
#include "library_state.def"
      .Default({});
}

void checkLibraryState(Unit &U, const Facts &F) {
  std::set<const Expr *> Replayed;
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark))
      Replayed.insert(C->getCallee()->IgnoreParenImpCasts());
  for (const DeclRefExpr *R : F.LibraryState) {
    if (Replayed.count(R))
      continue;
    StringRef Name = R->getDecl()->getName();
    KeptState Kept = libraryState(Name);
    if (Kept.Matters)
      U.error(R->getLocation(), "'" + Name + "' keeps " + Kept.What + ", which no checkpoint carries; do without it, or have the call made "
                                "again on restart (#pragma ckpt replay before it)");
    else
      U.warning(R->getLocation(), "'" + Name + "' sets " + Kept.What + ", which a restart is without; #pragma ckpt replay before the call "
                                  "makes it again");
  }
}

} // namespace ckpt
