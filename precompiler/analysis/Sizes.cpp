//===- Sizes.cpp - what an allocation's size says of the block ----------------===//
#include "Sizes.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// A variable and a statement that sets it; or null, and a value that some variable is set to.
using Definition = std::pair<const VarDecl *, const Stmt *>;

class Reader {
public:
  Reader(const SizeContext &C, const Stmt *Where) : C(C), Ctx(C.Ctx), Where(Where) {}

  BlockSize read(const Expr *E) {
    E = E->IgnoreParenCasts();
    if (const auto *I = dyn_cast<IntegerLiteral>(E); I && I->getValue() == 0)
      return {BlockSize::None, {}};
    if (const auto *S = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
      return S->getKind() == UETT_SizeOf ? ofType(S->getTypeOfArgument()) : BlockSize();
    if (const auto *O = dyn_cast<OffsetOfExpr>(E))
      return {BlockSize::Begins, O->getTypeSourceInfo()->getType()};
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E))
      return either(C->getTrueExpr(), C->getFalseExpr());
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return ofVariable(dyn_cast<VarDecl>(R->getDecl()));
    if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->isIncrementDecrementOp())
      return hidden(read(O->getSubExpr()));
    const auto *B = dyn_cast<BinaryOperator>(E);
    if (!B)
      return {};
    if (B->isCompoundAssignmentOp())
      return compound(B);
    if (B->isCommaOp() || B->getOpcode() == BO_Assign)
      return read(B->getRHS());
    if (B->getOpcode() == BO_Mul)
      return times(B->getLHS(), B->getRHS());
    if (B->getOpcode() == BO_Shl)
      return isNumber(B->getRHS(), 0) ? read(B->getLHS()) : several(read(B->getLHS()), !isConstant(B->getLHS()) || !isConstant(B->getRHS()));
    if (B->isAdditiveOp())
      return sum(B->getLHS(), B->getRHS());
    if (B->isBitwiseOp())
      return rounded(read(B->getLHS()), read(B->getRHS()));
    return B->getOpcode() == BO_Shr ? hidden(read(B->getLHS())) : BlockSize(); // sizeof a / sizeof *a is a number, as what a comparison says
  }

  BlockSize times(const Expr *L, const Expr *R) {
    if (isNumber(L, 1) || isNumber(R, 1))
      return read(isNumber(L, 1) ? R : L);
    if (const auto *D = dyn_cast<BinaryOperator>(L->IgnoreParenCasts()); D && D->getOpcode() == BO_Div && isSameNumber(D->getRHS(), R))
      if (BlockSize S = read(D->getLHS()); S.Is >= BlockSize::Several) // (size + 63) / 64 * 64
        return {S.Is == BlockSize::Mixed ? S.Is : BlockSize::Rounded, S.T};
    BlockSize A = read(L), B = read(R);
    if (A.Is == BlockSize::None || B.Is == BlockSize::None)
      return {BlockSize::None, {}};
    if (dividesBy(R, A) || dividesBy(L, B)) // (n + sizeof(T) - 1) / sizeof(T) * sizeof(T)
      return {};
    return several(told(A) ? A : B, !isConstant(L) || !isConstant(R));
  }

private:
  static bool told(const BlockSize &S) { return S.Is >= BlockSize::Exact; }

  bool same(QualType A, QualType B) const { return isSizedAlike(Ctx, A, B); }

  /// sizeof(T[n]) with a variable n is n * sizeof(T).
  BlockSize ofType(QualType T) const {
    if (const auto *V = Ctx.getAsVariableArrayType(T))
      return {BlockSize::Several, Ctx.getBaseElementType(V->getElementType())};
    return {BlockSize::Exact, T};
  }

  BlockSize ofVariable(const VarDecl *V) {
    if (!V)
      return {};
    if (C.Reach && Where && V->hasLocalStorage() && !V->getType().isVolatileQualified() && !C.AddressTaken(V))
      if (auto Last = C.Reach->before(V, Where))
        return merged(V, *Last);
    auto At = C.Defs.find(V);
    return At == C.Defs.end() ? BlockSize() : merged(nullptr, At->second);
  }

  /// What any of the definitions may have said. V: they are statements that set it; null: values
  template <typename List> BlockSize merged(const VarDecl *V, const List &Found) {
    BlockSize All;
    bool First = true;
    for (const Stmt *S : Found) {
      const Expr *Value = V ? valueSet(V, S) : cast_if_present<Expr>(S);
      if (Value && isNumber(Value, 1)) // a byte, where there is nothing
        continue;
      auto Says = S ? ofDefinition({V, S}) : BlockSize();
      if (!Says)
        continue; // the others say what it began with
      All = First ? *Says : both(All, *Says);
      First = false;
    }
    return All;
  }

  /// A definition that has been looked at. Some lead to each other: what they say is found by going round until nothing changes.
  struct Known {
    BlockSize Says;
    bool Told = false;              ///< Says is something
    SmallVector<Definition, 4> Uses; ///< definitions that it is computed from
  };

  /// What a definition says, or nothing yet.
  std::optional<BlockSize> ofDefinition(Definition D) {
    if (Current)
      if (auto &Uses = Table[*Current].Uses; !is_contained(Uses, D))
        Uses.push_back(D);
    auto [At, New] = Table.try_emplace(D);
    if (!New) {
      Circles |= !At->second.Told;
      return At->second.Told ? std::optional(At->second.Says) : std::nullopt;
    }
    if (Order.size() == MostDefinitions) {
      At->second = {{BlockSize::Mixed, {}}, true, {}};
      return At->second.Says;
    }
    bool Outermost = !Current;
    Order.push_back(D);
    update(D);
    if (Outermost)
      settle();
    return Table[D].Says;
  }

  /// Look at a definition again; did it become another one?
  bool update(Definition D) {
    auto Before = std::exchange(Current, std::optional(D));
    const Stmt *Place = std::exchange(Where, D.second);
    BlockSize Says = D.first ? whatIsSet(D.first, D.second) : read(cast<Expr>(D.second));
    Where = Place;
    Current = Before;
    if (told(Says) && isCircular(D)) // while (...) v += n: of one, or of several
      Says = {BlockSize::Mixed, {}};
    Known &K = Table[D];
    BlockSize Now = K.Told ? both(K.Says, Says) : Says;
    bool Changed = !K.Told || Now.Is != K.Says.Is;
    K.Says = Now;
    K.Told = true;
    return Changed;
  }

  /// Sizes only ever get less certain (both), so that ends.
  void settle() {
    for (bool Changed = std::exchange(Circles, false); Changed;) {
      Changed = false;
      for (size_t I = 0; I < Order.size(); I++)
        Changed |= update(Order[I]);
    }
  }

  bool isCircular(Definition D) {
    SmallVector<Definition, 4> Next = Table[D].Uses;
    DenseSet<Definition> Seen;
    while (!Next.empty()) {
      Definition At = Next.pop_back_val();
      if (At == D)
        return true;
      if (Seen.insert(At).second)
        append_range(Next, Table[At].Uses);
    }
    return false;
  }

  /// v *= n, v += n, v &= n, and the others
  BlockSize compound(const BinaryOperator *B) {
    switch (B->getOpcode()) {
    case BO_MulAssign: return times(B->getLHS(), B->getRHS());
    case BO_AddAssign:
    case BO_SubAssign: return sum(B->getLHS(), B->getRHS());
    case BO_AndAssign:
    case BO_OrAssign:
    case BO_XorAssign: return rounded(read(B->getLHS()), read(B->getRHS()));
    default: return hidden(read(B->getLHS()));
    }
  }

  /// The value in `T v = value`, `v = value`; null: v *= n, v++
  static const Expr *valueSet(const VarDecl *V, const Stmt *S) {
    const auto *B = dyn_cast<BinaryOperator>(S);
    return isa<DeclStmt>(S) ? V->getInit() : B && B->getOpcode() == BO_Assign ? B->getRHS() : nullptr;
  }

  BlockSize whatIsSet(const VarDecl *V, const Stmt *S) {
    if (const Expr *Value = valueSet(V, S))
      return read(Value);
    if (const auto *B = dyn_cast<BinaryOperator>(S))
      return compound(B);
    const auto *O = dyn_cast<UnaryOperator>(S); // ++, --
    return O ? hidden(read(O->getSubExpr())) : BlockSize();
  }

  /// The one or the other; of nothing, or a byte, there is no block to speak of.
  BlockSize either(const Expr *L, const Expr *R) {
    if (isNothing(L) || isNothing(R))
      return read(isNothing(L) ? R : L);
    return both(read(L), read(R));
  }

  BlockSize both(const BlockSize &A, const BlockSize &B) const {
    if (A.Is == BlockSize::None || B.Is == BlockSize::None)
      return A.Is == BlockSize::None ? B : A;
    if (!told(A) && !told(B))
      return {A.Is == BlockSize::Product || B.Is == BlockSize::Product ? BlockSize::Product : BlockSize::Untold, {}};
    auto any = [&](BlockSize::Form F) { return A.Is == F || B.Is == F; };
    if (!told(A) || !told(B) || any(BlockSize::Mixed) || !same(A.T, B.T))
      return {BlockSize::Mixed, {}};
    if (A.Is == BlockSize::Begins && B.Is == BlockSize::Begins)
      return followed(A, B);
    if (A.Is == B.Is)
      return A;
    if (any(BlockSize::Begins))
      return any(BlockSize::Exact) ? (A.Is == BlockSize::Begins ? A : B) : BlockSize{BlockSize::Mixed, {}};
    return {any(BlockSize::Part) ? BlockSize::Part : any(BlockSize::Rounded) ? BlockSize::Rounded : BlockSize::Several, A.T};
  }

  /// Something is known of a size that has become another one: nothing of the block.
  static BlockSize hidden(const BlockSize &S) { return told(S) ? BlockSize{BlockSize::Mixed, {}} : BlockSize{}; }

  static BlockSize several(const BlockSize &S, bool Variable) {
    if (S.Is == BlockSize::Exact || S.Is == BlockSize::Several)
      return {BlockSize::Several, S.T};
    if (told(S))
      return {BlockSize::Mixed, {}};
    return {Variable ? BlockSize::Product : S.Is, {}};
  }

  BlockSize sum(const Expr *LE, const Expr *RE) {
    BlockSize L = read(LE), R = read(RE);
    if (L.Is == BlockSize::None || R.Is == BlockSize::None)
      return L.Is == BlockSize::None ? R : L;
    auto isOne = [](const BlockSize &S) { return S.Is == BlockSize::Exact || S.Is == BlockSize::Begins; };
    bool Right = !told(L) || (isOne(R) && !isOne(L)); // `n * sizeof(E) + sizeof(T)` begins with T, too
    const BlockSize &A = Right ? R : L, &B = Right ? L : R;
    if (!told(A))
      return {A.Is == BlockSize::Product || B.Is == BlockSize::Product ? BlockSize::Product : BlockSize::Untold, {}};
    if (A.Is == BlockSize::Mixed || B.Is == BlockSize::Mixed)
      return isOne(A) ? BlockSize{BlockSize::Begins, A.T, BlockSize::Other, {}} : BlockSize{BlockSize::Mixed, {}};
    if (told(B) && same(A.T, B.T) && A.Is != BlockSize::Begins && B.Is != BlockSize::Begins)
      return {A.Is >= BlockSize::Part || B.Is >= BlockSize::Part ? BlockSize::Part : BlockSize::Several, A.T};
    if (isOne(A))
      return followed({BlockSize::Begins, A.T, A.Behind, A.Of}, behind(B));
    return told(B) || !isConstant(Right ? LE : RE) ? BlockSize{BlockSize::Mixed, {}} : BlockSize{BlockSize::Part, A.T};
  }

  /// What follows in A, and what follows in B.
  BlockSize followed(BlockSize A, const BlockSize &B) const {
    if (B.Behind == BlockSize::Nothing)
      return A;
    if (A.Behind == BlockSize::Nothing) {
      A.Behind = B.Behind;
      A.Of = B.Of;
    } else if (A.Behind == BlockSize::Other || B.Behind == BlockSize::Other || !same(A.Of, B.Of)) {
      A.Behind = BlockSize::Other;
    }
    return A;
  }

  /// A size as what follows something else.
  BlockSize behind(const BlockSize &S) const {
    if (S.Is == BlockSize::Exact || S.Is == BlockSize::Several)
      return {S.Is, S.T, BlockSize::Elements, Ctx.getBaseElementType(S.T)};
    return {S.Is, S.T, BlockSize::Other, {}};
  }

  /// (size + 15) & ~15, size | 1. A number's size is more often what is rounded to: (size + sizeof(long) - 1) & ~(sizeof(long) - 1)
  static BlockSize rounded(const BlockSize &L, const BlockSize &R) {
    if (L.Is == BlockSize::None || R.Is == BlockSize::None)
      return {};
    if (L.Is == BlockSize::Mixed)
      return L;
    if (!told(L) || told(R))
      return told(L) && L.T->isRecordType() ? BlockSize{BlockSize::Mixed, {}} : BlockSize();
    if (L.Is >= BlockSize::Several)
      return {BlockSize::Rounded, L.T};
    return L.T->isRecordType() ? BlockSize{BlockSize::Begins, L.T} : BlockSize();
  }

  /// n / sizeof(T), where S is of T
  bool dividesBy(const Expr *E, const BlockSize &S) {
    const auto *B = dyn_cast<BinaryOperator>(valueOf(E));
    BlockSize By = B && B->getOpcode() == BO_Div ? read(B->getRHS()) : BlockSize();
    return By.Is == BlockSize::Exact && S.Is == BlockSize::Exact && same(By.T, S.T) && read(B->getLHS()).Is != BlockSize::Exact;
  }

  /// What a variable was set to, if that is one thing; or the expression itself.
  const Expr *valueOf(const Expr *E) const {
    E = E->IgnoreParenCasts();
    const auto *R = dyn_cast<DeclRefExpr>(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (!V || !C.Reach || !Where || !V->hasLocalStorage() || C.AddressTaken(V))
      return E;
    auto Last = C.Reach->before(V, Where);
    if (!Last || Last->size() != 1)
      return E;
    if (isa<DeclStmt>(Last->front()))
      return V->getInit()->IgnoreParenCasts();
    const auto *B = dyn_cast<BinaryOperator>(Last->front());
    return B && B->getOpcode() == BO_Assign ? B->getRHS()->IgnoreParenCasts() : E;
  }

  bool isConstant(const Expr *E) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx);
  }

  bool isNumber(const Expr *E, int64_t N) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, Ctx) && Value.Val.getInt() == N && !told(Reader(C, Where).read(E));
  }

  bool isSameNumber(const Expr *A, const Expr *B) const {
    Expr::EvalResult Value;
    return !B->isValueDependent() && B->EvaluateAsInt(Value, Ctx) && Value.Val.getInt().isSignedIntN(32) && isNumber(A, Value.Val.getInt().getExtValue());
  }

  bool isNothing(const Expr *E) const { return isNumber(E, 0) || isNumber(E, 1); }

  const SizeContext &C;
  const ASTContext &Ctx;
  const Stmt *Where;                  ///< what reads the variables
  DenseMap<Definition, Known> Table;
  std::vector<Definition> Order;      ///< all in the table
  std::optional<Definition> Current;  ///< what is being looked at
  bool Circles = false;               ///< some definition was asked for before it was known
  static constexpr size_t MostDefinitions = 2000;
};

} // namespace

bool isSizedAlike(const ASTContext &Ctx, QualType A, QualType B) {
  A = A.getAtomicUnqualifiedType();
  B = B.getAtomicUnqualifiedType();
  if (Ctx.hasSameType(A, B) || (A->isPointerType() && B->isPointerType()))
    return true;
  auto integer = [&](QualType T) {
    if (const auto *E = T->getAs<EnumType>())
      T = E->getDecl()->getIntegerType();
    bool Number = !T.isNull() && T->isIntegerType() && !T->isBooleanType();
    return Number && T->isSignedIntegerType() ? Ctx.getCorrespondingUnsignedType(T.getUnqualifiedType()) : Number ? T.getUnqualifiedType() : QualType();
  };
  QualType IA = integer(A), IB = integer(B);
  return !IA.isNull() && !IB.isNull() && Ctx.hasSameType(IA, IB);
}

BlockSize sizeAskedFor(const CallExpr *Call, StringRef Name, const SizeContext &Context, SmallVectorImpl<unsigned> &Telling) {
  Reader Read(Context, Call);
  auto some = [](const BlockSize &S) { return S.Is == BlockSize::None ? BlockSize() : S; };
  auto argument = [&](unsigned I) { return I < Call->getNumArgs() ? some(Read.read(Call->getArg(I))) : BlockSize(); };
  if (Name == "malloc")
    return argument(0);
  if (Name == "realloc" || Name == "aligned_alloc")
    return argument(1);
  if (Name == "posix_memalign")
    return argument(2);
  if ((Name == "calloc" && Call->getNumArgs() == 2) || (Name == "reallocarray" && Call->getNumArgs() == 3))
    return some(Read.times(Call->getArg(Call->getNumArgs() - 2), Call->getArg(Call->getNumArgs() - 1)));
  BlockSize Best;
  for (unsigned I = 0; I < Call->getNumArgs(); I++) {
    BlockSize S = some(Reader(Context, Call).read(Call->getArg(I)));
    if (Best.Is < BlockSize::Exact ? S.Is > Best.Is : Best.Is == BlockSize::Mixed && S.Is >= BlockSize::Exact) // a number that nobody follows is one all the same
      Best = S;
    if ((S.Is == BlockSize::Exact || S.Is == BlockSize::Several) && Best.Is >= BlockSize::Exact && !Best.T.isNull() && isSizedAlike(Context.Ctx, S.T, Best.T))
      Telling.push_back(I);
  }
  return Best;
}

} // namespace ckpt
