//===- FirstUse.cpp - where a variable's value is needed --------------------------===//
#include "FirstUse.h"
#include "Graph.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Analysis/AnalysisDeclContext.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variable that an expression is, or is a part of without a pointer in between.
const DeclRefExpr *wholeOf(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && (C->getCastKind() == CK_ArrayToPointerDecay || C->getCastKind() == CK_NoOp))
      E = C->getSubExpr();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

const VarDecl *variableOf(const DeclRefExpr *R) { return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr; }

/// What an element of a control flow graph does to a variable.
enum class Effect { None, Reads, Assigns };

class Effects {
public:
  Effects(const CFG &Graph, const VarDecl *V) : V(V) {
    for (const CFGBlock *B : Graph)
      for (const CFGElement &E : *B)
        if (const Stmt *S = statementOf(E))
          if (const auto *A = dyn_cast<BinaryOperator>(S); A && A->getOpcode() == BO_Assign)
            if (const auto *R = dyn_cast<DeclRefExpr>(A->getLHS()->IgnoreParens()))
              Assigned.insert(R);
  }
  static const Stmt *statementOf(const CFGElement &E) {
    std::optional<CFGStmt> S = E.getAs<CFGStmt>();
    return S ? S->getStmt() : nullptr;
  }
  Effect of(const Stmt *S) const {
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      return R->getDecl() != V || Assigned.count(R) ? Effect::None : Effect::Reads;
    if (const auto *A = dyn_cast<BinaryOperator>(S); A && A->getOpcode() == BO_Assign)
      return variableOf(dyn_cast<DeclRefExpr>(A->getLHS()->IgnoreParens())) == V ? Effect::Assigns : Effect::None;
    const auto *D = dyn_cast<DeclStmt>(S);
    return D && is_contained(D->decls(), V) ? Effect::Assigns : Effect::None;
  }

private:
  const VarDecl *V;
  DenseSet<const DeclRefExpr *> Assigned;
};

class Collector : public RecursiveASTVisitor<Collector> {
public:
  explicit Collector(FirstUses &Into) : Into(Into) {}
  bool TraverseFunctionDecl(FunctionDecl *F) {
    const FunctionDecl *Outer = In;
    In = F;
    bool Ok = RecursiveASTVisitor::TraverseFunctionDecl(F);
    In = Outer;
    return Ok;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      note(Into.Changed, wholeOf(B->getLHS()), B->getOperatorLoc());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    if (O->isIncrementDecrementOp())
      note(Into.Changed, wholeOf(O->getSubExpr()), O->getOperatorLoc());
    else if (O->getOpcode() == UO_AddrOf)
      note(Into.Taken, wholeOf(O->getSubExpr()), O->getOperatorLoc());
    return true;
  }
  /// An element that is only used is no address taken.
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) {
    if (const auto *C = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens()))
      Elements.insert(C);
    return true;
  }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) {
    if (C->getCastKind() == CK_ArrayToPointerDecay && !Elements.count(C))
      note(Into.Taken, wholeOf(C->getSubExpr()), C->getBeginLoc());
    return true;
  }

private:
  void note(DenseMap<const VarDecl *, FirstUses::Place> &Map, const DeclRefExpr *R, SourceLocation At) {
    if (const VarDecl *V = variableOf(R))
      Map.try_emplace(V->getCanonicalDecl(), FirstUses::Place{At, In});
  }
  FirstUses &Into;
  const FunctionDecl *In = nullptr;
  DenseSet<const Expr *> Elements;
};

} // namespace

SourceLocation firstReadAfter(const FunctionDecl *F, const CallExpr *Call, const VarDecl *V) {
  AnalysisDeclContext Context(nullptr, F);
  const CFG *Graph = completeGraph(Context);
  if (!Graph)
    return {};
  Effects What(*Graph, V);
  std::deque<std::pair<const CFGBlock *, size_t>> Queue; // and from which element on
  for (const CFGBlock *B : *Graph)
    for (size_t I = 0; I < B->size(); ++I)
      if (Effects::statementOf((*B)[I]) == Call)
        Queue.push_back({B, I + 1});
  DenseSet<const CFGBlock *> Seen;
  while (!Queue.empty()) {
    auto [B, I] = Queue.front();
    Queue.pop_front();
    Effect Found = Effect::None;
    for (; I < B->size() && Found == Effect::None; ++I)
      if (const Stmt *S = Effects::statementOf((*B)[I])) {
        Found = What.of(S);
        if (Found == Effect::Reads)
          return S->getBeginLoc();
      }
    for (const CFGBlock *Next : B->succs())
      if (Found == Effect::None && Next && Seen.insert(Next).second)
        Queue.push_back({Next, 0});
  }
  return {};
}

FirstUses::FirstUses(ASTContext &Ctx) { Collector(*this).TraverseDecl(Ctx.getTranslationUnitDecl()); }

} // namespace ckpt
