//===- Outside.cpp - pointers that lead out of their array -----------------------===//
#include "Outside.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

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
  if (!V || V->getType()->isIncompleteType() || V->getType()->isVariablyModifiedType() || (V->hasInit() && V->hasFlexibleArrayInit(Ctx)))
    return false;
  int64_t At = Value.getLValueOffset().getQuantity();
  return At < 0 || At > Ctx.getTypeSizeInChars(V->getType()).getQuantity();
}

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live) : U(U), Live(Live), To(U, Live) {}

  bool TraverseFunctionDecl(FunctionDecl *F) {
    if (!F->doesThisDeclarationHaveABody() || U.inSystemHeader(F->getLocation()))
      return true;
    const FunctionDecl *Outer = Function;
    Function = F;
    bool Ok = RecursiveASTVisitor::TraverseFunctionDecl(F);
    Function = Outer;
    return Ok;
  }
  /// Of what has static storage beginsOutside() judges.
  bool TraverseVarDecl(VarDecl *V) { return !V->hasLocalStorage() || RecursiveASTVisitor::TraverseVarDecl(V); }

  bool VisitBinaryOperator(BinaryOperator *O) {
    if (Function && O->isAdditiveOp() && O->getType()->isPointerType()) {
      bool Left = O->getLHS()->getType()->isPointerType();
      judge(O, Left ? O->getLHS() : O->getRHS(), Left ? O->getRHS() : O->getLHS(), O->getOpcode() == BO_Sub);
    }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    const auto *At = O->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(O->getSubExpr()->IgnoreParens()) : nullptr;
    if (Function && At)
      judge(O, At->getBase(), At->getIdx(), false);
    return true;
  }

private:
  void judge(const Expr *Pointer, const Expr *Base, const Expr *Index, bool Minus) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(Base->IgnoreParens());
    const auto *Array = Decay && Decay->getCastKind() == CK_ArrayToPointerDecay ? U.ctx().getAsConstantArrayType(Decay->getSubExpr()->getType()) : nullptr;
    Expr::EvalResult R;
    if (!Array || Index->isValueDependent() || !Index->EvaluateAsInt(R, U.ctx()))
      return;
    int64_t At = R.Val.getInt().getExtValue() * (Minus ? -1 : 1);
    bool Trailing = Array->getSize().ule(1);       // of a structure: it may be a flexible one
    if (At >= 0 && (Trailing || Array->getSize().uge(static_cast<uint64_t>(At))))
      return;
    if (!isStep(Pointer) && (To.keeps(Pointer, Function, Followed::Pointer) || isGiven(Pointer)))
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

  Unit &U;
  LiveAcross &Live;
  Kept To;
  const FunctionDecl *Function = nullptr;
};

} // namespace

bool beginsOutside(const Unit &U, const VarDecl *V) {
  const VarDecl *Defined = nullptr;
  const Expr *Init = V->getAnyInitializer(Defined);
  if (!Init || Init->isValueDependent() || !V->hasGlobalStorage())
    return false;
  const APValue *Value = Defined->evaluateValue();
  return Value && isOutside(U.ctx(), *Value);
}

void warnOfOutside(Unit &U, LiveAcross &Live) { Finder(U, Live).TraverseDecl(U.ctx().getTranslationUnitDecl()); }

} // namespace ckpt
