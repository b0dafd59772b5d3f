//===- Sizes.cpp - what an allocation's size says of the block ----------------===//
#include "Sizes.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

class Reader {
public:
  Reader(const Definitions &Defs, const ASTContext &Ctx) : Defs(Defs), Ctx(Ctx) {}

  BlockSize read(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return S->getKind() == UETT_SizeOf ? ofType(S->getTypeOfArgument()) : BlockSize();
    if (const auto *O = dyn_cast<OffsetOfExpr>(E))
      return {BlockSize::Begins, O->getTypeSourceInfo()->getType()};
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
      return either(read(C->getTrueExpr()), read(C->getFalseExpr()));
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return ofVariable(dyn_cast<VarDecl>(R->getDecl()));
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return {};
    if (B->isCommaOp())
      return read(B->getRHS());
    if (B->getOpcode() == BO_Mul)
      return times(B->getLHS(), B->getRHS());
    if (B->getOpcode() == BO_Shl)
      return isNumber(B->getRHS(), 0) ? read(B->getLHS()) : several(read(B->getLHS()), !isConstant(B->getLHS()) || !isConstant(B->getRHS()));
    if (B->isAdditiveOp())
      return sum(read(B->getLHS()), read(B->getRHS()));
    return rounded(read(B->getLHS()), read(B->getRHS()));
  }

  BlockSize times(const Expr *L, const Expr *R) {
    if (isNumber(L, 1) || isNumber(R, 1))
      return read(isNumber(L, 1) ? R : L);
    BlockSize A = read(L), B = read(R);
    return several(told(A) ? A : B, !isConstant(L) || !isConstant(R));
  }

private:
  static bool told(const BlockSize &S) { return S.Is >= BlockSize::Exact; }

  bool same(QualType A, QualType B) const { return Ctx.hasSameUnqualifiedType(A, B); }

  /// sizeof(T[n]) with a variable n is n * sizeof(T).
  BlockSize ofType(QualType T) const {
    if (const auto *V = Ctx.getAsVariableArrayType(T))
      return {BlockSize::Several, Ctx.getBaseElementType(V->getElementType())};
    return {BlockSize::Exact, T};
  }

  BlockSize ofVariable(const VarDecl *V) {
    auto At = V ? Defs.find(V) : Defs.end();
    if (At == Defs.end() || !Inside.insert(V).second)
      return {};
    BlockSize All;
    for (const Expr *E : At->second) {
      BlockSize One = E ? read(E) : BlockSize();
      All = E == At->second.front() ? One : both(All, One);
    }
    Inside.erase(V);
    return All;
  }

  /// A variable is set to the one and to the other.
  BlockSize both(const BlockSize &A, const BlockSize &B) const {
    if (!told(A) || !told(B))
      return {A.Is == BlockSize::Product || B.Is == BlockSize::Product ? BlockSize::Product : BlockSize::Untold, {}};
    return either(A, B);
  }

  BlockSize either(const BlockSize &A, const BlockSize &B) const {
    if (!told(A) || !told(B))
      return told(A) || A.Is == BlockSize::Product ? A : B;
    if (!same(A.T, B.T))
      return {BlockSize::Mixed, A.T};
    auto any = [&](BlockSize::Form F) { return A.Is == F || B.Is == F; };
    if (A.Is == B.Is || any(BlockSize::Mixed))
      return A.Is == B.Is ? A : BlockSize{BlockSize::Mixed, A.T};
    if (any(BlockSize::Begins))
      return any(BlockSize::Exact) ? BlockSize{BlockSize::Begins, A.T} : BlockSize{BlockSize::Mixed, A.T};
    return {any(BlockSize::Part) ? BlockSize::Part : BlockSize::Several, A.T};
  }

  static BlockSize several(const BlockSize &S, bool Variable) {
    if (S.Is == BlockSize::Exact || S.Is == BlockSize::Several)
      return {BlockSize::Several, S.T};
    if (told(S))
      return {BlockSize::Mixed, S.T};
    return {Variable ? BlockSize::Product : S.Is, {}};
  }

  BlockSize sum(const BlockSize &L, const BlockSize &R) const {
    bool Ends = (R.Is == BlockSize::Exact || R.Is == BlockSize::Begins) && L.Is != BlockSize::Exact && L.Is != BlockSize::Begins;
    const BlockSize &A = Ends || !told(L) ? R : L, &B = Ends || !told(L) ? L : R; // `n * sizeof(E) + sizeof(T)` begins with T, too
    if (!told(A))
      return {A.Is == BlockSize::Product || B.Is == BlockSize::Product ? BlockSize::Product : BlockSize::Untold, {}};
    bool One = A.Is == BlockSize::Exact || A.Is == BlockSize::Begins;
    if (told(B) && same(A.T, B.T) && A.Is != BlockSize::Begins && B.Is != BlockSize::Begins)
      return either({A.Is == BlockSize::Exact ? BlockSize::Several : A.Is, A.T}, {B.Is == BlockSize::Exact ? BlockSize::Several : B.Is, A.T});
    if (One)
      return {BlockSize::Begins, A.T};
    return {told(B) ? BlockSize::Mixed : BlockSize::Part, A.T};
  }

  /// (size + 15) & ~15, size / 2, size | 1
  BlockSize rounded(const BlockSize &L, const BlockSize &R) const {
    const BlockSize &S = told(L) ? L : R;
    if (S.Is == BlockSize::Exact)
      return {BlockSize::Begins, S.T};
    if (S.Is == BlockSize::Several)
      return {BlockSize::Part, S.T};
    return S;
  }

  bool isConstant(const Expr *E) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx);
  }

  bool isNumber(const Expr *E, int64_t N) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx) && Value.Val.getInt() == N && !told(Reader(Defs, Ctx).read(E));
  }

  const Definitions &Defs;
  const ASTContext &Ctx;
  SmallPtrSet<const VarDecl *, 4> Inside; ///< being looked at: n = n + 1
};

} // namespace

BlockSize sizeAskedFor(const CallExpr *Call, StringRef Name, const Definitions &Defs, const ASTContext &Ctx) {
  Reader Read(Defs, Ctx);
  auto argument = [&](unsigned I) { return I < Call->getNumArgs() ? Read.read(Call->getArg(I)) : BlockSize(); };
  if (Name == "malloc")
    return argument(0);
  if (Name == "realloc" || Name == "aligned_alloc")
    return argument(1);
  if (Name == "posix_memalign")
    return argument(2);
  if ((Name == "calloc" && Call->getNumArgs() == 2) || (Name == "reallocarray" && Call->getNumArgs() == 3))
    return Read.times(Call->getArg(Call->getNumArgs() - 2), Call->getArg(Call->getNumArgs() - 1));
  BlockSize Best;
  for (unsigned I = 0; I < Call->getNumArgs() && Best.Is < BlockSize::Exact; I++)
    if (BlockSize S = argument(I); S.Is > Best.Is)
      Best = S;
  return Best;
}

} // namespace ckpt
