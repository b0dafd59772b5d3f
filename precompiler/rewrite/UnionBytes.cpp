//===- UnionBytes.cpp - unions that are saved as bytes ------------------------===//
#include "UnionBytes.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

const RecordDecl *recordOf(QualType T) {
  const auto *R = T->getAs<RecordType>();
  return R ? R->getDecl()->getDefinition() : nullptr;
}

bool areNumbers(QualType T, const ASTContext &Ctx) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr()))
    return areNumbers(A->getElementType(), Ctx);
  if (const auto *A = T->getAs<AtomicType>())
    return areNumbers(A->getValueType(), Ctx);
  if (const RecordDecl *D = recordOf(T))
    return !D->isInvalidDecl() && llvm::all_of(D->fields(), [&](const FieldDecl *F) { return areNumbers(F->getType(), Ctx); });
  return T->isArithmeticType() || T->isVectorType();
}

/// One number after the other, with its place in bits.
void describe(QualType T, uint64_t At, const ASTContext &Ctx, std::string &Out) {
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *A = T->getAs<AtomicType>())
    T = A->getValueType().getCanonicalType().getUnqualifiedType();
  Out += "@" + utostr(At) + "+" + utostr(Ctx.getTypeSize(T));
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr())) { // the elements lie as the first one does
    Out += "[" + utostr(A->getSize().getZExtValue()) + "]";
    describe(A->getElementType(), At, Ctx, Out);
    return;
  }
  if (const auto *E = T->getAs<EnumType>()) // the name of one without a name is its place in a file
    T = E->getDecl()->getIntegerType().getCanonicalType();
  const RecordDecl *D = recordOf(T);
  if (!D) {
    Out += T.getAsString();
    return;
  }
  Out += D->isUnion() ? "(" : "{";
  for (const FieldDecl *F : D->fields()) {
    Out += F->getName().str() + (F->isBitField() ? ":" + utostr(F->getBitWidthValue(Ctx)) : "") + " ";
    describe(F->getType(), At + Ctx.getFieldOffset(F), Ctx, Out);
    Out += ";";
  }
  Out += D->isUnion() ? ")" : "}";
}

} // namespace

bool holdsNumbersOnly(const RecordDecl *Union, const ASTContext &Ctx) { return areNumbers(Ctx.getRecordType(Union), Ctx); }

std::string layoutHash(const RecordDecl *Union, const ASTContext &Ctx) {
  // One name never stands for bytes that mean something else, whatever else an image says of the machine.
  const TargetInfo &Target = Ctx.getTargetInfo();
  std::string Text = std::string(Target.isBigEndian() ? "big" : "little") + (Ctx.getLangOpts().CharIsSigned ? " signed " : " unsigned ") +
                     utostr(APFloat::semanticsPrecision(Target.getLongDoubleFormat()));
  describe(Ctx.getRecordType(Union), 0, Ctx, Text);
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true);
}

} // namespace ckpt
