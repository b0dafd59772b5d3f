//===- StillOpen.h - what a call opens, and whether a site finds it open ---------===//
//
// Purpose: a pipe, a thread, a child process that is closed, joined or waited
// for before any site can be passed is no obstacle. The ways through the
// function are followed from the call that opens it, those on which it opened
// nothing left out (`if (s < 0)`, `if (child == 0)`), until it is closed, a site
// can be reached, or the function ends. It is a question about what is likely:
// a loop that closes is taken to run, and what is not known is taken to close.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_CHECKS_STILLOPEN_H
#define CKPT_CHECKS_STILLOPEN_H

#include "Checks.h"

namespace ckpt {

/// What says that a call opened something, and where that is then.
enum class Gives {
  Number,   ///< the result, from 0 on
  Address,  ///< the result, an address
  Child,    ///< the result, above 0; in the child it is 0
  Argument, ///< the result is 0, and it is where the first pointer to something that is not constant leads
  Pair,     ///< the same; two of them
  Placed,   ///< the result is an address, and it is where the first such pointer leads
};

/// A call that opens something which \p Closer closes ("wait": each function that waits).
struct Opening {
  const clang::CallExpr *Call;
  llvm::StringRef Closer;
  Gives How;
};

/// May a site find open what a call in \p Fn opens?
bool isStillOpen(CheckContext &C, Kept &Keep, const clang::FunctionDecl *Fn, const Opening &O);

} // namespace ckpt
#endif
