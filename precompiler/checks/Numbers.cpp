//===- Numbers.cpp - widths and signs that differ between machines ---------------===//
#include "Checks.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Types of 64 bits on some machines and 32 on others, by how they are written.
enum class Width { Fixed, Long, Size };

/// int64_t is long here and long long elsewhere: its name says what is meant.
Width widthOf(QualType T) {
  bool Size = false;
  for (QualType X = T; const auto *D = X->getAs<TypedefType>(); X = D->desugar()) {
    StringRef Name = D->getDecl()->getName();
    if (Name.contains("64") || Name.contains("max_t") || Name.contains("intptr_t"))
      return Width::Fixed;
    Size |= Name == "size_t" || Name == "ssize_t" || Name == "ptrdiff_t" || Name == "off_t" || Name == "time_t";
  }
  if (!T->isSpecificBuiltinType(BuiltinType::Long) && !T->isSpecificBuiltinType(BuiltinType::ULong))
    return Width::Fixed;
  return Size ? Width::Size : Width::Long;
}

/// Does some part of the expression say that 64 bits are meant?
bool means64(const Expr *E) {
  QualType T = E->getType();
  if (T->isSpecificBuiltinType(BuiltinType::LongLong) || T->isSpecificBuiltinType(BuiltinType::ULongLong) ||
      (T->isIntegerType() && widthOf(T) == Width::Fixed && T->getAs<TypedefType>() &&
       (T->isSpecificBuiltinType(BuiltinType::Long) || T->isSpecificBuiltinType(BuiltinType::ULong))))
    return true;
  return any_of(E->children(), [](const Stmt *S) {
    const auto *Part = dyn_cast_or_null<Expr>(S);
    return Part && means64(Part);
  });
}

bool isPlainChar(const Expr *E) {
  QualType T = E->IgnoreParenImpCasts()->getType().getCanonicalType();
  return T->isSpecificBuiltinType(BuiltinType::Char_S) || T->isSpecificBuiltinType(BuiltinType::Char_U);
}

/// Does a hash look so? `h * 31`, `(h << 5) - h`, `crc ^ x`.
bool mixes(const Stmt *S) {
  if (const auto *O = dyn_cast<BinaryOperator>(S); O && (O->isMultiplicativeOp() || O->isShiftOp() || O->getOpcode() == BO_Xor))
    return true;
  return any_of(S->children(), [](const Stmt *Child) { return isa_and_nonnull<ParenExpr, CastExpr, BinaryOperator>(Child) && mixes(Child); });
}

/// "0123456789abcdef"[n & 15]
bool isOfLiteral(const Expr *E) {
  const auto *A = dyn_cast<ArraySubscriptExpr>(E->IgnoreParenImpCasts());
  return A && isa<clang::StringLiteral>(A->getBase()->IgnoreParenImpCasts());
}

class Numbers : public CheckWalk<Numbers> {
public:
  explicit Numbers(CheckContext &C) : CheckWalk(C) {}

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasInit() && Keep.keptIn(V, Current))
      initialised(V->getType(), V->getInit());
    if (!isa<ParmVarDecl>(V) && V->isThisDeclarationADefinition() && Keep.keptIn(V, Current))
      narrow(V, V->getType());
    return true;
  }
  bool VisitFieldDecl(FieldDecl *D) {
    narrow(D, D->getType());
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *O) {
    BinaryOperatorKind Kind = operation(O);
    bool Adds = O->isCompoundAssignmentOp() && (Kind == BO_Or || Kind == BO_Add || Kind == BO_Xor) && O->getRHS()->isEvaluatable(U.ctx());
    if ((Kind == BO_Assign || Adds) && Keep.keptBy(O->getLHS(), Current))
      stored(O->getLHS()->getType(), O->getRHS());
    else if (O->isComparisonOp())
      compare(O);
    else if ((Kind == BO_Shr && !isCutOff(O)) || Kind == BO_Rem || Kind == BO_Div)
      sign(O->getLHS(), "the result depends on it here", !O->isCompoundAssignmentOp());
    if (Kind == BO_Shl || Kind == BO_Shr)
      shift(O);
    combine(O);
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    sign(E->getIdx(), "as an index it may be negative", E->getLHS() != E->getIdx()); // of c[v] a cast in front would be the element's
    return true;
  }

private:
  /// `+` of `+=`.
  static BinaryOperatorKind operation(const BinaryOperator *O) {
    return O->isCompoundAssignmentOp() ? BinaryOperator::getOpForCompoundAssignment(O->getOpcode()) : O->getOpcode();
  }

  /// `(c >> 4) & 15`: no bit of the sign is left of 8.
  bool isCutOff(const BinaryOperator *Shift) {
    const Expr *E = Shift;
    DynTypedNodeList Parents = U.ctx().getParents(*E);
    while (!Parents.empty() && Parents[0].get<Expr>() && isa<ParenExpr, ImplicitCastExpr>(Parents[0].get<Expr>())) {
      E = Parents[0].get<Expr>();
      Parents = U.ctx().getParents(*E);
    }
    const auto *And = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
    Expr::EvalResult By, Mask;
    if (!And || And->getOpcode() != BO_And || !Shift->getRHS()->EvaluateAsInt(By, U.ctx()) || !(And->getLHS() == E ? And->getRHS() : And->getLHS())->EvaluateAsInt(Mask, U.ctx()))
      return false;
    uint64_t Bits = By.Val.getInt().getLimitedValue(8);
    return !Mask.Val.getInt().isNegative() && Mask.Val.getInt().getLimitedValue() < (uint64_t(1) << (8 - Bits));
  }

  /// Each value of an initialiser.
  void initialised(QualType T, const Expr *Value) {
    const auto *List = dyn_cast<InitListExpr>(Value);
    const auto *A = U.ctx().getAsArrayType(T);
    const RecordDecl *R = T->getAsRecordDecl();
    if (!A && !R)
      return stored(T, Value);
    if (!List)
      return;
    if (!List->isSemanticForm())
      List = List->getSemanticForm();
    if (R && R->isUnion()) {
      if (const FieldDecl *F = List->getInitializedFieldInUnion(); F && List->getNumInits())
        initialised(F->getType(), List->getInit(0));
      return;
    }
    unsigned I = 0;
    if (A)
      for (const Expr *Element : List->inits())
        initialised(A->getElementType(), Element);
    else
      for (const FieldDecl *F : R->fields())
        if (!F->isUnnamedBitField() && I < List->getNumInits())
          initialised(F->getType(), List->getInit(I++));
  }

  /// A value that goes where a checkpoint finds it.
  void stored(QualType To, const Expr *Value) {
    Width W = widthOf(To);
    if (W == Width::Fixed || U.ctx().getTypeSize(To) != 64 || Value->isValueDependent() || (C.Program.Time64 && writtenAs(To, "time_t")))
      return;
    if (const auto *List = dyn_cast<InitListExpr>(Value))
      Value = List->getNumInits() == 1 ? List->getInit(0) : nullptr;
    if (!Value)
      return;
    Expr::EvalResult R;
    if (Value->EvaluateAsInt(R, U.ctx())) {
      APSInt N = R.Val.getInt();
      if (N.isSigned() ? N.isSignedIntN(32) || (To->isUnsignedIntegerType() && N.isIntN(32)) : N.isIntN(32))
        return;
      report(W, Value, "the constant " + toString(N, 10));
    } else if (means64(Value->IgnoreImpCasts()) && !isa<ExplicitCastExpr>(Value->IgnoreParenImpCasts()) &&
               widthOf(Value->IgnoreParenImpCasts()->getType()) == Width::Fixed &&
               U.ctx().getTypeSize(Value->IgnoreParenImpCasts()->getType()) == 64) {
      report(W, Value, "a value of 64 bits");
    }
  }

  void shift(const BinaryOperator *O) {
    Expr::EvalResult R, All;
    // A type of the program's own may be another one on other machines, and so may be the code.
    if (!isa<BuiltinType>(O->getType()) || widthOf(O->getType()) == Width::Fixed || U.ctx().getTypeSize(O->getType()) != 64 || means64(O->getLHS()) ||
        O->EvaluateAsInt(All, U.ctx()) || !O->getRHS()->EvaluateAsInt(R, U.ctx()) || R.Val.getInt().getExtValue() < 32)
      return;
    report(Width::Long, O, "the result of this shift");
  }

  void report(Width W, const Expr *At, const std::string &What) {
    U.report(W == Width::Long ? Id::LongAs64 : Id::SizeAs64, At->getBeginLoc(), {What});
  }

  /// `c < 0`, `c == EOF`, `c >= 128`: otherwise for signed and unsigned.
  void compare(const BinaryOperator *O) {
    bool Left = isPlainChar(O->getLHS());
    if (Left == isPlainChar(O->getRHS()))
      return;
    const Expr *Constant = Left ? O->getRHS() : O->getLHS();
    Expr::EvalResult R;
    if (!Constant->EvaluateAsInt(R, U.ctx()))
      return;
    int64_t N = R.Val.getInt().getExtValue();
    BinaryOperatorKind Kind = Left ? O->getOpcode() : BinaryOperator::reverseComparisonOp(O->getOpcode());
    if (O->isEqualityOp() && isa<CharacterLiteral>(Constant->IgnoreParenImpCasts()))
      return; // '\xef' has plain char's sign, too
    bool Edge = (N == 0 && (Kind == BO_LT || Kind == BO_GE)) || (N == 127 && (Kind == BO_GT || Kind == BO_LE));
    if (N < 0 || N > 127 || Edge)
      sign(Left ? O->getLHS() : O->getRHS(), "the comparison depends on it", N > 0);
  }

  /// `h * 31 + *s`, `sum += c`: a number that is made of characters, as hashes and check sums are. Not `n * 10 + *s - '0'`, nor what stays a character.
  void combine(const BinaryOperator *O) {
    BinaryOperatorKind Kind = operation(O);
    if (O->isCompoundAssignmentOp() && U.ctx().getTypeSize(O->getLHS()->getType()) == 8)
      return; // the sign is cut off
    if (Kind == BO_Sub && O->getRHS()->isEvaluatable(U.ctx()))
      FromDigit.insert(O->getLHS()->IgnoreParenImpCasts());
    if ((Kind != BO_Add && Kind != BO_Sub && Kind != BO_Mul && Kind != BO_Xor && Kind != BO_Or) || FromDigit.count(O))
      return;
    bool Left = isPlainChar(O->getLHS());
    const Expr *Other = Left ? O->getRHS() : O->getLHS();
    if (Left != isPlainChar(O->getRHS()) && !(Left && O->isCompoundAssignmentOp()) && Other->getType()->isIntegerType() && !Other->isEvaluatable(U.ctx()) &&
        (O->isCompoundAssignmentOp() || mixes(Other)) && !isOfLiteral(Left ? O->getLHS() : O->getRHS()))
      sign(Left ? O->getLHS() : O->getRHS(), "the number made of it is another one");
  }

  /// \p AsUnsigned: that it is meant so; `(unsigned char)c == EOF` would never be true.
  void sign(const Expr *E, const std::string &Why, bool AsUnsigned = true) {
    if (C.Program.CharSignGiven || !isPlainChar(E) || E->isEvaluatable(U.ctx()))
      return;
    const Expr *Char = E->IgnoreParenImpCasts();
    std::vector<Fix> Fixes;
    if (AsUnsigned && isa<DeclRefExpr, ArraySubscriptExpr, MemberExpr, UnaryOperator>(Char))
      Fixes.push_back({U.begin(Char), U.begin(Char), "(unsigned char)"});
    U.report(Id::CharSign, Char->getBeginLoc(), {Why}, Fixes);
  }

  /// time_t and off_t have 32 bits on 32-bit machines unless macros say otherwise.
  void narrow(const DeclaratorDecl *D, QualType T) {
    T = U.ctx().getBaseElementType(T);
    bool Time = writtenAs(T, "time_t") && !writtenAs(T, "__time64_t") && !C.Program.Time64;
    bool Offset = writtenAs(T, "off_t") && !writtenAs(T, "__off64_t");
    if (Time || Offset)
      U.report(Id::TimeWidth, D->getLocation(),
               {D->getName().str(), Time ? "time_t" : "off_t", Time ? "seconds after January 2038" : "positions behind 2 GiB",
                Time ? "-D_TIME_BITS=64 -D_FILE_OFFSET_BITS=64" : "-D_FILE_OFFSET_BITS=64"});
    if (T->isSpecificBuiltinType(BuiltinType::LongDouble))
      U.report(Id::LongDouble, D->getLocation(), {D->getName().str()});
  }

  SmallPtrSet<const Expr *, 8> FromDigit; ///< of which a constant is subtracted
};

} // namespace

void checkNumbers(CheckContext &C) { Numbers(C).run(); }

} // namespace ckpt
