//===- LibraryState.h - what the C library keeps for the program -----------------===//
//
// Purpose: calls after which the C library or the kernel holds something that no
// image carries (library_state.def), refused or warned of at the user's line.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_LIBRARYSTATE_H
#define CKPT_ANALYSIS_LIBRARYSTATE_H

#include "../rewrite/Unit.h"
#include "Facts.h"

namespace ckpt {

struct KeptState {
  const char *What = nullptr; ///< null: nothing
  bool Matters = false;       ///< results depend on it
};
KeptState libraryState(llvm::StringRef Function);

/// Reports the uses in \p F, but for calls that are replayed. Of a program that is known: one may have functions of such names.
void checkLibraryState(Unit &U, const Facts &F);

} // namespace ckpt
#endif
