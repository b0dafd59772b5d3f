//===- PointerBody.cpp - what one function does with the pointers that it has ------===//
#include "PointerBody.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool ListHead::stays() const {
  const auto *V = dyn_cast_or_null<VarDecl>(Of);
  return Of && (Steps || !V || V->hasGlobalStorage());
}

ListHead headIn(const Expr *E) {
  E = E->IgnoreParenCasts();
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    E = A->getBase()->IgnoreParenCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *R = dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParenCasts());
    return {M->getMemberDecl(), false, R ? R->getDecl() : nullptr};
  }
  bool Steps = false;
  if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_Deref) {
    E = O->getSubExpr()->IgnoreParenImpCasts();
    Steps = true;
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V ? ListHead{V, Steps} : ListHead{};
}

const ValueDecl *PointerBody::listIn(const Expr *E) {
  E = E->IgnoreParenCasts();
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    E = A->getBase()->IgnoreParenCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->getMemberDecl();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasGlobalStorage() ? V : nullptr;
}

bool PointerBody::VisitVarDecl(VarDecl *V) {
  if (V->hasLocalStorage() && V->getType()->isPointerType() && V->getInit())
    Values[V].push_back(V->getInit());
  return true;
}

bool PointerBody::VisitBinaryOperator(BinaryOperator *O) {
  const VarDecl *V = localIn(O->getLHS());
  if (O->getOpcode() == BO_Assign && O->getType()->isPointerType()) {
    Stores.push_back({O->getLHS(), O->getRHS()});
    if (V)
      Values[V].push_back(O->getRHS());
  }
  if (O->getOpcode() == BO_AddAssign && V)
    Moved.insert(V);
  return true;
}

bool PointerBody::VisitUnaryOperator(UnaryOperator *O) {
  if (O->isIncrementOp())
    if (const VarDecl *V = localIn(O->getSubExpr()))
      Moved.insert(V);
  return true;
}

bool PointerBody::VisitReturnStmt(ReturnStmt *R) {
  if (R->getRetValue())
    Returned.push_back(R->getRetValue());
  return true;
}

bool PointerBody::VisitCallExpr(CallExpr *C) {
  Calls.push_back(C);
  return true;
}

void PointerBody::resolve(const LinkHelpers &H) {
  Helpers = &H;
  for (const CallExpr *C : Calls) {
    const FunctionDecl *D = C->getDirectCallee();
    auto At = D ? H.Setters.find(D->getCanonicalDecl()) : H.Setters.end();
    if (At != H.Setters.end() && std::max(At->second.first, At->second.second) < C->getNumArgs())
      Stores.push_back({C->getArg(At->second.first), C->getArg(At->second.second), C});
  }
}

const Expr *PointerBody::rootOf(const Expr *E) const {
  E = E->IgnoreParenCasts();
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return M->getBase()->IgnoreParenImpCasts();
      E = M->getBase();
    } else if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_Deref) {
      return O->getSubExpr()->IgnoreParenImpCasts();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const Expr *Base = A->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return Base->IgnoreParenImpCasts();
      E = Decay->getSubExpr();
    } else {
      const auto *C = dyn_cast<CallExpr>(E);
      const FunctionDecl *D = C && Helpers ? C->getDirectCallee() : nullptr;
      auto At = D ? Helpers->Getters.find(D->getCanonicalDecl()) : std::map<const FunctionDecl *, unsigned>::const_iterator();
      return D && At != Helpers->Getters.end() && At->second < C->getNumArgs() ? C->getArg(At->second)->IgnoreParenImpCasts() : nullptr;
    }
  }
}

bool PointerBody::comesFrom(const VarDecl *A, const VarDecl *B) const {
  auto At = Values.find(A);
  return At != Values.end() && any_of(At->second, [&](const Expr *Value) { return localIn(Value) == B; });
}

const PointerBody::Store *PointerBody::pushOf(const Store &S) const {
  const Expr *Root = rootOf(S);
  const VarDecl *V = Root ? localIn(Root) : nullptr;
  if (!V)
    return nullptr;
  std::vector<ListHead> Lists = {headIn(S.Value)};
  if (auto At = Values.find(localIn(S.Value)); At != Values.end()) // first = list; link->next = first;
    for (const Expr *Value : At->second)
      Lists.push_back(headIn(Value));
  for (const ListHead &L : Lists) {
    if (!L.Of || L == ListHead{V} || headIn(S.To) == L)
      continue;
    auto At = find_if(Stores, [&](const Store &Other) {
      const Expr *Its = Other.By ? nullptr : rootOf(Other.To);
      return !Other.By && headIn(Other.To) == L && !(Its && localIn(Its) == V) /* l->next = l */ && isSame(localIn(Other.Value), V);
    });
    if (At != Stores.end())
      return &*At;
  }
  return nullptr;
}

/// The pointer that a place is counted from: p of `(char *)p + 8`.
static const Expr *baseOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  while (const auto *O = dyn_cast<BinaryOperator>(E)) {
    if (!O->isAdditiveOp() || !O->getType()->isPointerType())
      break;
    E = (O->getLHS()->getType()->isPointerType() ? O->getLHS() : O->getRHS())->IgnoreParenCasts();
  }
  return E;
}

PointerBody::Pop PointerBody::popIn(const Store &S) const {
  const Expr *Root = S.By ? nullptr : rootOf(S.Value);
  ListHead L = headIn(S.To);
  Pop Found;
  if (!Root || !L.Of)
    return Found;
  if (const VarDecl *V = localIn(baseOf(Root)); V && !(L == ListHead{V})) {
    auto At = Values.find(V);
    if (At != Values.end() && any_of(At->second, [&](const Expr *Value) {
          const VarDecl *Other = localIn(Value);
          auto Its = Other && Other != V ? Values.find(Other) : Values.end();
          return headIn(Value) == L || (Its != Values.end() && any_of(Its->second, [&](const Expr *First) { return headIn(First) == L; }));
        }))
      Found = {Root, {V}};
  } else if (L.stays() && headIn(Root) == L) { // list = *(void **)list
    for (const auto &[Each, Its] : Values) // a walk has this form, too: what is returned is off
      if (any_of(Its, [&](const Expr *Value) { return headIn(Value) == L; }) && any_of(Returned, [&, V = Each](const Expr *E) { return localIn(E) == V; }))
        Found.Blocks.push_back(Each);
    Found.Root = Found.Blocks.empty() ? nullptr : Root;
  }
  return Found;
}

bool PointerBody::isPopped(const VarDecl *V) const {
  return any_of(Stores, [&](const Store &S) { return headIn(S.To).stays() && is_contained(popIn(S).Blocks, V); });
}

} // namespace ckpt
