//===- LikeMembers.cpp - unions whose members are alike -----------------------===//
#include "LikeMembers.h"
#include "LibraryMembers.h"
#include <vector>

using namespace clang;

namespace ckpt {
namespace {

/// So many scalars of one kind, side by side.
struct Run {
  const clang::Type *Kind;
  uint64_t Begin, Count, Each; ///< bits
  bool operator==(const Run &O) const { return Kind == O.Kind && Begin == O.Begin && Count == O.Count; }
};

using Runs = std::vector<Run>;

/// Signed and unsigned are alike where both have one width on all targets;
/// long has not: a value may fit one of the two only. Pointers to functions are
/// saved by the function's name, whatever their type.
QualType kindOf(QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *E = T->getAs<EnumType>())
    T = E->getDecl()->getIntegerType().isNull() ? T : E->getDecl()->getIntegerType();
  if (T->isCharType())
    return Ctx.UnsignedCharTy;
  if (T->isFunctionPointerType())
    return Ctx.getPointerType(Ctx.getFunctionNoProtoType(Ctx.VoidTy)).getCanonicalType();
  if (T->isSpecificBuiltinType(BuiltinType::UShort) || T->isSpecificBuiltinType(BuiltinType::UInt) ||
      T->isSpecificBuiltinType(BuiltinType::ULongLong))
    return Ctx.getCorrespondingSignedType(T);
  return T;
}

void add(Runs &Out, Run R) {
  if (!Out.empty() && Out.back().Kind == R.Kind && Out.back().Begin + Out.back().Count * Out.back().Each == R.Begin)
    Out.back().Count += R.Count;
  else
    Out.push_back(R);
}

/// False: something that is not compared (bit-fields, other unions, long arrays of structures).
bool scalars(QualType T, uint64_t At, const ASTContext &Ctx, Runs &Out) {
  if (const auto *A = Ctx.getAsConstantArrayType(T)) {
    QualType E = A->getElementType();
    uint64_t Each = Ctx.getTypeSize(E), N = A->getSize().getZExtValue();
    if (E->isScalarType() && !E->isAtomicType()) {
      add(Out, {kindOf(E, Ctx).getTypePtr(), At, N, Each});
      return true;
    }
    if (N > 256)
      return false;
    for (uint64_t I = 0; I < N; ++I)
      if (!scalars(E, At + I * Each, Ctx, Out))
        return false;
    return true;
  }
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl()->getDefinition();
    if (!D || D->isUnion())
      return false;
    for (const FieldDecl *F : D->fields())
      if (F->isBitField() || !scalars(F->getType(), At + Ctx.getFieldOffset(F), Ctx, Out))
        return false;
    return true;
  }
  if (!T->isScalarType() || T->isAtomicType())
    return false;
  add(Out, {kindOf(T, Ctx).getTypePtr(), At, 1, Ctx.getTypeSize(T)});
  return true;
}

/// How many pointers to objects it is, one or an array of them; 0: anything else.
uint64_t pointers(QualType T, const ASTContext &Ctx) {
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return A->getSize().getZExtValue() * pointers(A->getElementType(), Ctx);
  const auto *P = T->getAs<PointerType>();
  if (!P || P->isFunctionPointerType())
    return 0;
  const auto *R = P->getPointeeType()->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return !R || !R->getIdentifier() || R->getName() != "__jmp_buf_tag"; // which is armed anew only where such a pointer leads
}

} // namespace

QualType likePointers(const RecordDecl *R, const ASTContext &Ctx) {
  const RecordDecl *D = R ? R->getDefinition() : nullptr;
  if (!D || !D->isUnion() || D->field_empty() || D->isInvalidDecl())
    return {};
  uint64_t Count = pointers(D->field_begin()->getType(), Ctx);
  bool Several = false;
  for (const FieldDecl *F : D->fields()) {
    if (pointers(F->getType(), Ctx) != Count)
      return {};
    Several |= !Ctx.hasSameUnqualifiedType(F->getType(), D->field_begin()->getType());
  }
  if (!Count || !Several)
    return {};
  return Count == 1 ? Ctx.VoidPtrTy : Ctx.getConstantArrayType(Ctx.VoidPtrTy, llvm::APInt(64, Count), nullptr, ArraySizeModifier::Normal, 0);
}

const FieldDecl *likeMember(const RecordDecl *R, const ASTContext &Ctx) {
  const RecordDecl *D = R ? R->getDefinition() : nullptr;
  if (!D || !D->isUnion() || D->field_empty() || D->isInvalidDecl())
    return nullptr;
  if (!likePointers(D, Ctx).isNull() || isCharacterState(D, Ctx))
    return *D->field_begin();
  Runs First;
  for (const FieldDecl *F : D->fields()) {
    Runs Mine;
    if (F->isBitField() || !scalars(F->getType(), 0, Ctx, Mine))
      return nullptr;
    if (F == *D->field_begin())
      First = Mine;
    else if (!(Mine == First))
      return nullptr;
  }
  return *D->field_begin();
}

} // namespace ckpt
