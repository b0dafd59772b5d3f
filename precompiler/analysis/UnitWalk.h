//===- UnitWalk.h - a walk over what the user wrote ------------------------------===//
//
// Purpose: what the finders of warnings share: a visitor of the unit's own
// functions and variables that knows the function it is in, and what of it a
// checkpoint would keep.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_UNITWALK_H
#define CKPT_ANALYSIS_UNITWALK_H

#include "Kept.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace ckpt {

template <class Derived> class UnitWalk : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

public:
  UnitWalk(Unit &U, LiveAcross &Live) : U(U), Live(Live), Keep(U, Live) {}

  // By declaration: a system header's macro in the user's code has a place in that header. A parallel region's body has none of its own.
  bool TraverseDecl(clang::Decl *D) {
    if (D && !llvm::isa<clang::TranslationUnitDecl, clang::CapturedDecl>(D) && U.inSystemHeader(D->getLocation()))
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
  void run() { Base::TraverseDecl(U.ctx().getTranslationUnitDecl()); }

protected:
  Unit &U;
  LiveAcross &Live;
  Kept Keep;
  const clang::FunctionDecl *Current = nullptr; ///< that is walked; null at file scope
};

} // namespace ckpt
#endif
