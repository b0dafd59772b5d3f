//===- ToldBlocks.h - blocks of which #pragma ckpt type says what they hold --------===//
//
// Purpose: a warning that a block's type is not known asks for the pragma; where
// there is one for the variable or member that the block is kept in, it is
// heeded.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_TOLDBLOCKS_H
#define CKPT_ANALYSIS_TOLDBLOCKS_H

#include "Facts.h"
#include "llvm/ADT/DenseSet.h"

namespace ckpt {

class ToldBlocks {
public:
  explicit ToldBlocks(const Facts &F);
  bool has(const clang::ValueDecl *D) const { return D && Told.count(llvm::cast<clang::ValueDecl>(D->getCanonicalDecl())); }
  /// Does the result of an allocation go to one of them?
  bool has(clang::ASTContext &Ctx, const clang::CallExpr *Allocation) const;

private:
  llvm::DenseSet<const clang::ValueDecl *> Told;
};

} // namespace ckpt
#endif
