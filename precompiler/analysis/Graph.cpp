//===- Graph.cpp - Clang's graphs of functions, made complete --------------===//
#include "Graph.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/AnalysisDeclContext.h"

using namespace clang;

namespace ckpt {

namespace {

/// Is a condition the same whatever the machine and the compiler, and which? Nothing but literals, and their negations.
std::optional<bool> literal(const Stmt *Condition) {
  const auto *E = dyn_cast_or_null<Expr>(Condition);
  if (!E)
    return std::nullopt;
  E = E->IgnoreParenImpCasts();
  if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_LNot) {
    std::optional<bool> Inner = literal(O->getSubExpr());
    return Inner ? std::optional<bool>(!*Inner) : std::nullopt;
  }
  if (const auto *I = dyn_cast<IntegerLiteral>(E))
    return I->getValue() != 0;
  return std::nullopt;
}

/// Whether the edge is taken becomes known.
void set(CFGBlock *From, CFGBlock::AdjacentBlock &Edge, bool Taken) {
  CFGBlock *Next = Edge.getReachableBlock() ? Edge.getReachableBlock() : Edge.getPossiblyUnreachableBlock();
  if (!Next || (Edge.getReachableBlock() != nullptr) == Taken)
    return;
  Edge = CFGBlock::AdjacentBlock(Next, Taken);
  for (CFGBlock::AdjacentBlock &Back : Next->preds()) {
    CFGBlock *B = Back.getReachableBlock() ? Back.getReachableBlock() : Back.getPossiblyUnreachableBlock();
    if (B == From && (Back.getReachableBlock() != nullptr) != Taken) {
      Back = CFGBlock::AdjacentBlock(From, Taken);
      return; // the other way may lead to the same block
    }
  }
}

bool coversItsEnumeration(const CFGBlock &B) {
  const auto *S = dyn_cast_or_null<SwitchStmt>(B.getTerminatorStmt());
  return S && S->isAllEnumCasesCovered();
}

void complete(CFG *Graph) {
  for (CFGBlock *B : *Graph) {
    if (coversItsEnumeration(*B))
      for (CFGBlock::AdjacentBlock &Edge : B->succs())
        set(B, Edge, true);
    std::optional<bool> Always = B->succ_size() == 2 && !isa_and_nonnull<SwitchStmt>(B->getTerminatorStmt()) ? literal(B->getTerminatorCondition()) : std::nullopt;
    if (Always)
      set(B, *(B->succ_begin() + (*Always ? 1 : 0)), false);
  }
}

} // namespace

std::unique_ptr<CFG> completeGraph(const FunctionDecl *F) {
  CFG::BuildOptions Options;
  Options.setAllAlwaysAdd();
  Options.PruneTriviallyFalseEdges = false;
  std::unique_ptr<CFG> Graph = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  if (Graph)
    complete(Graph.get());
  return Graph;
}

CFG *completeGraph(AnalysisDeclContext &Context) {
  Context.getCFGBuildOptions().setAllAlwaysAdd();
  Context.getCFGBuildOptions().PruneTriviallyFalseEdges = false;
  CFG *Graph = Context.getCFG();
  if (Graph)
    complete(Graph);
  return Graph;
}

bool hasOtherWays(const FunctionDecl *F) {
  CFG::BuildOptions Options;
  std::unique_ptr<CFG> Pruned = CFG::buildCFG(F, F->getBody(), &F->getASTContext(), Options);
  if (!Pruned)
    return true;
  for (const CFGBlock *B : *Pruned) {
    if (coversItsEnumeration(*B))
      return true;
    if (!B->getTerminatorCondition() || literal(B->getTerminatorCondition())) // for (;;)
      continue;
    for (const CFGBlock::AdjacentBlock &Edge : B->succs())
      if (!Edge.getReachableBlock() && B->succ_size() > 1)
        return true;
  }
  return false;
}

} // namespace ckpt
