//===- Graph.cpp - Clang's graphs of functions, made complete --------------===//
#include "Graph.h"
#include "clang/AST/Stmt.h"

using namespace clang;

namespace ckpt {

void completeSwitches(CFG *Graph) {
  if (!Graph)
    return;
  for (CFGBlock *B : *Graph) {
    const auto *S = dyn_cast_or_null<SwitchStmt>(B->getTerminatorStmt());
    if (!S || !S->isAllEnumCasesCovered())
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
