//===- StillOpen.cpp - what a call opens, and whether a site finds it open -------===//
#include "StillOpen.h"
#include "../analysis/Graph.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/CFG.h"
#include <deque>
#include <set>
#include <tuple>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Where something is: a variable, or a member by whatever way to it.
struct Place {
  const ValueDecl *Named = nullptr;
  bool IsLocal = false; ///< a local itself: whoever is not given it does not know it
};

Place placeOf(const Expr *E) {
  Place P;
  bool Through = false; // a pointer
  while (E) {
    E = bare(E);
    if (const auto *O = dyn_cast<UnaryOperator>(E); O && (O->getOpcode() == UO_AddrOf || O->getOpcode() == UO_Deref)) {
      Through |= O->getOpcode() == UO_Deref;
      E = O->getSubExpr();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      Through |= !bare(A->getBase())->getType()->isArrayType();
      E = A->getBase();
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Through |= M->isArrow();
      if (!P.Named)
        P.Named = M->getMemberDecl();
      E = M->getBase();
    } else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
      E = B->getLHS();
    } else {
      const auto *R = dyn_cast<DeclRefExpr>(E);
      const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      if (V && !P.Named)
        P.Named = V;
      P.IsLocal = V && V->hasLocalStorage() && !Through;
      break;
    }
  }
  return P;
}

/// Is a variable or member named in an expression?
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  explicit Mentions(const ValueDecl *D) : D(D) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) { return !(Found |= R->getDecl() == D); }
  bool VisitMemberExpr(MemberExpr *M) { return !(Found |= M->getMemberDecl() == D); }
  bool Found = false;

private:
  const ValueDecl *D;
};

bool mentions(const Stmt *S, const ValueDecl *D) {
  Mentions M(D);
  return M.TraverseStmt(const_cast<Stmt *>(S)), M.Found;
}

bool isNamed(const CallExpr *X, StringRef Name) {
  const FunctionDecl *F = X->getDirectCallee();
  return F && F->getIdentifier() && (F->getName() == Name || (Name == "wait" && F->getName().starts_with("wait")));
}

bool isCallOf(const Expr *E, ArrayRef<StringRef> Names) {
  const auto *X = dyn_cast<CallExpr>(bare(E));
  return X && (Names.empty() || any_of(Names, [X](StringRef Name) { return isNamed(X, Name); }));
}

/// Does a function make by calls of its own what it closes: a local that has the result of a call, a child?
class MakesItself : public RecursiveASTVisitor<MakesItself> {
public:
  explicit MakesItself(const VarDecl *Local) : Local(Local) {}
  bool VisitVarDecl(VarDecl *V) { return !(Found |= Local && V == Local && V->getInit() && isCallOf(V->getInit(), {})); }
  bool VisitBinaryOperator(BinaryOperator *B) {
    const auto *To = B->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(bare(B->getLHS())) : nullptr;
    return !(Found |= Local && To && To->getDecl() == Local && isCallOf(B->getRHS(), {}));
  }
  bool VisitCallExpr(CallExpr *X) { return !(Found |= !Local && isCallOf(X, {"fork", "vfork", "posix_spawn", "posix_spawnp"})); }
  bool Found = false;

private:
  const VarDecl *Local; ///< null: it waits for children
};

/// Is the closer called, and not for what the caller made itself, in a body or in those of functions that it calls?
class Called : public RecursiveASTVisitor<Called> {
public:
  explicit Called(StringRef Name) : Name(Name) {}
  bool VisitCallExpr(CallExpr *X) {
    Found |= isNamed(X, Name) && !isItsOwn(X);
    if (const FunctionDecl *F = X->getDirectCallee())
      look(F);
    return !Found;
  }
  void look(const FunctionDecl *F) {
    const FunctionDecl *Body = nullptr;
    if (!F->hasBody(Body) || !Seen.insert(Body).second)
      return;
    const FunctionDecl *Caller = Current;
    Current = Body;
    TraverseStmt(Body->getBody());
    Current = Caller;
  }
  bool Found = false;

private:
  bool isItsOwn(const CallExpr *X) const {
    const auto *R = X->getNumArgs() ? dyn_cast<DeclRefExpr>(bare(X->getArg(0))) : nullptr;
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (Name != "wait" && (!V || !V->hasLocalStorage()))
      return false;
    MakesItself Own(Name == "wait" ? nullptr : V);
    return Own.TraverseStmt(Current->getBody()), Own.Found;
  }
  StringRef Name;
  const FunctionDecl *Current = nullptr;
  DenseSet<const FunctionDecl *> Seen;
};

/// Is what is in a place put into another one, or returned?
class Copied : public RecursiveASTVisitor<Copied> {
public:
  Copied(ASTContext &Ctx, const ValueDecl *D) : Ctx(Ctx), D(D) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) { return look(R, R->getDecl()); }
  bool VisitMemberExpr(MemberExpr *M) { return look(M, M->getMemberDecl()); }
  bool Found = false;

private:
  bool look(const Expr *E, const ValueDecl *Named) {
    while (Named == D && !Found) {
      DynTypedNodeList Parents = Ctx.getParents(*E);
      const Expr *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      const auto *O = dyn_cast_or_null<BinaryOperator>(P);
      const auto *At = dyn_cast_or_null<ArraySubscriptExpr>(P);
      Found = (!Parents.empty() && (Parents[0].get<VarDecl>() || Parents[0].get<ReturnStmt>())) || isa_and_nonnull<InitListExpr>(P) ||
              (O && O->getOpcode() == BO_Assign && O->getRHS() == E);
      const auto *Cast = dyn_cast_or_null<CastExpr>(P);
      bool Goes = isa_and_nonnull<ParenExpr>(P) || (At && At->getBase() == E) || (Cast && Cast->getCastKind() != CK_PointerToBoolean);
      if (!Goes)
        break;
      E = P;
    }
    return !Found;
  }
  ASTContext &Ctx;
  const ValueDecl *D;
};

/// Results with which a call has opened something.
ArrayRef<int64_t> successes(Gives How) {
  static const int64_t Numbers[] = {0, 3, 1000}, Addresses[] = {4096}, Children[] = {1, 1000}, Statuses[] = {0};
  switch (How) {
  case Gives::Number:
    return Numbers;
  case Gives::Address:
    return Addresses;
  case Gives::Child:
    return Children;
  case Gives::Argument:
  case Gives::Pair:
    break;
  }
  return Statuses;
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

class Walk {
public:
  Walk(CheckContext &C, Kept &Keep, const FunctionDecl *Fn, const Opening &O) : C(C), Keep(Keep), Fn(Fn), O(O), Ctx(C.U.ctx()) {
    Result = placeOfResult();
    Thing = Result;
    if (O.How == Gives::Argument || O.How == Gives::Pair)
      Thing = placeOfArgument();
    if (Thing.Named) {
      Copied Other(Ctx, Thing.Named);
      Other.TraverseStmt(Fn->getBody());
      IsCopied = Other.Found;
    }
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
  unsigned closes(const CallExpr *X) const;
  bool closesIn(const Stmt *S) const;
  bool isResult(const Expr *E, bool Known) const;
  bool canBe(const Expr *Condition, bool Outcome, bool Known) const;
  bool canTake(const CFGBlock *B, unsigned Way, const CFGBlock *To, bool Known) const;
  bool leavesOpen() const;
  /// True: a site finds it open.
  bool follow(State S, size_t From);

  CheckContext &C;
  Kept &Keep;
  const FunctionDecl *Fn;
  const Opening &O;
  ASTContext &Ctx;
  Place Result, Thing;
  bool IsCopied = false;
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
      return {V, V->hasLocalStorage()};
    const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    if (const auto *A = dyn_cast_or_null<BinaryOperator>(P); A && A->getOpcode() == BO_Assign && A->getRHS() == E)
      return placeOf(A->getLHS());
    if (!isa_and_nonnull<ParenExpr, CastExpr, ConditionalOperator>(P))
      return {};
    E = P;
  }
}

Place Walk::placeOfArgument() const {
  for (const Expr *A : O.Call->arguments())
    if (QualType T = A->getType(); T->isPointerType() && !T->getPointeeType().isConstQualified() && !T->isFunctionPointerType())
      return placeOf(A);
  return {};
}

/// How much of it a call closes.
unsigned Walk::closes(const CallExpr *X) const {
  constexpr unsigned All = 2;
  bool Given = any_of(X->arguments(), [this](const Expr *A) { return Thing.Named && mentions(A, Thing.Named); });
  if (isNamed(X, O.Closer))
    return O.Closer == "wait" || !Thing.Named || IsCopied || Given;
  if (C.Live.isResume(X))
    return 0;
  const FunctionDecl *F = X->getDirectCallee();
  if (F && isLibraryFunction(C.U, F)) // a stream on it is closed by another name
    return Given && F->getIdentifier() && F->getName().starts_with("fdopen") ? All : 0;
  if (!Given && Thing.IsLocal && O.Closer != "wait")
    return 0;
  const FunctionDecl *Body = nullptr;
  if (F && F->hasBody(Body)) {
    auto [At, New] = Helpers.try_emplace(Body, false);
    if (New) {
      Called Closer(O.Closer);
      Closer.look(F);
      At->second = Closer.Found;
    }
    return At->second ? All : 0;
  }
  const auto *V = dyn_cast_or_null<VarDecl>(Thing.Named);
  return Given && V && V->hasLocalStorage() && !C.Live.namedAfter(V, Fn) ? All : 0;
}

/// Does a part of the function close it?
bool Walk::closesIn(const Stmt *S) const {
  if (const auto *X = dyn_cast_or_null<CallExpr>(S); X && X != O.Call && closes(X))
    return true;
  return S && any_of(S->children(), [this](const Stmt *Part) { return closesIn(Part); });
}

bool contains(const Stmt *S, const Stmt *Part) {
  return S && (S == Part || any_of(S->children(), [Part](const Stmt *Child) { return contains(Child, Part); }));
}

/// Is the value of an expression what the call returned?
bool Walk::isResult(const Expr *E, bool Known) const {
  E = bare(E);
  if (E == O.Call)
    return true;
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && (B->getOpcode() == BO_Assign || B->getOpcode() == BO_Comma))
    return isResult(B->getRHS(), Known);
  if (!Known || !Result.Named)
    return false;
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *M = dyn_cast<MemberExpr>(E);
  return R ? R->getDecl() == Result.Named : M && M->getMemberDecl() == Result.Named;
}

/// Can a condition be so where the call has opened something?
bool Walk::canBe(const Expr *Condition, bool Outcome, bool Known) const {
  const Expr *E = Condition->IgnoreParenImpCasts();
  ArrayRef<int64_t> Values = successes(O.How);
  if (isResult(E, Known))
    return any_of(Values, [Outcome](int64_t V) { return (V != 0) == Outcome; });
  if (const auto *N = dyn_cast<UnaryOperator>(E); N && N->getOpcode() == UO_LNot)
    return canBe(N->getSubExpr(), !Outcome, Known);
  if (const auto *X = dyn_cast<CallExpr>(E); X && isNamed(X, "__builtin_expect"))
    return canBe(X->getArg(0), Outcome, Known);
  const auto *B = dyn_cast<BinaryOperator>(E);
  if (!B || !B->isComparisonOp())
    return true;
  bool Left = isResult(B->getLHS(), Known);
  if (!Left && !isResult(B->getRHS(), Known))
    return true;
  std::optional<int64_t> Constant = constantOf(Ctx, Left ? B->getRHS() : B->getLHS());
  return !Constant || any_of(Values, [&](int64_t V) {
    return (Left ? compare(B->getOpcode(), V, *Constant) : compare(B->getOpcode(), *Constant, V)) == Outcome;
  });
}

/// Can the way from one block to another be taken where the call has opened something?
bool Walk::canTake(const CFGBlock *B, unsigned Way, const CFGBlock *To, bool Known) const {
  const Stmt *Branch = B->getTerminatorStmt();
  if (const auto *S = dyn_cast_or_null<SwitchStmt>(Branch)) {
    const auto *Case = dyn_cast_or_null<CaseStmt>(To->getLabel());
    if (!Case || Case->getRHS() || !isResult(S->getCond(), Known))
      return true;
    std::optional<int64_t> Value = constantOf(Ctx, Case->getLHS());
    return !Value || (O.How == Gives::Number ? *Value >= 0 : is_contained(successes(O.How), *Value));
  }
  const Expr *Condition = B->succ_size() == 2 ? B->getLastCondition() : nullptr;
  return !Condition || canBe(Condition, Way == 0, Known);
}

/// Does a function that ends without a site, and has not closed it on this way, leave it open? What it mostly closes, and nobody else
/// knows, is an error path's; behind main no site follows.
bool Walk::leavesOpen() const {
  if (Fn->isMain())
    return false;
  bool IsKept = (Thing.Named && !Thing.IsLocal) || IsCopied ||
                Keep.keeps(O.Call, Fn, O.Call->getType()->isPointerType() ? Followed::Pointer : Followed::Number);
  return IsKept || !closesIn(Fn->getBody());
}

bool Walk::follow(State S, size_t From) {
  for (size_t I = From; I < S.Block->size(); ++I) {
    std::optional<CFGStmt> Element = (*S.Block)[I].getAs<CFGStmt>();
    const Stmt *Now = Element ? Element->getStmt() : nullptr;
    if (const auto *A = dyn_cast_or_null<BinaryOperator>(Now); A && A->isAssignmentOp() && Result.Named && !isResult(A->getRHS(), false))
      S.Known &= placeOf(A->getLHS()).Named != Result.Named;
    const auto *X = dyn_cast_or_null<CallExpr>(Now);
    if (!X)
      continue;
    S.Open -= std::min(S.Open, closes(X));
    if (!S.Open)
      return false;
    if (C.Live.isResume(X))
      return true;
  }
  if (S.Block->hasNoReturnElement())
    return false;
  if (S.Block == &Graph->getExit())
    return leavesOpen();
  const Stmt *Loop = S.Block->getTerminatorStmt();
  bool Closing = isa_and_nonnull<ForStmt, WhileStmt>(Loop) && !contains(Loop, O.Call) && closesIn(Loop);
  unsigned Way = 0;
  for (const CFGBlock *Next : S.Block->succs()) {
    bool IsOver = Closing && Way == 1; // a loop that closes runs
    if (Next && !IsOver && canTake(S.Block, Way, Next, S.Known))
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
