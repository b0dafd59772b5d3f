//===- FirstUse.h - where a variable's value is needed ----------------------------===//
//
// Purpose: for who asks why a variable is saved, the places that show it: the
// first read behind a call, where the variable is changed, where its address is
// taken. The decision itself is Liveness', or the walk's; these only illustrate it.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_FIRSTUSE_H
#define CKPT_ANALYSIS_FIRSTUSE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"

namespace ckpt {

/// The nearest read of \p V that is reached from \p Call before \p V is assigned as a whole; invalid if none is found.
clang::SourceLocation firstReadAfter(const clang::FunctionDecl *F, const clang::CallExpr *Call, const clang::VarDecl *V);

/// The first places in a unit where variables are changed, and where their addresses are taken.
struct FirstUses {
  struct Place {
    clang::SourceLocation At;
    const clang::FunctionDecl *In = nullptr;
  };
  explicit FirstUses(clang::ASTContext &Ctx);
  llvm::DenseMap<const clang::VarDecl *, Place> Changed, Taken; ///< by canonical declarations
};

} // namespace ckpt
#endif
