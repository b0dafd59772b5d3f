//===- ToldBlocks.cpp - blocks of which #pragma ckpt type says what they hold ------===//
#include "ToldBlocks.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variable or member that an expression is, or is an element of.
const ValueDecl *named(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_Deref)
      E = O->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp())
      E = B->getLHS();
    else
      break;
  }
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return M->getMemberDecl();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? R->getDecl() : nullptr;
}

} // namespace

ToldBlocks::ToldBlocks(const Facts &F) {
  for (const CallExpr *Mark : F.TypeMarks)
    if (const ValueDecl *D = named(Mark->getArg(0)))
      Told.insert(cast<ValueDecl>(D->getCanonicalDecl()));
}

bool ToldBlocks::has(ASTContext &Ctx, const CallExpr *Allocation) const {
  const Expr *E = Allocation;
  while (true) {
    DynTypedNodeList Parents = Ctx.getParents(*E);
    if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
      return has(V);
    const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    if (const auto *O = dyn_cast_or_null<BinaryOperator>(P); O && O->getOpcode() == BO_Assign)
      return has(named(O->getLHS()));
    if (!isa_and_nonnull<ParenExpr, CastExpr, ConditionalOperator>(P))
      return false;
    E = P;
  }
}

} // namespace ckpt
