//===- Outside.cpp - pointers that lead out of their array -----------------------===//
#include "Outside.h"
#include "UnitWalk.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// A constant address before its object, or behind the end of it.
bool isOutside(const ASTContext &Ctx, const APValue &Value) {
  if (Value.isStruct()) {
    for (unsigned I = 0; I < Value.getStructNumFields(); ++I)
      if (isOutside(Ctx, Value.getStructField(I)))
        return true;
    return false;
  }
  if (Value.isUnion())
    return isOutside(Ctx, Value.getUnionValue());
  if (Value.isArray()) {
    for (unsigned I = 0; I < Value.getArrayInitializedElts(); ++I)
      if (isOutside(Ctx, Value.getArrayInitializedElt(I)))
        return true;
    return false;
  }
  if (!Value.isLValue() || !Value.getLValueBase())
    return false;
  const auto *D = Value.getLValueBase().dyn_cast<const ValueDecl *>();
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  const VarDecl *Defined = nullptr;
  if (!V || ((V = V->getMostRecentDecl()), V->getType()->isIncompleteType()) || V->getType()->isVariablyModifiedType() ||
      (V->getAnyInitializer(Defined) && Defined->hasFlexibleArrayInit(Ctx)))
    return false;
  int64_t At = Value.getLValueOffset().getQuantity();
  return At < 0 || At > Ctx.getTypeSizeInChars(V->getType()).getQuantity();
}

/// Can a value of the type be an address?
bool hasPointers(QualType T) {
  T = T->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
  if (const RecordDecl *R = T->getAsRecordDecl())
    return any_of(R->fields(), [](const FieldDecl *F) { return hasPointers(F->getType()); });
  return T->isPointerType();
}

class Finder : public UnitWalk<Finder> {
public:
  using UnitWalk::UnitWalk;

  /// Of what has static storage beginsOutside() judges.
  bool TraverseVarDecl(VarDecl *V) { return !V->hasLocalStorage() || UnitWalk::TraverseVarDecl(V); }

  bool VisitBinaryOperator(BinaryOperator *O) {
    if (Current && O->isAdditiveOp() && O->getType()->isPointerType()) {
      bool Left = O->getLHS()->getType()->isPointerType();
      judge(O, Left ? O->getLHS() : O->getRHS(), Left ? O->getRHS() : O->getLHS(), O->getOpcode() == BO_Sub);
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    const auto *At = O->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(O->getSubExpr()->IgnoreParens()) : nullptr;
    if (Current && At)
      judge(O, At->getBase(), At->getIdx(), false);
    return true;
  }

private:
  void judge(const Expr *Pointer, const Expr *Base, const Expr *Index, bool Minus) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Base->IgnoreParens());
    const auto *Array = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? U.ctx().getAsConstantArrayType(Decay->getSubExpr()->getType()) : nullptr;
    Expr::EvalResult R;
    if (!Array || !isa<DeclRefExpr>(Decay->getSubExpr()->IgnoreParens()) || Index->isValueDependent() || !Index->EvaluateAsInt(R, U.ctx()))
      return;
    int64_t At = R.Val.getInt().getExtValue() * (Minus ? -1 : 1);
    if (At >= 0 && Array->getSize().uge(static_cast<uint64_t>(At)))
      return;
    if (!isStep(Pointer) && (Keep.keeps(Pointer, Current, Followed::Pointer) || isGiven(Pointer)))
      U.report(Id::PointerOutside, Pointer->getBeginLoc(), {At < 0 ? "in front of" : "behind the end of"});
  }

  const Expr *parentOf(const Expr *E) {
    const Expr *P = E;
    do {
      DynTypedNodeList Parents = U.ctx().getParents(*P);
      E = P;
      P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    } while (P && isa<ParenExpr, CastExpr>(P));
    return P;
  }
  /// `(table - 20) + i` may lead into it again.
  bool isStep(const Expr *E) {
    const auto *O = dyn_cast_or_null<BinaryOperator>(parentOf(E));
    return O && O->isAdditiveOp();
  }
  bool isGiven(const Expr *E) {
    const auto *C = dyn_cast_or_null<CallExpr>(parentOf(E));
    return C && Live.isResume(C);
  }
};

} // namespace

bool beginsOutside(const Unit &U, const VarDecl *V) {
  const VarDecl *Defined = nullptr;
  const Expr *Init = V->getAnyInitializer(Defined);
  if (!Init || Init->isValueDependent() || !V->hasGlobalStorage() || !hasPointers(V->getType()))
    return false;
  const APValue *Value = Defined->evaluateValue();
  return Value && isOutside(U.ctx(), *Value);
}

void warnOfOutside(Unit &U, LiveAcross &Live) { Finder(U, Live).run(); }

} // namespace ckpt
