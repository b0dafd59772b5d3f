//===- StillOpen.cpp - what a call opens, and whether a site finds it open -------===//
#include "StillOpen.h"
#include "../analysis/Graph.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/Analysis/CFG.h"
#include <deque>
#include <optional>
#include <set>
#include <tuple>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The expression that has this one as its operand or part; of the last one of a statement expression, that. Null: none.
const Expr *parentOf(ASTContext &Ctx, const Expr *E) {
  DynTypedNodeList Parents = Ctx.getParents(*E);
  if (Parents.empty())
    return nullptr;
  const auto *Block = Parents[0].get<CompoundStmt>();
  if (!Block || Block->body_back() != E)
    return Parents[0].get<Expr>();
  DynTypedNodeList Above = Ctx.getParents(*Block);
  return Above.empty() ? nullptr : Above[0].get<StmtExpr>();
}

/// Where something is: a variable, or a member by whatever way to it.
struct Place {
  const ValueDecl *Named = nullptr;
  const VarDecl *Base = nullptr;  ///< the variable that the way begins at
  bool IsLocal = false;           ///< a local itself: whoever is not given it does not know it
  std::optional<int64_t> Index;   ///< of an element, if it is constant
};

Place placeOf(ASTContext &Ctx, const Expr *E) {
  Place P;
  bool Through = false; // a pointer
  while (true) {
    E = bare(E);
    if (const auto *O = dyn_cast<UnaryOperator>(E); O && (O->getOpcode() == UO_AddrOf || O->getOpcode() == UO_Deref)) {
      Through |= O->getOpcode() == UO_Deref;
      E = O->getSubExpr();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      Through |= !bare(A->getBase())->getType()->isArrayType();
      Expr::EvalResult R;
      if (!P.Index && !A->getIdx()->isValueDependent() && A->getIdx()->EvaluateAsInt(R, Ctx))
        P.Index = R.Val.getInt().getExtValue();
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
      P.Base = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      if (P.Base && !P.Named)
        P.Named = P.Base;
      P.IsLocal = P.Base && P.Base->hasLocalStorage() && !Through;
      return P;
    }
  }
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

bool isNamed(const CallExpr *X, ArrayRef<StringRef> Names) {
  const FunctionDecl *F = X->getDirectCallee();
  return F && F->getIdentifier() && is_contained(Names, F->getName());
}

/// Is it a call of what closes? A stream on a descriptor is closed by another name.
bool isCloser(const CallExpr *X, StringRef Closer) {
  static constexpr StringRef Waits[] = {"wait", "waitpid", "waitid", "wait3", "wait4"}, Closes[] = {"close", "fclose", "closedir"};
  return Closer == "wait" ? isNamed(X, Waits) : Closer == "close" ? isNamed(X, Closes) : isNamed(X, Closer);
}

constexpr StringRef Forks[] = {"fork", "vfork", "posix_spawn", "posix_spawnp"};
constexpr StringRef Fillers[] = {"pipe", "pipe2", "socketpair", "pthread_create", "thrd_create"};

/// Does a function make by calls of the library what it closes: a local that has the result of one, that one fills; a child?
class MakesItself : public RecursiveASTVisitor<MakesItself> {
public:
  MakesItself(Unit &U, const VarDecl *Local) : U(U), Local(Local) {}
  bool VisitVarDecl(VarDecl *V) { return !(Found |= Local && V == Local && V->getInit() && isLibrarys(V->getInit())); }
  bool VisitBinaryOperator(BinaryOperator *B) {
    return !(Found |= Local && B->getOpcode() == BO_Assign && placeOf(U.ctx(), B->getLHS()).Base == Local && isLibrarys(B->getRHS()));
  }
  bool VisitCallExpr(CallExpr *X) {
    Found |= Local ? isNamed(X, Fillers) && any_of(X->arguments(), [this](const Expr *A) { return placeOf(U.ctx(), A).Base == Local; }) : isNamed(X, Forks);
    return !Found;
  }
  bool Found = false;

private:
  bool isLibrarys(const Expr *E) const {
    const auto *X = dyn_cast<CallExpr>(bare(E));
    return X && X->getDirectCallee() && isLibraryFunction(U, X->getDirectCallee());
  }
  Unit &U;
  const VarDecl *Local; ///< null: it waits for children
};

/// Is the closer called, and not for what the caller made itself, in a body or in those of functions that it calls?
class Called : public RecursiveASTVisitor<Called> {
public:
  Called(Unit &U, StringRef Name) : U(U), Name(Name) {}
  bool VisitCallExpr(CallExpr *X) {
    Found |= isCloser(X, Name) && !isItsOwn(X);
    if (const FunctionDecl *F = X->getDirectCallee())
      look(F);
    return !Found;
  }
  void look(const FunctionDecl *F) {
    const FunctionDecl *Body = nullptr;
    if (!F->hasBody(Body) || !Seen.insert(Body).second)
      return;
    Callers.push_back(Body);
    TraverseStmt(Body->getBody());
    Callers.pop_back();
  }
  bool Found = false;

private:
  bool isItsOwn(const CallExpr *X) const {
    if (Name == "wait")
      return any_of(Callers, [this](const FunctionDecl *F) { return makes(F, nullptr); });
    Place P = X->getNumArgs() ? placeOf(U.ctx(), X->getArg(0)) : Place();
    return P.IsLocal && !isa<ParmVarDecl>(P.Base) && makes(Callers.back(), P.Base);
  }
  bool makes(const FunctionDecl *F, const VarDecl *Local) const {
    MakesItself Own(U, Local);
    return Own.TraverseStmt(F->getBody()), Own.Found;
  }
  Unit &U;
  StringRef Name;
  std::vector<const FunctionDecl *> Callers;
  DenseSet<const FunctionDecl *> Seen;
};

/// Where what is in one place goes: into others, out of the function, where it is not followed.
class Copies : public RecursiveASTVisitor<Copies> {
public:
  Copies(ASTContext &Ctx, const FunctionDecl *Fn, const ValueDecl *D) : Ctx(Ctx) {
    To.insert(D);
    size_t Before;
    do {
      Before = To.size();
      TraverseStmt(Fn->getBody());
    } while (To.size() > Before);
    To.erase(D);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) { return look(R, R->getDecl()), true; }
  bool VisitMemberExpr(MemberExpr *M) { return look(M, M->getMemberDecl()), true; }
  bool any() const { return Lost || Returned || !To.empty(); }
  DenseSet<const ValueDecl *> To;
  bool Returned = false, Lost = false;

private:
  void look(const Expr *E, const ValueDecl *Named) {
    while (To.count(Named)) {
      DynTypedNodeList Parents = Ctx.getParents(*E);
      if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
        return (void)To.insert(V);
      Returned |= !Parents.empty() && Parents[0].get<ReturnStmt>();
      const Expr *P = parentOf(Ctx, E);
      const auto *O = dyn_cast_or_null<BinaryOperator>(P);
      if (O && O->getOpcode() == BO_Assign && O->getRHS() == E) {
        const ValueDecl *There = placeOf(Ctx, O->getLHS()).Named;
        There ? (void)To.insert(There) : (void)(Lost = true);
      } else if (isa_and_nonnull<InitListExpr>(P)) {
        Lost = true;
      }
      const auto *At = dyn_cast_or_null<ArraySubscriptExpr>(P);
      const auto *Cast = dyn_cast_or_null<CastExpr>(P);
      const auto *Address = dyn_cast_or_null<UnaryOperator>(P);
      const auto *Choice = dyn_cast_or_null<AbstractConditionalOperator>(P);
      const auto *X = dyn_cast_or_null<CallExpr>(P);
      bool Goes = isa_and_nonnull<ParenExpr, StmtExpr, OpaqueValueExpr>(P) || (At && At->getBase() == E) || (Cast && Cast->getCastKind() != CK_PointerToBoolean) ||
                  (Address && (Address->getOpcode() == UO_AddrOf || Address->getOpcode() == UO_Extension)) || (Choice && (isa<BinaryConditionalOperator>(Choice) || Choice->getCond() != E)) ||
                  (O && O->isCommaOp() && O->getRHS() == E) || (X && isNamed(X, {"fdopen", "fdopendir"}));
      if (!Goes)
        return;
      E = P;
    }
  }
  ASTContext &Ctx;
};

/// Results with which a call has opened something.
constexpr int64_t Numbers[] = {3, 1000}, Addresses[] = {4096}, Children[] = {1, 1000}, Statuses[] = {0};
ArrayRef<int64_t> successes(Gives How) {
  return How == Gives::Number ? ArrayRef(Numbers) : How == Gives::Address ? ArrayRef(Addresses) : How == Gives::Child ? ArrayRef(Children) : ArrayRef(Statuses);
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
    if (O.How == Gives::Argument || O.How == Gives::Pair)
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
  std::optional<ArrayRef<int64_t>> valuesOf(const Expr *E, bool Known) const;
  bool canBe(const Expr *Condition, bool Outcome, bool Known) const;
  bool canTake(const CFGBlock *B, unsigned Way, const CFGBlock *To, bool Known) const;
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
    if (New) {
      Called Closer(C.U, O.Closer);
      Closer.look(F);
      At->second = Closer.Found;
    }
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

/// If the value of an expression is what the call returned, or one end of a pair: what it is where something was opened.
std::optional<ArrayRef<int64_t>> Walk::valuesOf(const Expr *E, bool Known) const {
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

/// Can a condition be so where the call has opened something?
bool Walk::canBe(const Expr *Condition, bool Outcome, bool Known) const {
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

/// Can the way from one block to another be taken where the call has opened something?
bool Walk::canTake(const CFGBlock *B, unsigned Way, const CFGBlock *To, bool Known) const {
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

/// Is a variable given to a function of the program's that puts it somewhere?
class GivenAway : public RecursiveASTVisitor<GivenAway> {
public:
  GivenAway(ASTContext &Ctx, const ValueDecl *D) : Ctx(Ctx), D(D) {}
  bool VisitCallExpr(CallExpr *X) {
    const FunctionDecl *F = X->getDirectCallee(), *Body = nullptr;
    for (unsigned I = 0; F && F->hasBody(Body) && I < std::min(X->getNumArgs(), Body->getNumParams()) && !Found; ++I) {
      const auto *R = dyn_cast<DeclRefExpr>(bare(X->getArg(I)));
      Found = R && R->getDecl() == D && Copies(Ctx, Body, Body->getParamDecl(I)).any();
    }
    return !Found;
  }
  bool Found = false;

private:
  ASTContext &Ctx;
  const ValueDecl *D;
};

/// Does something outside know it when the function ends?
bool Walk::isKept() const {
  if ((Thing.Named && !Thing.IsLocal) || isCopied() || Keep.keeps(O.Call, Fn, O.Call->getType()->isPointerType() ? Followed::Pointer : Followed::Number))
    return true;
  GivenAway Given(Ctx, Thing.Named);
  if (Given.TraverseStmt(Fn->getBody()), Given.Found)
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
    if (const auto *A = dyn_cast_or_null<BinaryOperator>(Now); A && A->isAssignmentOp() && Result.Named && !valuesOf(A->getRHS(), false))
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
