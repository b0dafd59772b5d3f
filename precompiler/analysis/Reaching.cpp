//===- Reaching.cpp - which definitions of a local variable reach a place -----===//
#include "Reaching.h"
#include "Graph.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool isOf(const Expr *E, const VarDecl *V) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return R && R->getDecl() == V;
}

/// Does the statement, without those in it, give V a value?
bool defines(const Stmt *S, const VarDecl *V) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return V->hasInit() && is_contained(D->decls(), V);
  if (const auto *B = dyn_cast<BinaryOperator>(S))
    return B->isAssignmentOp() && isOf(B->getLHS(), V);
  const auto *O = dyn_cast<UnaryOperator>(S);
  return O && O->isIncrementDecrementOp() && isOf(O->getSubExpr(), V);
}

} // namespace

Reaching::Reaching(const FunctionDecl *F) : F(F) {
  bool Twice = false;
  Graph = completeGraph(F);
  if (!Graph)
    return;
  for (const CFGBlock *B : *Graph)
    for (unsigned I = 0; I < B->size(); I++)
      if (auto S = (*B)[I].getAs<CFGStmt>()) {
        Places.try_emplace(S->getStmt(), B, I);
        const auto *C = dyn_cast<CallExpr>(S->getStmt());
        const FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
        Twice |= Callee && (Callee->hasAttr<ReturnsTwiceAttr>() || Callee->getNameAsString().find("setjmp") != std::string::npos);
      }
  if (Twice) // the graph does not know from where longjmp comes
    Places.clear();
}

std::optional<SmallVector<const Stmt *, 2>> Reaching::before(const VarDecl *V, const Stmt *At) const {
  auto Place = Places.find(At);
  if (Place == Places.end())
    return std::nullopt;
  SmallVector<const Stmt *, 2> Found;
  SmallPtrSet<const CFGBlock *, 16> Seen;
  SmallVector<std::pair<const CFGBlock *, unsigned>, 16> Work = {Place->second}; // to be searched below that element
  while (!Work.empty()) {
    auto [B, I] = Work.pop_back_val();
    const Stmt *Last = nullptr;
    while (!Last && I-- > 0)
      if (auto S = (*B)[I].getAs<CFGStmt>(); S && defines(S->getStmt(), V))
        Last = S->getStmt();
    if (!Last && B == &Graph->getEntry() && isa<ParmVarDecl>(V))
      Last = F->getBody();
    if (Last) {
      if (!is_contained(Found, Last))
        Found.push_back(Last);
      continue;
    }
    for (const CFGBlock::AdjacentBlock &Edge : B->preds()) { // those, too, that Clang thinks are never taken
      const CFGBlock *P = Edge.getReachableBlock() ? Edge.getReachableBlock() : Edge.getPossiblyUnreachableBlock();
      if (P && Seen.insert(P).second)
        Work.push_back({P, P->size()});
    }
  }
  if (Found.empty())
    return std::nullopt;
  return Found;
}

} // namespace ckpt
