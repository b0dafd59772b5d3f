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

#include "../analysis/Kept.h"
#include "clang/AST/RecursiveASTVisitor.h"

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

/// The unit's own functions and variables, with the function that is walked.
template <class Derived> class UnitWalk : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  explicit UnitWalk(CheckContext &C) : C(C), U(C.U), Keep(C.U, C.Live) {}

  // By declaration: a system header's macro in the user's code has a place in that header.
  bool TraverseDecl(clang::Decl *D) {
    if (D && !llvm::isa<clang::TranslationUnitDecl>(D) && U.inSystemHeader(D->getLocation()))
      return true;
    return Base::TraverseDecl(D);
  }
  bool TraverseFunctionDecl(clang::FunctionDecl *D) {
    const clang::FunctionDecl *Outer = Current;
    Current = D;
    bool Ok = Base::TraverseFunctionDecl(D);
    Current = Outer;
    return Ok;
  }
  // What is not evaluated does nothing.
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }
  void run() { Base::TraverseDecl(U.ctx().getTranslationUnitDecl()); }

protected:
  CheckContext &C;
  Unit &U;
  Kept Keep;
  const clang::FunctionDecl *Current = nullptr;
};

/// The expression without parentheses and casts of any kind.
const clang::Expr *bare(const clang::Expr *E);
/// Is \p Name one of the typedefs by which a type is written, outermost first?
bool writtenAs(clang::QualType T, llvm::StringRef Name);
/// The name of the function that is called, if it is a library's, else empty.
llvm::StringRef calledLibrary(const CheckContext &C, const clang::CallExpr *Call);

} // namespace ckpt
#endif
