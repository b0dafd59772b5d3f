//===- TypePlaces.cpp - what moves members without being one ------------------===//
#include "TypePlaces.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The structure or union without a name whose members are the outer one's, or null.
const RecordDecl *unnamedPart(const FieldDecl *F) {
  const auto *R = F->getType()->getAs<RecordType>();
  return R && F->isAnonymousStructOrUnion() ? R->getDecl() : nullptr;
}

/// Does it, or a member, say how it is aligned? That of a member's structure is in the row of that one.
bool asksForAlignment(const RecordDecl *D, const ASTContext &Ctx) {
  return D->hasAttr<AlignedAttr>() || any_of(D->fields(), [&](const FieldDecl *F) {
           const RecordDecl *Part = unnamedPart(F);
           return F->hasAttr<AlignedAttr>() || Ctx.isAlignmentRequired(F->getType()) || (Part && asksForAlignment(Part, Ctx));
         });
}

bool isSameNumber(QualType A, QualType B, const ASTContext &Ctx) {
  return A->isIntegralOrEnumerationType() && B->isIntegralOrEnumerationType() && !Ctx.getIntegerTypeOrder(A, B);
}

/// Has it a bit-field without a name that aligns it on targets where such ones do (Arm)? One of a type that a member has as well changes nothing.
bool hasUnnamed(const RecordDecl *D, const ASTContext &Ctx) {
  auto isNeeded = [&](const FieldDecl *Unnamed) {
    return none_of(D->fields(), [&](const FieldDecl *F) {
      return !F->isUnnamedBitField() && isSameNumber(Ctx.getBaseElementType(F->getType()), Unnamed->getType(), Ctx);
    });
  };
  return any_of(D->fields(), [&](const FieldDecl *F) {
    const RecordDecl *Part = unnamedPart(F);
    return F->isUnnamedBitField() ? isNeeded(F) : Part && hasUnnamed(Part, Ctx);
  });
}

} // namespace

std::string placeFlags(const RecordDecl *D, const ASTContext &Ctx) {
  return std::string(asksForAlignment(D, Ctx) ? " | CKPTG_T_ALIGNED" : "") + (hasUnnamed(D, Ctx) ? " | CKPTG_T_UNNAMED" : "");
}

} // namespace ckpt
