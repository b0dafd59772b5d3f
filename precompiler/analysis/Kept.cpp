//===- Kept.cpp - values that a checkpoint would find ---------------------------===//
#include "Kept.h"
#include "Graph.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Adds what is live after each resume point. LiveVariables shows its state
/// right before it steps backwards over a statement.
class AtResumePoints : public LiveVariables::Observer {
public:
  AtResumePoints(DenseSet<const VarDecl *> &Into, function_ref<bool(const CallExpr *)> IsResume) : Into(Into), IsResume(IsResume) {}
  void observeStmt(const Stmt *S, const CFGBlock *, const LiveVariables::LivenessValues &V) override {
    const auto *C = dyn_cast<CallExpr>(S);
    if (!C || !IsResume(C))
      return;
    for (const VarDecl *D : V.liveDecls)
      Into.insert(D);
  }

private:
  DenseSet<const VarDecl *> &Into;
  function_ref<bool(const CallExpr *)> IsResume;
};

/// A jump leads back to where setjmp was called.
bool mayReturnAgain(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  return F && F->getIdentifier() && F->getName().contains("setjmp");
}

/// Conversions pass a value on; to a truth value they do not, nor a number
/// that becomes a pointer.
bool carries(const CastExpr *C, Followed What) {
  QualType T = C->getType();
  if (What == Followed::Pointer && T->isPointerType())
    return true;
  return T->isIntegerType() && !T->isBooleanType() && C->getCastKind() != CK_IntegralToBoolean;
}

bool derived(const Expr *E, bool Address) {
  E = E->IgnoreParens();
  if (Address ? isa<CastExpr>(E) && cast<CastExpr>(E)->getCastKind() == CK_PointerToIntegral
              : isa<UnaryExprOrTypeTraitExpr>(E))
    return true;
  for (const Stmt *Child : E->children())
    if (const auto *Part = dyn_cast_or_null<Expr>(Child))
      if (derived(Part, Address))
        return true;
  return false;
}

/// A difference of two addresses; a number of bytes divided by a size, which is a count.
bool cancels(const BinaryOperator *O, Followed What) {
  if (What == Followed::Number)
    return false;
  bool Address = What != Followed::Layout;
  if (What == Followed::Pointer)
    return O->getOpcode() == BO_Sub && O->getLHS()->getType()->isPointerType() && O->getRHS()->getType()->isPointerType();
  if (!Address)
    return O->getOpcode() == BO_Div && derived(O->getRHS(), Address);
  if (O->getOpcode() != BO_Sub)
    return false;
  return derived(O->getLHS(), Address) && derived(O->getRHS(), Address);
}

} // namespace

const LiveAcross::Set &LiveAcross::across(const FunctionDecl *Fn) {
  auto [At, New] = Known.try_emplace(Fn);
  if (!New)
    return At->second;
  AnalysisDeclContext Context(nullptr, Fn);
  completeGraph(Context);
  std::unique_ptr<LiveVariables> Live = LiveVariables::create(Context);
  if (!Live)
    return At->second;
  auto Resumes = [this](const CallExpr *C) { return IsResume(C) || mayReturnAgain(C); };
  AtResumePoints Observer(At->second, Resumes);        // which only refers to it
  Live->runOnAllBlocks(Observer);
  return At->second;
}

bool LiveAcross::contains(const VarDecl *V, const FunctionDecl *Fn) {
  if (F.Excluded.count(V->getCanonicalDecl()))
    return false;
  if (!V->hasLocalStorage())
    return isMutable(V);
  if (!Fn || !Reaches(Fn))
    return false;
  return F.AddressTakenVars.count(V) || F.InOpenMP.count(V) || V->getType()->isArrayType() || across(Fn).count(V);
}

bool Kept::keptIn(const VarDecl *V, const FunctionDecl *Fn) {
  return Live.contains(V, Fn);
}

bool Kept::keptBy(const Expr *L, const FunctionDecl *Fn) {
  while (true) {
    L = L->IgnoreParenImpCasts();
    const auto *M = dyn_cast<MemberExpr>(L);
    if (!M || M->isArrow())
      break;
    L = M->getBase();
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(L))
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      return keptIn(V, Fn);
  return true;
}

namespace {
/// The array of `a[i]`, or null.
const VarDecl *arrayIn(const Expr *E) {
  const auto *At = dyn_cast<ArraySubscriptExpr>(E->IgnoreParens());
  const auto *R = At ? dyn_cast<DeclRefExpr>(At->getBase()->IgnoreParenImpCasts()) : nullptr;
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

/// Is the address of an array put anywhere but into an argument?
class Aliases : public RecursiveASTVisitor<Aliases> {
public:
  Aliases(ASTContext &Ctx, const VarDecl *V) : Ctx(Ctx), V(V) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (R->getDecl() != V)
      return true;
    const Expr *E = R, *P = nullptr;
    do {
      DynTypedNodeList Parents = Ctx.getParents(*E);
      P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      E = P;
    } while (P && isa<ParenExpr, ImplicitCastExpr>(P));
    const auto *At = dyn_cast_or_null<ArraySubscriptExpr>(P);
    DynTypedNodeList Above = Ctx.getParents(P ? *static_cast<const Expr *>(P) : *static_cast<const Expr *>(R));
    const auto *O = At && !Above.empty() ? Above[0].get<UnaryOperator>() : nullptr;
    Found |= !P || !isa<ArraySubscriptExpr, CallExpr, UnaryExprOrTypeTraitExpr>(P) || (O && O->getOpcode() == UO_AddrOf);
    return true;
  }
  bool Found = false;

private:
  ASTContext &Ctx;
  const VarDecl *V;
};
} // namespace

/// An array of displacements for MPI_Type_create_struct: named at no place behind a site, nor known by another name.
bool Kept::isHandedOver(const VarDecl *V, const FunctionDecl *Fn) const {
  if (!V || !V->hasLocalStorage() || !V->getType()->isArrayType() || Live.namedAfter(V, Fn))
    return false;
  Aliases Other(U.ctx(), V);
  Other.TraverseStmt(Fn->getBody());
  return !Other.Found;
}

bool Kept::keeps(const Expr *E, const FunctionDecl *Fn, Followed What) {
  while (true) {
    DynTypedNodeList Parents = U.ctx().getParents(*E);
    if (Parents.empty())
      return false;
    if (const auto *V = Parents[0].get<VarDecl>())
      return keptIn(V, Fn) && !(What == Followed::Layout && isHandedOver(V, Fn));
    if (Parents[0].get<ReturnStmt>())
      return What == Followed::Address; // a size is what many a function is for
    const auto *P = Parents[0].get<Expr>();
    if (!P)
      return false;
    if (isa<ParenExpr, InitListExpr, CompoundLiteralExpr, DesignatedInitExpr>(P)) {
      E = P;
    } else if (const auto *C = dyn_cast<CastExpr>(P)) {
      if (!carries(C, What))
        return false;
      E = P;
    } else if (const auto *O = dyn_cast<UnaryOperator>(P)) {
      if (O->getOpcode() == UO_LNot || !O->isArithmeticOp())
        return false;
      E = P;
    } else if (const auto *O = dyn_cast<BinaryOperator>(P)) {
      if (O->isAssignmentOp())
        return O->getRHS() == E && keptBy(O->getLHS(), Fn) && !(What == Followed::Layout && isHandedOver(arrayIn(O->getLHS()), Fn));
      if (O->getType()->isPointerType() && What != Followed::Pointer)
        return false; // a distance from a pointer
      if (O->isComparisonOp() || O->isLogicalOp() || cancels(O, What) || (O->getOpcode() == BO_Comma && O->getRHS() != E))
        return false;
      E = P;
    } else if (const auto *O = dyn_cast<ConditionalOperator>(P)) {
      if (O->getCond() == E)
        return false;
      E = P;
    } else {
      return false;
    }
  }
}

} // namespace ckpt
