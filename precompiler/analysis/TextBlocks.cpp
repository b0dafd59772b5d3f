//===- TextBlocks.cpp - heap blocks of characters that hold something wider --------===//
#include "TextBlocks.h"
#include "Portability.h"
#include "ToldBlocks.h"
#include "UnitWalk.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool isText(QualType T) { return T->isPointerType() && T->getPointeeType()->isCharType(); }

/// The variable or member that an expression names, or null.
const ValueDecl *named(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return R->getDecl();
  const auto *M = dyn_cast<MemberExpr>(E);
  return M ? M->getMemberDecl() : nullptr;
}

/// The pointer in `p + i`, `&p[i]`.
const Expr *pointerIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    const auto *B = dyn_cast<BinaryOperator>(E);
    const auto *O = dyn_cast<UnaryOperator>(E);
    const auto *At = O && O->getOpcode() == UO_AddrOf ? dyn_cast<ArraySubscriptExpr>(O->getSubExpr()->IgnoreParens()) : nullptr;
    if (B && B->isAdditiveOp())
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    else if (At)
      E = At->getBase();
    else
      return E;
  }
}

class Finder : public UnitWalk<Finder> {
public:
  using UnitWalk::UnitWalk;

  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit())
      set(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->getOpcode() == BO_Assign)
      set(named(O->getLHS()), O->getRHS());
    return true;
  }
  bool VisitExplicitCastExpr(ExplicitCastExpr *C) {
    const Expr *Pointer = C->getType()->isPointerType() && U.inText(C->getBeginLoc()) ? pointerIn(C->getSubExpr()) : nullptr;
    const ValueDecl *D = Pointer && isText(Pointer->getType()) && isWide(U.ctx(), C->getType()->getPointeeType()) ? named(Pointer) : nullptr;
    const auto *V = dyn_cast_or_null<VarDecl>(D);
    if (D && (!V || Keep.keptIn(V, Current)))
      Casts.push_back({D, C});
    return true;
  }

  void judge(const ToldBlocks &Told) {
    for (auto [D, C] : Casts)
      if (Blocks.count(D) && !Told.has(D))
        U.report(Id::BytesAsStruct, C->getBeginLoc(), {D->getNameAsString(), C->getType()->getPointeeType().getUnqualifiedType().getAsString()});
  }

private:
  /// sizeof says of another type what the block is.
  void set(const ValueDecl *D, const Expr *Value) {
    static const StringSet<> Allocate = {"malloc", "calloc", "realloc", "aligned_alloc"};
    const auto *C = dyn_cast<CallExpr>(Value->IgnoreParenCasts());
    const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
    if (D && F && F->getIdentifier() && Allocate.contains(F->getName()) && isText(D->getType()) && none_of(C->arguments(), tellsType))
      Blocks.insert(D);
  }
  static bool tellsType(const Expr *E) {
    const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E);
    if (S && S->getKind() == UETT_SizeOf && !S->getTypeOfArgument()->isCharType())
      return true;
    return any_of(E->children(), [](const Stmt *Part) { return isa_and_nonnull<Expr>(Part) && tellsType(cast<Expr>(Part)); });
  }

  DenseSet<const ValueDecl *> Blocks; ///< that are given a block of characters
  std::vector<std::pair<const ValueDecl *, const ExplicitCastExpr *>> Casts;
};

} // namespace

void warnOfTextBlocks(Unit &U, const Facts &F, LiveAcross &Live) {
  Finder Found(U, Live);
  Found.run();
  Found.judge(ToldBlocks(F));
}

} // namespace ckpt
