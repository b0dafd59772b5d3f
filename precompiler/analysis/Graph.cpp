//===- Graph.cpp - Clang's graphs of functions, made complete --------------===//
#include "Graph.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::any_of;

namespace ckpt {

namespace {

bool dependsOnLayout(const Stmt *S) {
  if (!S)
    return false;
  if (isa<UnaryExprOrTypeTraitExpr, OffsetOfExpr>(S))
    return true;
  for (const Stmt *Child : S->children())
    if (dependsOnLayout(Child))
      return true;
  return false;
}

/// Does Clang leave a way out of the block's end that may be taken?
bool leavesOut(const CFGBlock &B) {
  const auto *S = dyn_cast_or_null<SwitchStmt>(B.getTerminatorStmt());
  return (S && S->isAllEnumCasesCovered()) || dependsOnLayout(B.getTerminatorCondition());
}

/// The condition of a statement or expression that chooses a way.
const Stmt *conditionOf(const Stmt *S) {
  if (const auto *I = dyn_cast<IfStmt>(S))
    return I->getCond();
  if (const auto *W = dyn_cast<WhileStmt>(S))
    return W->getCond();
  if (const auto *D = dyn_cast<DoStmt>(S))
    return D->getCond();
  if (const auto *F = dyn_cast<ForStmt>(S))
    return F->getCond();
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return W->getCond();
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(S))
    return C->getCond();
  const auto *O = dyn_cast<BinaryOperator>(S);
  return O && O->isLogicalOp() ? O->getLHS() : nullptr;
}

} // namespace

bool hasOtherWays(const Stmt *Body) {
  if (!Body)
    return false;
  const auto *S = dyn_cast<SwitchStmt>(Body);
  if ((S && S->isAllEnumCasesCovered()) || dependsOnLayout(conditionOf(Body)))
    return true;
  return any_of(Body->children(), hasOtherWays);
}

void completeGraph(CFG *Graph) {
  if (!Graph)
    return;
  for (CFGBlock *B : *Graph) {
    if (!leavesOut(*B))
      continue;
    for (CFGBlock::AdjacentBlock &Edge : B->succs()) {
      CFGBlock *Next = Edge.getReachableBlock() ? nullptr : Edge.getPossiblyUnreachableBlock();
      if (!Next)
        continue;
      Edge = CFGBlock::AdjacentBlock(Next, /*IsReachable=*/true);
      for (CFGBlock::AdjacentBlock &Back : Next->preds())
        if (!Back.getReachableBlock() && Back.getPossiblyUnreachableBlock() == B)
          Back = CFGBlock::AdjacentBlock(B, /*IsReachable=*/true);
    }
  }
}

} // namespace ckpt
