//===- Graph.cpp - Clang's graphs of functions, made complete --------------===//
#include "Graph.h"
#include "clang/AST/Expr.h"

using namespace clang;

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

} // namespace

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
