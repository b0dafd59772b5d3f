//===- DeadStatics.h - variables that no site must save ---------------------------===//
//
// Purpose: which variables of a unit are written as a whole before they are read
// on every way from every site to the end of the program, so that an image need
// not have what they hold; and which arrays and structures of its functions on
// every way from a resume point.
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
  /// \p Frames: functions whose locals are looked at. Finds none at all if \p Off.
  DeadStatics(Unit &U, const Facts &F, const ProgramCalls &Program, llvm::ArrayRef<const FunctionFacts *> Frames, bool Off);
  bool contains(const clang::VarDecl *V) const { return Dead.count(V->getCanonicalDecl()); }
  /// Is a local of the function that this call or site stands in dead while it is under way?
  bool containsAt(const clang::CallExpr *C, const clang::VarDecl *V) const;
  /// What it has looked at; null: nothing.
  const StaticUses *uses() const { return Uses.get(); }

private:
  std::unique_ptr<StaticUses> Uses;
  llvm::DenseSet<const clang::VarDecl *> Dead; ///< canonical
  std::map<const clang::CallExpr *, llvm::DenseSet<const clang::VarDecl *>> DeadLocals; ///< likewise
};

} // namespace ckpt
#endif
