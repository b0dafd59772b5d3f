//===- VariantChecks.h - what #pragma ckpt variant cannot mean -----------------===//
//
// Purpose: what the members and structures that a pragma names must be like for
// their values to be carried. Each function says what is wrong, or "".
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_VARIANTCHECKS_H
#define CKPT_REWRITE_VARIANTCHECKS_H

#include "Variants.h"

namespace ckpt {

/// What is saved member by member must lie where it seems to, and end where its type does.
std::string wrongParts(clang::ASTContext &Ctx, const Variant &V);

/// All structures of a family begin as the header does.
std::string wrongFamily(const clang::ASTContext &Ctx, const Variant &V);

/// Of a tag inside the union: is it saved with that member, too, at the same place? It is its first one, or one of those that both begin with.
bool coversTag(const clang::FieldDecl *Member, const MemberPath &Tag, const clang::ASTContext &Ctx);

} // namespace ckpt
#endif
