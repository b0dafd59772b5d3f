//===- Graph.cpp - Clang's graphs of functions, made complete --------------===//
#include "Graph.h"
#include "clang/AST/Expr.h"
#include "clang/Analysis/AnalysisDeclContext.h"

using namespace clang;

namespace ckpt {

namespace {

/// Of these types all machines have the same values.
bool isSameEverywhere(QualType T) {
  return T->isSpecificBuiltinType(BuiltinType::Int) || T->isSpecificBuiltinType(BuiltinType::UInt) || T->isBooleanType();
}

/// `1234 != 4321`, `64 == 64`: a number above those of switches and levels may describe the machine (__BYTE_ORDER__, __WORDSIZE, __SIZEOF_LONG__),
/// and be another one elsewhere. Of macros the text has only what they stand for.
bool mayDescribeMachine(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *O = dyn_cast<UnaryOperator>(E))
    return mayDescribeMachine(O->getSubExpr());
  const auto *I = dyn_cast<IntegerLiteral>(E);
  return I && I->getValue().ugt(3);
}

/// Is it made of integer literals and enumerators that are, and of operators, so that every machine and compiler has the same value?
bool isFixed(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<ConstantExpr>(E)) // around an enumerator's value
    return isFixed(C->getSubExpr());
  if (const auto *C = dyn_cast<CastExpr>(E))
    return isSameEverywhere(C->getType()) && isFixed(C->getSubExpr());
  if (!isSameEverywhere(E->getType()))
    return false;
  if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
    const auto *Named = dyn_cast<EnumConstantDecl>(R->getDecl());
    const auto *All = Named ? dyn_cast<EnumDecl>(Named->getDeclContext()) : nullptr;
    if (!All)
      return false;
    for (const EnumConstantDecl *One : All->enumerators())
      if (One->getInitExpr() && !isFixed(One->getInitExpr()))
        return false;
    return true;
  }
  if (const auto *C = dyn_cast<CharacterLiteral>(E))
    return C->getKind() == CharacterLiteralKind::Ascii && C->getValue() < 128;
  if (const auto *O = dyn_cast<UnaryOperator>(E))
    return (O->getOpcode() == UO_LNot || O->getOpcode() == UO_Not || O->getOpcode() == UO_Minus || O->getOpcode() == UO_Plus) && isFixed(O->getSubExpr());
  if (const auto *O = dyn_cast<BinaryOperator>(E))
    return !O->isAssignmentOp() && isFixed(O->getLHS()) && isFixed(O->getRHS()) &&
           (O->isLogicalOp() || O->isCommaOp() || !(mayDescribeMachine(O->getLHS()) || mayDescribeMachine(O->getRHS())));
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isFixed(C->getCond()) && isFixed(C->getTrueExpr()) && isFixed(C->getFalseExpr());
  return isa<IntegerLiteral>(E);
}

/// Is a condition the same whatever the machine and the compiler, and which?
std::optional<bool> literal(const Stmt *Condition, const ASTContext &Context) {
  const auto *E = dyn_cast_or_null<Expr>(Condition);
  Expr::EvalResult R;
  if (!E || !isFixed(E) || !E->EvaluateAsInt(R, Context))
    return std::nullopt;
  return R.Val.getInt().getBoolValue();
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

void complete(CFG *Graph, const ASTContext &Context) {
  for (CFGBlock *B : *Graph) {
    if (coversItsEnumeration(*B))
      for (CFGBlock::AdjacentBlock &Edge : B->succs())
        set(B, Edge, true);
    std::optional<bool> Always = B->succ_size() == 2 && !isa_and_nonnull<SwitchStmt>(B->getTerminatorStmt()) ? literal(B->getTerminatorCondition(), Context) : std::nullopt;
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
    complete(Graph.get(), F->getASTContext());
  return Graph;
}

CFG *completeGraph(AnalysisDeclContext &Context) {
  Context.getCFGBuildOptions().setAllAlwaysAdd();
  Context.getCFGBuildOptions().PruneTriviallyFalseEdges = false;
  CFG *Graph = Context.getCFG();
  if (Graph)
    complete(Graph, Context.getASTContext());
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
    if (!B->getTerminatorCondition() || literal(B->getTerminatorCondition(), F->getASTContext())) // for (;;)
      continue;
    for (const CFGBlock::AdjacentBlock &Edge : B->succs())
      if (!Edge.getReachableBlock() && B->succ_size() > 1)
        return true;
  }
  return false;
}

} // namespace ckpt
