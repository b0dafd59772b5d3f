//===- Checks.h - what may not carry over, for --ckpt-check ---------------------===//
//
// Purpose: findings that are no obstacle to a checkpoint: constructs with which
// a restarted program may go on otherwise than it would have. Each check is a
// walk over the unit's own code; what a site has to do with it is asked of Kept
// and LiveAcross.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_CHECKS_CHECKS_H
#define CKPT_CHECKS_CHECKS_H

#include "../analysis/UnitWalk.h"

namespace ckpt {

struct CheckContext {
  Unit &U;
  const Facts &F;
  LiveAcross &Live;
  const CheckInput &Program;
  /// Is it a function of the program's, or of no library's?
  bool isOurs(const clang::FunctionDecl *Fn) const;
};

void checkNumbers(CheckContext &C);  ///< widths and signs that differ between machines
void checkBytes(CheckContext &C);    ///< memory seen as bytes
void checkPointers(CheckContext &C); ///< pointers that mean something by their value
void checkCalls(CheckContext &C);    ///< calls of the C library and of MPI
void checkLibraries(CheckContext &C);///< functions and objects in the hands of other code

inline void runChecks(CheckContext C) {
  checkNumbers(C);
  checkBytes(C);
  checkPointers(C);
  checkCalls(C);
  checkLibraries(C);
}

/// The walk of a check.
template <class Derived> class CheckWalk : public UnitWalk<Derived> {
public:
  explicit CheckWalk(CheckContext &C) : UnitWalk<Derived>(C.U, C.Live), C(C) {}
  // What is not evaluated does nothing.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }

protected:
  CheckContext &C;
};

/// The expression without parentheses and casts of any kind.
const clang::Expr *bare(const clang::Expr *E);
/// Is \p Name one of the typedefs by which a type is written, outermost first?
bool writtenAs(clang::QualType T, llvm::StringRef Name);
/// The name of the function that is called, if it is a library's, else empty.
llvm::StringRef calledLibrary(const CheckContext &C, const clang::CallExpr *Call);

} // namespace ckpt
#endif
