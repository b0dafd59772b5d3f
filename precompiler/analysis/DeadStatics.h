//===- DeadStatics.h - variables with static storage that no site must save -------===//
//
// Purpose: which variables of a unit are written as a whole before they are read
// on every way from every site to the end of the program, so that an image need
// not have what they hold.
// Method:  live variables, backwards over the statements of all functions of the
//          unit, with what a call reads and surely writes for each function, and
//          what may be read when it has returned (docs/architecture.md).
// Invariant: an error of the analysis must be to say too little. What may run at
//          any time (functions that others can call, signal handlers, functions
//          of atexit and on_restart) must not read a variable before writing it.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_DEADSTATICS_H
#define CKPT_ANALYSIS_DEADSTATICS_H

#include "StaticUses.h"
#include <functional>

namespace ckpt {

struct ProgramCalls {
  std::function<bool(const clang::CallExpr *)> MayReachSite;
  bool MainIsCalled = false; ///< by some unit, or its address is taken
};

class DeadStatics {
public:
  /// Finds none if \p Off.
  DeadStatics(Unit &U, const Facts &F, const ProgramCalls &Program, bool Off);
  bool contains(const clang::VarDecl *V) const { return Dead.count(V->getCanonicalDecl()); }

private:
  llvm::DenseSet<const clang::VarDecl *> Dead; ///< canonical
};

} // namespace ckpt
#endif
