//===- WordsOfBits.cpp - sets of bits in words whose width differs --------------===//
//
// What is looked for in a function: a number divided by the width of a word
// (`i / 64`, `i >> 6`) that chooses a word of such a type, directly or through
// a local variable; and the rest (`i % 64`, `i & 63`) that chooses a bit: in the
// count of a shift, or in the index of a table of masks. Either alone is
// something else: every 64th of a list, a rotation.
//
//===----------------------------------------------------------------------===//
#include "WordsOfBits.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// long and unsigned long, unless the name says how many bits are meant: uint64_t is one of them on some machines only.
bool widthDiffers(QualType T) {
  for (QualType X = T; const auto *D = X->getAs<TypedefType>(); X = D->desugar())
    if (StringRef Name = D->getDecl()->getName(); Name.contains("64") || Name.contains("max_t"))
      return false;
  return T->isSpecificBuiltinType(BuiltinType::Long) || T->isSpecificBuiltinType(BuiltinType::ULong);
}

/// Some part of an expression, or of what its local variables are set to.
class Parts {
public:
  using Values = DenseMap<const VarDecl *, SmallVector<const Expr *, 2>>;
  explicit Parts(const Values &Set) : Set(Set) {}
  bool any(const Expr *E, function_ref<bool(const BinaryOperator *)> Is) {
    E = E->IgnoreParenCasts();
    if (const auto *O = dyn_cast<BinaryOperator>(E))
      return Is(O) || ((O->isAdditiveOp() || O->isMultiplicativeOp()) && (any(O->getLHS(), Is) || any(O->getRHS(), Is)));
    const auto *R = dyn_cast<DeclRefExpr>(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    auto At = V ? Set.find(V) : Set.end();
    if (At == Set.end() || !Inside.insert(V).second)
      return false;
    return any_of(At->second, [&](const Expr *Value) { return any(Value, Is); });
  }

private:
  const Values &Set;
  SmallPtrSet<const VarDecl *, 4> Inside; ///< looked at already
};

/// All that is collected of one function before it is judged.
struct Uses {
  Parts::Values Set;
  struct Word {
    const Expr *Base, *Index, *Where;
  };
  std::vector<Word> Words;       ///< set[i], set + i
  std::vector<const Expr *> Bits; ///< counts of shifts, indices
};

class Collect : public RecursiveASTVisitor<Collect> {
public:
  Collect(const Unit &U, Uses &Into) : U(U), Into(Into) {}
  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && V->getInit())
      Into.Set[V].push_back(V->getInit());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    word(E->getBase(), E->getIdx(), E);
    Into.Bits.push_back(E->getIdx());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->getOpcode() == BO_Assign) {
      if (const auto *R = dyn_cast<DeclRefExpr>(O->getLHS()->IgnoreParens()))
        if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && V->hasLocalStorage())
          Into.Set[V].push_back(O->getRHS());
    } else if (O->isShiftOp() || O->isShiftAssignOp()) {
      Into.Bits.push_back(O->getRHS());
    } else if (O->getOpcode() == BO_Add && O->getType()->isPointerType()) {
      bool Left = O->getLHS()->getType()->isPointerType();
      word(Left ? O->getLHS() : O->getRHS(), Left ? O->getRHS() : O->getLHS(), O);
    } else if (O->getOpcode() == BO_AddAssign && O->getType()->isPointerType()) {
      word(O->getLHS(), O->getRHS(), O);
    }
    return true;
  }

private:
  void word(const Expr *Base, const Expr *Index, const Expr *Where) {
    QualType Word = Base->getType()->getPointeeType(); // null: the element of a vector
    if (!Word.isNull() && widthDiffers(Word) && U.inText(Where->getBeginLoc()))
      Into.Words.push_back({Base, Index, Where});
  }
  const Unit &U;
  Uses &Into;
};

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live) : U(U), To(U, Live) {}

  bool VisitFunctionDecl(FunctionDecl *F) {
    if (!F->doesThisDeclarationHaveABody() || U.inSystemHeader(F->getLocation()))
      return true;
    Uses In;
    Collect(U, In).TraverseStmt(F->getBody());
    for (const Uses::Word &W : In.Words)
      judge(F, In, W);
    return true;
  }

private:
  void judge(const FunctionDecl *F, const Uses &In, const Uses::Word &W) {
    QualType Word = W.Base->getType()->getPointeeType();
    unsigned Width = U.ctx().getTypeSize(Word);
    auto [Owner, Kept] = ownerOf(W.Base, F);
    if (!Kept || Said.count(Owner) || U.inSystemHeader(Owner->getLocation()) || !Parts(In.Set).any(W.Index, [&](const BinaryOperator *O) { return isPlace(O, Width); }))
      return;
    if (!any_of(In.Bits, [&](const Expr *E) { return Parts(In.Set).any(E, [&](const BinaryOperator *O) { return isBit(O, Width); }); }))
      return;
    Said.insert(Owner);
    std::string Name = Owner == F ? "these words" : "'" + Owner->getNameAsString() + "'";
    U.report(Id::WordsOfBits, W.Where->getBeginLoc(), {Name, std::to_string(Width), Word.getUnqualifiedType().getAsString()});
  }

  /// What the words belong to, or the function; and whether a checkpoint may find them.
  std::pair<const NamedDecl *, bool> ownerOf(const Expr *Base, const FunctionDecl *F) {
    Base = Base->IgnoreParenCasts();
    bool IsArray = Base->getType()->isArrayType();
    bool Found = IsArray ? To.keptBy(Base, F) : true; // what a pointer leads to is
    while (true) {
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(Base))
        Base = A->getBase()->IgnoreParenCasts();
      else if (const auto *O = dyn_cast<UnaryOperator>(Base))
        Base = O->getSubExpr()->IgnoreParenCasts();
      else if (const auto *B = dyn_cast<BinaryOperator>(Base); B && B->isAdditiveOp())
        Base = (B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS())->IgnoreParenCasts();
      else
        break;
    }
    if (const auto *M = dyn_cast<MemberExpr>(Base))
      return {M->getMemberDecl(), Found};
    if (const auto *R = dyn_cast<DeclRefExpr>(Base))
      return {R->getDecl(), Found};
    return {F, Found};
  }

  bool isPlace(const BinaryOperator *O, unsigned Width) const {
    return (O->getOpcode() == BO_Div && is(O->getRHS(), Width)) || (O->getOpcode() == BO_Shr && is(O->getRHS(), Log2_32(Width)));
  }
  bool isBit(const BinaryOperator *O, unsigned Width) const {
    return (O->getOpcode() == BO_Rem && is(O->getRHS(), Width)) || (O->getOpcode() == BO_And && (is(O->getRHS(), Width - 1) || is(O->getLHS(), Width - 1)));
  }
  bool is(const Expr *E, unsigned N) const {
    Expr::EvalResult Value;
    return !E->isValueDependent() && E->EvaluateAsInt(Value, U.ctx()) && Value.Val.getInt() == N;
  }

  Unit &U;
  Kept To;
  SmallPtrSet<const NamedDecl *, 16> Said;
};

} // namespace

void warnOfWordsOfBits(Unit &U, LiveAcross &Live) { Finder(U, Live).TraverseDecl(U.ctx().getTranslationUnitDecl()); }

} // namespace ckpt
