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
  int64_t At = Value.getLValueOffset().getQuantity();
  if (const auto *L = dyn_cast_or_null<CompoundLiteralExpr>(Value.getLValueBase().dyn_cast<const Expr *>()))
    return At < 0 || At > Ctx.getTypeSizeInChars(L->getType()).getQuantity();
  const auto *D = Value.getLValueBase().dyn_cast<const ValueDecl *>();
  const auto *V = dyn_cast_or_null<VarDecl>(D);
  const VarDecl *Defined = nullptr;
  if (!V || ((V = V->getMostRecentDecl()), V->getType()->isIncompleteType()) || V->getType()->isVariablyModifiedType() ||
      (V->getAnyInitializer(Defined) && Defined->hasFlexibleArrayInit(Ctx)))
    return false;
  return At < 0 || At > Ctx.getTypeSizeInChars(V->getType()).getQuantity();
}

/// Can a value of the type be an address?
bool hasPointers(QualType T) {
  T = T->getBaseElementTypeUnsafe()->getCanonicalTypeInternal();
  if (const RecordDecl *R = T->getAsRecordDecl())
    return any_of(R->fields(), [](const FieldDecl *F) { return hasPointers(F->getType()); });
  return T->isPointerType();
}

/// `malloc(n * sizeof *p)`, `xcalloc(...)`, MALLOC(...): something whose name says that it allocates.
bool isAllocation(const Expr *E) {
  const auto *C = dyn_cast<CallExpr>(E->IgnoreParenCasts());
  const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && F->getName().contains_insensitive("alloc");
}

/// What becomes of one variable in a function.
class Settings : public RecursiveASTVisitor<Settings> {
public:
  Settings(const VarDecl *V, const FunctionDecl *F) : V(V->getCanonicalDecl()) {
    if (Stmt *Body = F->getBody())
      TraverseStmt(Body);
  }
  /// It is set, and to blocks just allocated only, and moved by nothing but `-=`.
  bool startsBlock() const { return Allocated && !Other; }

  bool VisitVarDecl(VarDecl *D) {
    if (D->getCanonicalDecl() == V && D->hasInit())
      set(D->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->getOpcode() == BO_Assign && isIt(O->getLHS()))
      set(O->getRHS());
    else if (O->isCompoundAssignmentOp() && O->getOpcode() != BO_SubAssign && isIt(O->getLHS()))
      Other = true;
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    Other |= (O->isIncrementDecrementOp() || O->getOpcode() == UO_AddrOf) && isIt(O->getSubExpr());
    return true;
  }

private:
  bool isIt(const Expr *E) const {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return R && R->getDecl()->getCanonicalDecl() == V;
  }
  void set(const Expr *Value) { (isAllocation(Value) ? Allocated : Other) = true; }

  const Decl *V;
  bool Allocated = false, Other = false;
};

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
    if (Current && O->getOpcode() == BO_SubAssign && O->getType()->isPointerType())
      judgeBlock(O, O->getLHS(), O->getRHS());
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
    if (!Array && Minus)
      return judgeBlock(Pointer, Base, Index);
    if (!Array || !isa<DeclRefExpr>(Decay->getSubExpr()->IgnoreParens()) || Index->isValueDependent() || !Index->EvaluateAsInt(R, U.ctx()))
      return;
    int64_t At = R.Val.getInt().getExtValue() * (Minus ? -1 : 1);
    if (At >= 0 && Array->getSize().uge(static_cast<uint64_t>(At)))
      return;
    if (!isStep(Pointer) && (Keep.keeps(Pointer, Current, Followed::Pointer) || isGiven(Pointer)))
      U.report(Id::PointerOutside, Pointer->getBeginLoc(), {At < 0 ? "in front of" : "behind the end of"});
  }

  /// `base = malloc(...)`, and then `base - first`. One or a few small elements before a block are carried, and what a parameter says is 1 as a rule.
  void judgeBlock(const Expr *Pointer, const Expr *Base, const Expr *Index) {
    const auto *Variable = dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts());
    const auto *V = Variable ? dyn_cast<VarDecl>(Variable->getDecl()) : nullptr;
    QualType Element = Base->getType()->getPointeeType();
    if (!V || Element->isIncompleteType() || Element->isVariablyModifiedType() || !Index->getType()->isIntegerType() || Index->isValueDependent())
      return;
    Expr::EvalResult R;
    if (Index->EvaluateAsInt(R, U.ctx()) && R.Val.getInt().getExtValue() * U.ctx().getTypeSizeInChars(Element).getQuantity() < 16)
      return;
    const auto *Named = dyn_cast<DeclRefExpr>(Index->IgnoreParenImpCasts());
    if ((Named && isa<ParmVarDecl>(Named->getDecl())) || !Settings(V, Current).startsBlock() || isStep(Pointer))
      return;
    if (isa<CompoundAssignOperator>(Pointer) ? Keep.keptBy(Base, Current) : Keep.keeps(Pointer, Current, Followed::Pointer) || isGiven(Pointer))
      U.report(Id::PointerOutside, Pointer->getBeginLoc(), {"in front of"});
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

bool beginsOutside(const Unit &U, const CompoundLiteralExpr *L) {
  Expr::EvalResult Value;
  if (!hasPointers(L->getType()))
    return false;
  auto outside = [&](auto Outside, const Expr *E) -> bool {
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return any_of(List->inits(), [&](const Expr *Init) { return Init && Outside(Outside, Init); });
    return E->getType()->isPointerType() && E->EvaluateAsRValue(Value, U.ctx()) && isOutside(U.ctx(), Value.Val);
  };
  return outside(outside, L->getInitializer());
}

void warnOfOutside(Unit &U, LiveAcross &Live) { Finder(U, Live).run(); }

} // namespace ckpt
