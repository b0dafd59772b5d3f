//===- Clear.cpp - see Clear.h ----------------------------------------------------===//
#include "Clear.h"
#include "FrameEmitter.h"
#include "LibraryMembers.h"
#include "Padding.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecordLayout.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

constexpr int64_t MostCleared = 16384; ///< bytes
constexpr int64_t WorthLeaving = 64;  ///< bytes of text behind the last other member

/// The statement that declares \p V and nothing behind it, in a block.
const DeclStmt *lastOfBlock(Unit &U, const VarDecl *V) {
  DynTypedNodeList Parents = U.ctx().getParents(*V);
  const auto *D = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  if (!D || *std::prev(D->decl_end()) != V)
    return nullptr;
  DynTypedNodeList Up = U.ctx().getParents(*D);
  return !Up.empty() && Up[0].get<CompoundStmt>() ? D : nullptr;
}

} // namespace

std::string Clearing::zeros(QualType T) const {
  if (T->isScalarType())
    return OtherWays || mayHarm(T) ? " = 0" : "";
  bool Clears = mayHarm(T) && beginsWithScalar(T) && !isVaList(T) && U.ctx().getTypeSizeInChars(T).getQuantity() <= MostCleared;
  return Clears ? " = { 0 }" : "";
}

std::string Clearing::clear(const VarDecl *V, StringRef Name, function_ref<bool(const DeclStmt *)> Plain) const {
  QualType T = V->getType();
  const TypeSourceInfo *Written = V->getTypeSourceInfo();
  if (V->hasInit() || !Written)
    return "";
  if (T->isVariableArrayType())
    return mayHarm(T) ? "if (sizeof(" + Name.str() + ") <= " + std::to_string(MostCleared) + ") __builtin_memset((void *)" + Name.str() +
                            ", 0, sizeof(" + Name.str() + ")); "
                      : "";
  std::string Zero = zeros(T);
  if (Zero.empty())
    return "";
  unsigned End = std::max(U.end(V->getLocation()), U.end(Written->getTypeLoc().getEndLoc())); // int a[4], (*f)(void)
  size_t Next = U.text().find_first_not_of(" \t\r\n", U.endOfAttributes(End)); // the mark behind it: the variable's name is rendered by itself, too
  if (Next == StringRef::npos || (U.text()[Next] != ',' && U.text()[Next] != ';'))
    return "";
  const DeclStmt *D = U.text()[Next] == ';' ? lastOfBlock(U, V) : nullptr;
  std::string Beginning = D && V->getStorageClass() != SC_Register && Plain(D) ? beginning(V, Name) : "";
  if (!Beginning.empty())
    U.edits().replace(Next, Next + 1, "; __builtin_memset((void *)&" + Name.str() + ", 0, " + Beginning + ");");
  else // elsewhere than where their address is taken compilers take the zero out again
    U.edits().replace(Next, Next + 1, Zero + U.text().substr(Next, 1).str());
  return Zero;
}

/// May what the stack holds there fail a checkpoint or a restart? Pointers, numbers that have fewer values elsewhere, members that a tag chooses.
bool Clearing::mayHarm(QualType T) const {
  T = U.ctx().getBaseElementType(T);
  if (const auto *Named = T->getAs<TypedefType>(); Named && Named->getDecl()->getName() == "wchar_t")
    return true; // with a sign on some machines
  T = T.getCanonicalType();
  if (const auto *Atomic = T->getAs<AtomicType>())
    return mayHarm(Atomic->getValueType());
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl()->getDefinition();
    return D && !D->hasFlexibleArrayMember() &&
           (!lockOf(D, U.ctx()).empty() || any_of(D->fields(), [&](const FieldDecl *F) { return D->isUnion() ? mayHarm(F->getType()) : mayHarm(D, F); }));
  }
  const auto *B = T->getAs<BuiltinType>();
  return T->isPointerType() || T->isBooleanType() ||
         (B && (B->getKind() == BuiltinType::Long || B->getKind() == BuiltinType::ULong || B->getKind() == BuiltinType::LongDouble));
}

bool Clearing::mayHarm(const RecordDecl *Holder, const FieldDecl *Member) const {
  QualType Element = U.ctx().getBaseElementType(Member->getType());
  const RecordDecl *Union = Element->isUnionType() ? Element->getAsRecordDecl()->getDefinition() : nullptr;
  if (Union && Member->getType()->isArrayType())
    return true;
  if (!Union)
    return mayHarm(Member->getType());
  // A union that is always the same member is what that is.
  const Variant *Told = Tagged.ofUnion(Holder, {Member});
  if (!Told || !Told->Reads.empty() || Told->OwnAddress || Told->Arms.size() != 1 || !Told->Arms[0].Values.empty() || !Told->Arms[0].Member)
    return true;
  return mayHarm(Union, Told->Arms[0].Member);
}

/// Is { 0 } its initialiser?
bool Clearing::beginsWithScalar(QualType T) const {
  while (true) {
    const auto *A = U.ctx().getAsConstantArrayType(T);
    const auto *R = T->getAs<RecordType>();
    if (A && !A->getSize().isZero())
      T = A->getElementType();
    else if (R && !R->getDecl()->field_empty())
      T = R->getDecl()->field_begin()->getType();
    else
      return T->isScalarType();
  }
}

/// Characters, whatever they are: nothing that can be wrong is told by them.
bool Clearing::isText(const RecordDecl *Holder, const FieldDecl *Member) const {
  if (const Variant *Told = Member->getType()->isUnionType() && !mayHarm(Holder, Member) ? Tagged.ofUnion(Holder, {Member}) : nullptr)
    return isText(nullptr, Told->Arms[0].Member);
  return Member->getType()->isArrayType() && U.ctx().getBaseElementType(Member->getType())->isAnyCharacterType() &&
         U.ctx().getTypeSizeInChars(U.ctx().getBaseElementType(Member->getType())).isOne();
}

/// How many bytes of a structure are to be set, as C; empty if all of it may as well be.
std::string Clearing::beginning(const VarDecl *V, StringRef Name) const {
  const RecordDecl *R = V->getType()->getAsRecordDecl();
  R = R && !R->isUnion() ? R->getDefinition() : nullptr;
  if (!R)
    return "";
  const FieldDecl *Last = nullptr;
  for (const FieldDecl *F : R->fields())
    if (!isText(R, F))
      Last = F;
  if (Tagged.hasTag(R))
    return "";
  if (!Last || !Last->getIdentifier() || Last->isBitField())
    return "";
  bool Padded = Text.isDoubled(V);
  int64_t Size = U.ctx().getTypeSizeInChars(V->getType()).getQuantity();
  int64_t End = (int64_t)(U.ctx().getASTRecordLayout(R).getFieldOffset(Last->getFieldIndex()) / 8) + U.ctx().getTypeSizeInChars(Last->getType()).getQuantity();
  if ((Padded ? 2 : 1) * Size - End < WorthLeaving)
    return "";
  std::string It = Padded ? firstOf(V) : Name.str(), Member = Last->getName().str();
  return "__builtin_offsetof(__typeof__(" + It + "), " + Member + ") + sizeof(" + It + "." + Member + ")";
}

} // namespace ckpt
