//===- Recomputed.h - variables that a restart can make again ------------------------===//
//
// Purpose: which variables of a unit are, at every site, as calls at the start of
// the program have left them, and which calls these are. If such a call depends on
// nothing but itself, a restarted program makes it again, and an image need not
// have what it makes: tables, grids, matrices.
// Method:  calls that stand as statements in main, or in functions that main calls
//          once, before anything there may reach a site; at most once each. All that
//          a call reaches is of the unit, or a function of the library that yields the same
//          everywhere; it changes variables of StaticUses only, which nothing but such calls
//          changes, and reads no others, but constants.
// Invariant: an error of the analysis is found at a restart, not lost: the image
//          has a hash of the variables (runtime/objects/recomputed.h).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_RECOMPUTED_H
#define CKPT_ANALYSIS_RECOMPUTED_H

#include "DeadStatics.h"

namespace ckpt {

class Recomputed {
public:
  /// \p Uses  null: finds nothing
  Recomputed(Unit &U, const Facts &F, const StaticUses *Uses, const DeadStatics &Dead, const ProgramCalls &Program);

  bool any() const { return !Makers.empty(); }
  /// Such a variable, dead ones included.
  bool contains(const clang::VarDecl *V) const { return Made.count(V->getCanonicalDecl()); }
  /// The first call that changes it; null: none.
  const clang::CallExpr *makerOf(const clang::VarDecl *V) const { return Made.lookup(V->getCanonicalDecl()); }
  /// The calls, in the order in which they are made.
  llvm::ArrayRef<const clang::CallExpr *> makers() const { return Makers; }
  /// A call as a statement at the end of the unit.
  std::string text(const clang::CallExpr *Maker) const;
  /// Of a variable that is not such a one, for other machines may compute other numbers, or it is too small: the call. Null: none.
  const clang::CallExpr *couldBeMadeBy(const clang::VarDecl *V) const { return CouldBe.lookup(V->getCanonicalDecl()); }

private:
  const clang::ASTContext &Ctx;
  std::vector<const clang::CallExpr *> Makers;
  llvm::DenseMap<const clang::VarDecl *, const clang::CallExpr *> Made, CouldBe; ///< canonical
};

/// Edits: the run time is told of each such call when it begins and when it has ended.
void rewriteMakers(Unit &U, const Recomputed &R);

} // namespace ckpt
#endif
