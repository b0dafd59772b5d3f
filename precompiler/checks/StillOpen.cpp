//===- StillOpen.cpp - whether a site finds open what a call opens --------===//
#include "StillOpen.h"
#include "../analysis/Graph.h"
#include "../analysis/Mentions.h"
#include "Closers.h"
#include "Outcomes.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/CFG.h"
#include <deque>
#include <set>
#include <tuple>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool contains(const Stmt *S, const Stmt *Part) {
  return S && (S == Part || any_of(S->children(), [Part](const Stmt *Child) { return contains(Child, Part); }));
}

/// Is a statement in a loop that another one is not in?
bool isInLoopWithout(ASTContext &Ctx, const Stmt *S, const Stmt *Other) {
  DynTypedNodeList Parents = Ctx.getParents(*S);
  while (!Parents.empty()) {
    const auto *P = Parents[0].get<Stmt>();
    if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt>(P) && !contains(P, Other))
      return true;
    Parents = Ctx.getParents(Parents[0]);
  }
  return false;
}

class Walk {
public:
  Walk(CheckContext &C, Kept &Keep, const FunctionDecl *Fn, const Opening &O) : C(C), Keep(Keep), Fn(Fn), O(O), Ctx(C.U.ctx()) {
    Thing = Result = placeOfResult();
    if (O.How == Gives::Argument || O.How == Gives::Pair || O.How == Gives::Placed)
      Thing = placeOfArgument();
    if (Thing.Named)
      Other.emplace(Ctx, Fn, Thing.Named);
  }
  bool run();

private:
  /// A place in the graph, what is still to be closed, and whether the variable of the result still has that.
  struct State {
    const CFGBlock *Block;
    unsigned Open;
    bool Known;
    bool operator<(const State &S) const { return std::tie(Block, Open, Known) < std::tie(S.Block, S.Open, S.Known); }
  };

  Place placeOfResult() const;
  Place placeOfArgument() const;
  bool isCopied() const { return Other && Other->any(); }
  bool isGiven(const CallExpr *X) const;
  bool isGivenItself(const CallExpr *X) const;
  unsigned closes(const CallExpr *X, bool Known) const;
  unsigned helps(const CallExpr *X) const;
  bool closesIn(const Stmt *S, bool GoingOn) const;
  const Stmt *loopEndedBy(const Stmt *Branch) const;
  bool isKept() const;
  bool leavesOpen() const;
  /// True: a site finds it open.
  bool follow(State S, size_t From);

  CheckContext &C;
  Kept &Keep;
  const FunctionDecl *Fn;
  const Opening &O;
  ASTContext &Ctx;
  Place Result, Thing;
  Outcomes Ways{Ctx, O, Result, Thing};
  std::optional<Copies> Other;
  mutable DenseMap<const FunctionDecl *, bool> Helpers; ///< whether they close
  std::unique_ptr<CFG> Graph;
  std::set<State> Seen;
  std::deque<State> Queue;
};

Place Walk::placeOfResult() const {
  const Expr *E = O.Call;
  while (true) {
    DynTypedNodeList Parents = Ctx.getParents(*E);
    if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
      return {V, V, V->hasLocalStorage(), std::nullopt};
    const Expr *P = parentOf(Ctx, E);
    if (const auto *A = dyn_cast_or_null<BinaryOperator>(P); A && A->getOpcode() == BO_Assign && A->getRHS() == E)
      return placeOf(Ctx, A->getLHS());
    if (!isa_and_nonnull<ParenExpr, CastExpr, AbstractConditionalOperator, OpaqueValueExpr, StmtExpr>(P))
      return {};
    E = P;
  }
}

/// What the argument leads to.
Place Walk::placeOfArgument() const {
  for (const Expr *A : O.Call->arguments())
    if (QualType T = A->getType(); T->isPointerType() && !T->getPointeeType().isConstQualified() && !T->isFunctionPointerType()) {
      Place P = placeOf(Ctx, A);
      const auto *Address = dyn_cast<UnaryOperator>(bare(A));
      P.IsLocal &= (Address && Address->getOpcode() == UO_AddrOf) || bare(A)->getType()->isArrayType();
      return P;
    }
  return {};
}

/// Is it, or a copy of it, an argument? Not another object's member, nor another element.
bool Walk::isGivenItself(const CallExpr *X) const {
  return any_of(X->arguments(), [this](const Expr *A) {
    if (Other && any_of(Other->To, [A](const ValueDecl *D) { return mentions(A, D); }))
      return true;
    if (!Thing.Named || !mentions(A, Thing.Named))
      return false;
    Place P = placeOf(Ctx, A);
    bool OtherElement = P.Index && Thing.Index && *P.Index != *Thing.Index;
    bool OtherObject = P.Named == Thing.Named && P.Base && Thing.Base && P.Base != Thing.Base &&
                       ((isa<ParmVarDecl>(P.Base) && isa<ParmVarDecl>(Thing.Base)) || P.Base->getType()->isRecordType() || Thing.Base->getType()->isRecordType());
    return !OtherElement && !OtherObject;
  });
}

bool Walk::isGiven(const CallExpr *X) const {
  return isGivenItself(X) || any_of(X->arguments(), [this](const Expr *A) { return Thing.Base && mentions(A, Thing.Base); });
}

constexpr unsigned All = 2;

/// How much of it a call closes.
unsigned Walk::closes(const CallExpr *X, bool Known) const {
  if (!isCloser(X, O.Closer))
    return helps(X);
  bool Many = O.How == Gives::Child || O.How == Gives::Argument; // of which each is closed apart
  if (Many && isInLoopWithout(Ctx, O.Call, X) && !isInLoopWithout(Ctx, X, O.Call))
    return 0;
  if (O.Closer == "wait" || !Thing.Named || (Other && Other->Lost))
    return 1;
  bool Overwritten = !Known && Thing.Named == Result.Named && Thing.IsLocal && !Thing.Base->getType()->isArrayType() && !isCopied();
  return !Overwritten && isGivenItself(X);
}

/// The same, of a function of the program's.
unsigned Walk::helps(const CallExpr *X) const {
  const FunctionDecl *F = X->getDirectCallee(), *Body = nullptr;
  if (C.Live.isResume(X) || (F && isLibraryFunction(C.U, F)))
    return 0;
  bool Given = isGiven(X);
  if (!Given && Thing.IsLocal && O.Closer != "wait" && !(Other && Other->Lost))
    return 0;
  if (F && F->hasBody(Body)) {
    auto [At, New] = Helpers.try_emplace(Body, false);
    if (New)
      At->second = callsCloser(C.U, F, O.Closer);
    return At->second ? All : 0;
  }
  const auto *V = dyn_cast_or_null<VarDecl>(Thing.Named); // what is not known is taken to close, unless the function goes on with it
  return Given && (!V || (V->hasLocalStorage() && !C.Live.namedAfter(V, Fn))) ? All : 0;
}

/// Does a part of the function close it? \p GoingOn: and not leave there what it is in.
bool Walk::closesIn(const Stmt *S, bool GoingOn) const {
  const auto *Block = dyn_cast_or_null<CompoundStmt>(S);
  if (GoingOn && Block && !Block->body_empty() && isa<BreakStmt, ReturnStmt, GotoStmt>(Block->body_back()))
    return false;
  if (const auto *X = dyn_cast_or_null<CallExpr>(S); X && X != O.Call && closes(X, true))
    return true;
  return S && any_of(S->children(), [&](const Stmt *Part) { return closesIn(Part, GoingOn); });
}

/// The loop whose end it is if a condition, or the first of several, is not so.
const Stmt *Walk::loopEndedBy(const Stmt *Branch) const {
  while (const auto *E = dyn_cast_or_null<BinaryOperator>(Branch)) {
    if (E->getOpcode() != BO_LAnd)
      return nullptr;
    DynTypedNodeList Parents = Ctx.getParents(*E);
    while (!Parents.empty() && Parents[0].get<Expr>() && isa<ParenExpr, ImplicitCastExpr>(Parents[0].get<Expr>()))
      Parents = Ctx.getParents(Parents[0]);
    Branch = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
  }
  return isa_and_nonnull<ForStmt, WhileStmt>(Branch) ? Branch : nullptr;
}

/// Does something outside know it when the function ends?
bool Walk::isKept() const {
  if ((Thing.Named && !Thing.IsLocal) || isCopied() || Keep.keeps(O.Call, Fn, O.Call->getType()->isPointerType() ? Followed::Pointer : Followed::Number))
    return true;
  if (isGivenAway(Ctx, Fn, Thing.Named))
    return true;
  return Thing.Base && Thing.Base != Thing.Named && Copies(Ctx, Fn, Thing.Base).any(); // the structure that it is in
}

/// Does a function that ends without a site, and has not closed it on this way, leave it open? What it mostly closes, and nobody else
/// knows, is an error path's; behind main no site follows.
bool Walk::leavesOpen() const {
  if (Fn->isMain() || (Thing.IsLocal && Thing.Base->hasAttr<CleanupAttr>()))
    return false;
  return isKept() || !closesIn(Fn->getBody(), false);
}

bool Walk::follow(State S, size_t From) {
  for (size_t I = From; I < S.Block->size(); ++I) {
    std::optional<CFGStmt> Element = (*S.Block)[I].getAs<CFGStmt>();
    const Stmt *Now = Element ? Element->getStmt() : nullptr;
    if (const auto *A = dyn_cast_or_null<BinaryOperator>(Now); A && A->isAssignmentOp() && Result.Named && !Ways.valuesOf(A->getRHS(), false))
      S.Known &= placeOf(Ctx, A->getLHS()).Named != Result.Named;
    const auto *X = dyn_cast_or_null<CallExpr>(Now);
    if (!X)
      continue;
    S.Open -= std::min(S.Open, closes(X, S.Known));
    if (!S.Open)
      return false;
    if (C.Live.isResume(X))
      return true;
  }
  if (S.Block->hasNoReturnElement())
    return false;
  if (S.Block == &Graph->getExit())
    return leavesOpen();
  const Stmt *Loop = loopEndedBy(S.Block->getTerminatorStmt());
  bool Closing = Loop && !contains(Loop, O.Call) && closesIn(Loop, true);
  unsigned Way = 0;
  for (const CFGBlock *Next : S.Block->succs()) {
    bool IsOver = Closing && Way == 1; // a loop that closes runs
    if (Next && !IsOver && Ways.canTake(S.Block, Way, Next, S.Known))
      if (State To{Next, S.Open, S.Known}; Seen.insert(To).second)
        Queue.push_back(To);
    ++Way;
  }
  return false;
}

bool Walk::run() {
  Graph = completeGraph(Fn);
  if (!Graph)
    return true;
  for (const CFGBlock *B : *Graph)
    for (size_t I = 0; I < B->size(); ++I)
      if (std::optional<CFGStmt> S = (*B)[I].getAs<CFGStmt>(); S && S->getStmt() == O.Call)
        if (follow({B, O.How == Gives::Pair ? 2u : 1u, true}, I + 1))
          return true;
  while (!Queue.empty()) {
    State Next = Queue.front();
    Queue.pop_front();
    if (follow(Next, 0))
      return true;
  }
  return false;
}

} // namespace

bool isStillOpen(CheckContext &C, Kept &Keep, const FunctionDecl *Fn, const Opening &O) {
  return !Fn || Walk(C, Keep, Fn, O).run();
}

} // namespace ckpt
