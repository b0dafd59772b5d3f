//===- Outcomes.cpp - ways on which a call has opened something -----------===//
#include "Outcomes.h"
#include "Closers.h"
#include "clang/Analysis/CFG.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Results with which a call has opened something.
constexpr int64_t Numbers[] = {3, 1000}, Addresses[] = {4096}, Children[] = {1, 1000}, Statuses[] = {0};
ArrayRef<int64_t> successes(Gives How) {
  return How == Gives::Number ? ArrayRef(Numbers) : How == Gives::Address || How == Gives::Placed ? ArrayRef(Addresses) : How == Gives::Child ? ArrayRef(Children) : ArrayRef(Statuses);
}

std::optional<int64_t> constantOf(ASTContext &Ctx, const Expr *E) {
  if (E->isNullPointerConstant(Ctx, Expr::NPC_ValueDependentIsNotNull))
    return 0;
  Expr::EvalResult R;
  const Expr *Number = E->getType()->isPointerType() ? bare(E) : E; // MAP_FAILED
  if (Number->isValueDependent() || !Number->EvaluateAsInt(R, Ctx))
    return std::nullopt;
  return R.Val.getInt().getExtValue();
}

bool compare(BinaryOperatorKind Op, int64_t L, int64_t R) {
  switch (Op) {
  case BO_EQ:
    return L == R;
  case BO_NE:
    return L != R;
  case BO_LT:
    return L < R;
  case BO_GT:
    return L > R;
  case BO_LE:
    return L <= R;
  default:
    return L >= R;
  }
}

} // namespace

std::optional<ArrayRef<int64_t>> Outcomes::valuesOf(const Expr *E, bool Known) const {
  E = bare(E);
  if (E == O.Call)
    return successes(O.How);
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && (B->getOpcode() == BO_Assign || B->getOpcode() == BO_Comma))
    return valuesOf(B->getRHS(), Known);
  const auto *D = dyn_cast<UnaryOperator>(E);
  if (!isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E) && !(D && D->getOpcode() == UO_Deref))
    return std::nullopt;
  const Place P = placeOf(Ctx, E);
  if (O.How == Gives::Pair && P.Named && P.Named == Thing.Named && E->getType()->isIntegerType())
    return ArrayRef(Numbers);
  bool Same = Known && P.Named && P.Named == Result.Named && P.Base == Result.Base && E->getType()->isPointerType() == O.Call->getType()->isPointerType() &&
              E->getType()->isScalarType();
  return Same ? std::optional(successes(O.How)) : std::nullopt;
}

/// Can a condition be so?
bool Outcomes::canBe(const Expr *Condition, bool Outcome, bool Known) const {
  const Expr *E = Condition->IgnoreParenImpCasts();
  if (auto Values = valuesOf(E, Known))
    return any_of(*Values, [Outcome](int64_t V) { return (V != 0) == Outcome; });
  if (const auto *N = dyn_cast<UnaryOperator>(E); N && N->getOpcode() == UO_LNot)
    return canBe(N->getSubExpr(), !Outcome, Known);
  if (const auto *X = dyn_cast<CallExpr>(E); X && isNamed(X, StringRef("__builtin_expect")))
    return canBe(X->getArg(0), Outcome, Known);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isComparisonOp())
    return true;
  auto Left = valuesOf(B->getLHS(), Known), Right = valuesOf(B->getRHS(), Known);
  if (!Left && !Right)
    return true;
  std::optional<int64_t> Constant = constantOf(Ctx, Left ? B->getRHS() : B->getLHS());
  return !Constant || any_of(Left ? *Left : *Right, [&](int64_t V) {
    return (Left ? compare(B->getOpcode(), V, *Constant) : compare(B->getOpcode(), *Constant, V)) == Outcome;
  });
}

bool Outcomes::canTake(const CFGBlock *B, unsigned Way, const CFGBlock *To, bool Known) const {
  const auto *S = dyn_cast_or_null<SwitchStmt>(B->getTerminatorStmt());
  if (!S) {
    const Expr *Condition = B->succ_size() == 2 ? B->getLastCondition() : nullptr;
    return !Condition || canBe(Condition, Way == 0, Known);
  }
  auto Values = valuesOf(S->getCond(), Known);
  const auto *Case = dyn_cast_or_null<CaseStmt>(To->getLabel());
  if (!Values)
    return true;
  auto isFor = [this](const SwitchCase *Each, int64_t V) {
    const auto *One = dyn_cast<CaseStmt>(Each);
    return One && !One->getRHS() && constantOf(Ctx, One->getLHS()) == V;
  };
  if (Case && !Case->getRHS()) {
    std::optional<int64_t> Value = constantOf(Ctx, Case->getLHS());
    return !Value || (O.How == Gives::Number ? *Value >= 0 : is_contained(*Values, *Value));
  }
  return Case || !all_of(*Values, [&](int64_t V) { // each of them has a case
    for (const SwitchCase *Each = S->getSwitchCaseList(); Each; Each = Each->getNextSwitchCase())
      if (isFor(Each, V))
        return true;
    return false;
  });
}

} // namespace ckpt
