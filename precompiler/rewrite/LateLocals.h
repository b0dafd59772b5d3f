//===- LateLocals.h - variables declared behind a resume point ----------------===//
//
// Purpose: a variable lives from its block's start (C11 6.2.4p5): one that is
// declared behind a resume point has a value there if control has come back in
// front of its declaration without leaving the block, by goto or by longjmp.
// The restart's copy would begin without it, for it is not in scope there.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_LATELOCALS_H
#define CKPT_REWRITE_LATELOCALS_H

#include "Unit.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

namespace ckpt {

class LateLocals {
public:
  /// \p Jumps  the function's calls of setjmp
  LateLocals(const Unit &U, const clang::FunctionDecl *F, llvm::ArrayRef<const clang::CallExpr *> Jumps);
  /// Those that may have a value at a resume point in front of their declarations.
  std::vector<const clang::VarDecl *> at(const clang::CallExpr *Resume) const;

private:
  struct Late {
    const clang::VarDecl *Variable;
    unsigned From, To; ///< offsets: as far back as control may come with its value, and its declaration
  };
  std::vector<Late> All;
  const Unit &U;
};

} // namespace ckpt
#endif
