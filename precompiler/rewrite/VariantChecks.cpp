//===- VariantChecks.cpp - what #pragma ckpt variant cannot mean ---------------===//
#include "VariantChecks.h"
#include "clang/AST/Attr.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Does it end in an array that may have more elements than it says?
bool isOpenEnded(QualType T, ASTContext &Ctx) {
  if (T->isIncompleteArrayType())
    return true;
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return A->getSize().ule(1) || isOpenEnded(A->getElementType(), Ctx);
  const RecordDecl *R = definitionOf(T);
  const FieldDecl *Last = nullptr;
  if (R)
    for (const FieldDecl *F : R->fields()) {
      if (R->isUnion() && isOpenEnded(F->getType(), Ctx))
        return true;
      Last = F;
    }
  return Last && isOpenEnded(Last->getType(), Ctx);
}

/// What has no name is described member by member: its layout must be the one
/// that its members alone make.
bool isPlain(const RecordDecl *R) {
  if (R->hasAttr<PackedAttr>() || R->hasAttr<AlignedAttr>() || R->hasAttr<MaxFieldAlignmentAttr>())
    return false;
  return all_of(R->fields(), [](const FieldDecl *F) {
    const RecordDecl *In = F->isAnonymousStructOrUnion() ? definitionOf(F->getType()) : nullptr;
    return !F->hasAttr<PackedAttr>() && !F->hasAttr<AlignedAttr>() && (!In || isPlain(In));
  });
}

/// Has a part that an address can be taken of?
bool hasAddress(const RecordDecl *R) {
  return any_of(R->fields(), [](const FieldDecl *F) {
    return F->isAnonymousStructOrUnion() ? hasAddress(definitionOf(F->getType())) : F->getIdentifier() && !F->isBitField();
  });
}

bool beginsAs(const RecordDecl *R, const RecordDecl *Header, const ASTContext &Ctx);

/// Of one size, and the same in it as far as tags may read it.
bool isAlike(QualType A, QualType B, const ASTContext &Ctx) {
  if (Ctx.hasSameUnqualifiedType(A, B) || (A->isPointerType() && B->isPointerType()))
    return true;
  if (A->isIncompleteType() || B->isIncompleteType() || Ctx.getTypeSize(A) != Ctx.getTypeSize(B))
    return false;
  if (A->isArrayType() && B->isArrayType())
    return isAlike(Ctx.getAsArrayType(A)->getElementType(), Ctx.getAsArrayType(B)->getElementType(), Ctx);
  const RecordDecl *In = definitionOf(A), *Other = definitionOf(B);
  if (In && Other)
    return In->isUnion() == Other->isUnion() && beginsAs(In, Other, Ctx);
  return A->isIntegralOrEnumerationType() && B->isIntegralOrEnumerationType();
}

/// Does \p R begin with all that \p Header has, at the same places?
bool beginsAs(const RecordDecl *R, const RecordDecl *Header, const ASTContext &Ctx) {
  if (R == Header)
    return true;
  const RecordDecl *First = R->isUnion() || R->field_empty() ? nullptr : definitionOf((*R->field_begin())->getType());
  if (First && !First->isUnion() && beginsAs(First, Header, Ctx))
    return true;
  auto Mine = R->field_begin(), End = R->field_end();
  for (const FieldDecl *F : Header->fields()) {
    if (F->getType()->isIncompleteArrayType())
      break;
    if (Mine == End || !isAlike(F->getType(), Mine->getType(), Ctx) || F->isBitField() != Mine->isBitField() ||
        Ctx.getFieldOffset(F) != Ctx.getFieldOffset(*Mine) || (F->isBitField() && F->getBitWidthValue(Ctx) != Mine->getBitWidthValue(Ctx)))
      return false;
    ++Mine;
  }
  return true;
}

} // namespace

std::string wrongParts(ASTContext &Ctx, const Variant &V) {
  for (const Variant::Arm &A : V.Arms) {
    MemberPath Way = V.Path;
    if (A.Member)
      Way.push_back(A.Member);
    for (const FieldDecl *F : Way) {
      const RecordDecl *R = F->isAnonymousStructOrUnion() ? definitionOf(F->getType()) : nullptr;
      if (R && !isPlain(R))
        return "a structure or union without a name that is packed or aligned; give it a name";
      if (R && !hasAddress(R))
        return "a structure or union without a name that has nothing but bit-fields; give it a name";
    }
    if (A.Member && isOpenEnded(A.Member->getType(), Ctx))
      return ("'" + A.Member->getName() + "' ends in an array of any length; give it a bound of two or more").str();
  }
  return "";
}

std::string wrongFamily(const ASTContext &Ctx, const Variant &V) {
  for (const Variant::Arm &A : V.Arms) {
    if (!A.Struct)
      return "a block is always some structure; name " + V.Pragma->Type + " itself where no other is meant";
    if (!beginsAs(A.Struct, V.Holder, Ctx))
      return ("'" + (A.Struct->getIdentifier() ? A.Struct->getName() : StringRef("a structure")) + "' does not begin as " + V.Pragma->Type + " does").str();
  }
  return "";
}

bool coversTag(const FieldDecl *Member, const MemberPath &Tag, const ASTContext &Ctx) {
  if (!Member || Member == Tag[0])
    return Member;
  const RecordDecl *R = definitionOf(Member->getType()), *With = definitionOf(Tag[0]->getType());
  if (!R || R->isUnion() || R->field_empty() || Tag[0]->isBitField())
    return false;
  auto Mine = R->field_begin();
  if (!Mine->isBitField() && Ctx.hasSameUnqualifiedType(Mine->getType(), Tag[0]->getType()))
    return true;
  if (!With || With->isUnion() || Tag.size() < 2)
    return false;
  for (const FieldDecl *F : With->fields()) {
    if (Mine == R->field_end() || F->isBitField() || Mine->isBitField() || !Ctx.hasSameUnqualifiedType(F->getType(), Mine->getType()) ||
        Ctx.getFieldOffset(F) != Ctx.getFieldOffset(*Mine))
      return false;
    if (F == Tag[1])
      return true;
    ++Mine;
  }
  return false;
}

} // namespace ckpt
