//===- LikeMembers.h - unions whose members are alike -------------------------===//
//
// Purpose: a union whose members hold the same numbers and pointers at the same
// places is carried by any one of them; one of pointers to objects of several
// types as pointers to void.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_LIKEMEMBERS_H
#define CKPT_REWRITE_LIKEMEMBERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

namespace ckpt {

/// The member that stands for all of a union's, or null (also for what is no union).
const clang::FieldDecl *likeMember(const clang::RecordDecl *R, const clang::ASTContext &Ctx);

/// If it is pointers to objects of several types that its members hold: `void *`, or an array of as many. Else null.
clang::QualType likePointers(const clang::RecordDecl *R, const clang::ASTContext &Ctx);

} // namespace ckpt
#endif
