//===- UnnamedMembers.h - structures without a name in others --------------------===//
//
// Purpose: `struct { int x; };` is one (C11 6.7.2.1p13), which Clang calls
// anonymous; so is `struct point;` with -fms-extensions or -fplan9-extensions,
// of which it does not say so, for the type has a name.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_UNNAMEDMEMBERS_H
#define CKPT_REWRITE_UNNAMEDMEMBERS_H

#include "clang/AST/Decl.h"

namespace ckpt {

/// The structure or union that a member without a name is; null if it is none.
inline const clang::RecordDecl *inUnnamed(const clang::FieldDecl *F) {
  const auto *R = F->getIdentifier() || F->isBitField() ? nullptr : F->getType()->getAs<clang::RecordType>();
  return R ? R->getDecl()->getDefinition() : nullptr;
}

} // namespace ckpt
#endif
