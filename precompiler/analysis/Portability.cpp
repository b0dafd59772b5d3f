//===- Portability.cpp - values that mean something else after a restart -----===//
#include "Portability.h"
#include "UnitWalk.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Smallest and largest scalar in a type; false if a scalar's own size
/// depends on the target.
bool scalarSizes(ASTContext &Ctx, QualType T, uint64_t &Low, uint64_t &High) {
  T = Ctx.getBaseElementType(T).getCanonicalType();
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl()->getDefinition();
    if (!D)
      return false;
    for (const FieldDecl *F : D->fields())
      if (!scalarSizes(Ctx, F->getType(), Low, High))
        return false;
    return true;
  }
  if (const auto *C = T->getAs<ComplexType>())
    return scalarSizes(Ctx, C->getElementType(), Low, High);
  if (T->isPointerType() || T->isFunctionType() || T->isIncompleteType() || T->isVariableArrayType())
    return false;
  if (const auto *B = T->getAs<BuiltinType>())
    if (B->getKind() == BuiltinType::Long || B->getKind() == BuiltinType::ULong || B->getKind() == BuiltinType::LongDouble)
      return false;
  uint64_t Size = Ctx.getTypeSizeInChars(T).getQuantity();
  Low = std::min(Low, Size);
  High = std::max(High, Size);
  return true;
}

bool isBytes(QualType T) { return !T.isNull() && T->isCharType(); }

/// The variable that an expression leads into, or null. A pointer may lead to anything.
const VarDecl *variableOf(const Expr *Object) {
  while (true) {
    Object = Object->IgnoreParens();
    if (const auto *C = dyn_cast<CastExpr>(Object)) {
      Object = C->getSubExpr();
      if (C->getCastKind() == CK_LValueToRValue && C->getType()->isPointerType())
        return nullptr; // what is in the variable leads elsewhere
    } else if (const auto *M = dyn_cast<MemberExpr>(Object); M && !M->isArrow())
      Object = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(Object))
      Object = A->getBase();
    else if (const auto *O = dyn_cast<UnaryOperator>(Object); O && O->getOpcode() == UO_AddrOf)
      Object = O->getSubExpr();
    else if (const auto *B = dyn_cast<BinaryOperator>(Object); B && B->isAdditiveOp())
      Object = B->getLHS();
    else
      break;
  }
  const auto *R = dyn_cast<DeclRefExpr>(Object);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && !V->getType()->isPointerType() ? V : nullptr;
}

class Finder : public UnitWalk<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live, const Facts &F) : UnitWalk(U, Live), F(F) {}

  /// `(long)&((struct s *)0)->m`: where a member is.
  bool isNumber(const Expr *E) const {
    Expr::EvalResult R;
    return !E->isValueDependent() && E->EvaluateAsInt(R, U.ctx());
  }

  bool VisitCastExpr(CastExpr *C) {
    if (C->getCastKind() == CK_PointerToIntegral && !C->getType()->isBooleanType() && !isNumber(C) && here(C) && Keep.keeps(C, Current, Followed::Address))
      U.report(Id::AddressAsNumber, C->getBeginLoc());
    if (C->getCastKind() == CK_BitCast && C->getType()->isPointerType() && isa<ExplicitCastExpr>(C))
      buffer(C->getSubExpr(), C->getType()->getPointeeType(), C);
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (Callee && Callee->getIdentifier() && Call->getNumArgs() >= 3 && (Callee->getName() == "memcpy" || Callee->getName() == "memmove"))
      for (unsigned I = 0; I < 2; I++)
        if (QualType Is = leadsToWireOrder(F, Call->getArg(1 - I)) ? QualType() : pointeeBehindCasts(Call->getArg(1 - I)); !buffer(Call->getArg(I), Is, Call) && (Is.isNull() || !Is->isBooleanType()))
          elements(Call->getArg(I), Call->getArg(2), Call);
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->getKind() == UETT_SizeOf && here(E) && !isLibrarysOwn(E->getTypeOfArgument()) && !sameLayoutEverywhere(U.ctx(), E->getTypeOfArgument()))
      layout(E, "size");
    return true;
  }

  /// enum { ALIGNMENT = offsetof(struct align, d) }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *C = dyn_cast<EnumConstantDecl>(R->getDecl());
    if (C && C->getInitExpr() && here(R) && !U.inSystemHeader(C->getLocation()))
      if (const char *What = layoutIn(C->getInitExpr()))
        layout(R, What);
    return true;
  }

  bool VisitOffsetOfExpr(OffsetOfExpr *E) {
    if (here(E) && !sameLayoutEverywhere(U.ctx(), E->getTypeSourceInfo()->getType()))
      layout(E, "offset");
    return true;
  }

private:
  /// __fd_mask of FD_SET: what the library's macros compute with is its own affair, and carried as that.
  bool isLibrarysOwn(QualType T) {
    const auto *D = T->getAs<TypedefType>();
    return D && D->getDecl()->getName().starts_with("__") && U.inSystemHeader(D->getDecl()->getLocation());
  }

  bool here(const Expr *E) { return U.inText(E->getBeginLoc()); }

  /// What of a value is a matter of the layout: a "size", an "offset", or null.
  const char *layoutIn(const Stmt *S) {
    if (const auto *E = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
      return E->getKind() == UETT_SizeOf && !isLibrarysOwn(E->getTypeOfArgument()) && !sameLayoutEverywhere(U.ctx(), E->getTypeOfArgument()) ? "size" : nullptr;
    if (const auto *O = dyn_cast<OffsetOfExpr>(S))
      return sameLayoutEverywhere(U.ctx(), O->getTypeSourceInfo()->getType()) ? nullptr : "offset";
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      if (const auto *C = dyn_cast<EnumConstantDecl>(R->getDecl()))
        return C->getInitExpr() ? layoutIn(C->getInitExpr()) : nullptr;
    for (const Stmt *Child : S->children())
      if (const char *What = Child ? layoutIn(Child) : nullptr)
        return What;
    return nullptr;
  }

  /// Characters that a checkpoint saves, taken for something wider.
  bool buffer(const Expr *From, QualType Is, const Expr *Where) {
    if (!isWide(U.ctx(), Is))
      return false;
    const VarDecl *V = bytesArray(From);
    if (!V || !here(Where) || !Keep.keptIn(V, Current))
      return false;
    U.report(Id::BytesAsStruct, Where->getBeginLoc(), {V->getName().str(), Is.getUnqualifiedType().getAsString()});
    return true;
  }

  /// `memcpy(v->data + i * v->size, from, v->size)`: characters in a structure hold elements of a size that is told when it runs.
  void elements(const Expr *Place, const Expr *Size, const Expr *Where) {
    Place = Place->IgnoreParenCasts();
    if (const auto *A = dyn_cast<UnaryOperator>(Place); A && A->getOpcode() == UO_AddrOf)
      Place = A->getSubExpr()->IgnoreParenCasts();
    const Expr *Base = nullptr, *Offset = nullptr;
    if (const auto *B = dyn_cast<BinaryOperator>(Place); B && B->getOpcode() == BO_Add)
      Base = B->getLHS(), Offset = B->getRHS();
    else if (const auto *S = dyn_cast<ArraySubscriptExpr>(Place))
      Base = S->getBase(), Offset = S->getIdx();
    const auto *M = Base ? dyn_cast<MemberExpr>(Base->IgnoreParenCasts()) : nullptr;
    const auto *Times = Offset ? dyn_cast<BinaryOperator>(Offset->IgnoreParenCasts()) : nullptr;
    if (!M || !Times || Times->getOpcode() != BO_Mul || !here(Where) || Size->isEvaluatable(U.ctx()))
      return;
    if (isBytes(pointeeBehindCasts(M)) && (same(Times->getLHS(), Size) || same(Times->getRHS(), Size)))
      U.report(Id::BytesAsStruct, Where->getBeginLoc(), {M->getMemberDecl()->getNameAsString(), "elements of another size"});
  }

  bool same(const Expr *A, const Expr *B) {
    llvm::FoldingSetNodeID X, Y;
    A->IgnoreParenCasts()->Profile(X, U.ctx(), true);
    B->IgnoreParenCasts()->Profile(Y, U.ctx(), true);
    return X == Y;
  }

  void layout(const Expr *E, StringRef What) {
    if (Keep.keeps(E, Current, Followed::Layout))
      U.report(Id::LayoutAsNumber, E->getBeginLoc(), {What.str()});
  }

  const Facts &F;
};

} // namespace

QualType pointeeBehindCasts(const Expr *E) {
  E = E->IgnoreParenCasts();
  QualType T = E->getType();
  if (const auto *A = T->getAsArrayTypeUnsafe())
    return A->getElementType();
  return T->isPointerType() ? T->getPointeeType() : QualType();
}

const VarDecl *bytesArray(const Expr *E) { return isBytes(pointeeBehindCasts(E)) ? variableOf(E) : nullptr; }

bool isWide(ASTContext &Ctx, QualType T) {
  if (T.isNull() || T->isIncompleteType() || T->isFunctionType() || T->isPointerType())
    return false;
  QualType E = Ctx.getBaseElementType(T);
  if (const RecordDecl *R = E->getAsRecordDecl())
    return any_of(R->fields(), [&](const FieldDecl *F) { return F->getType()->isPointerType() || isWide(Ctx, F->getType()); });
  return E->isScalarType() && Ctx.getTypeSizeInChars(E).getQuantity() > 1;
}

bool sameLayoutEverywhere(ASTContext &Ctx, QualType T) {
  uint64_t Low = UINT64_MAX, High = 0;
  // i386 aligns scalars of 8 bytes to 4: beside smaller ones they move.
  return scalarSizes(Ctx, T, Low, High) && (High < 8 || Low == High);
}

bool leadsToWireOrder(const Facts &F, const Expr *Pointer) {
  const auto *Address = dyn_cast<UnaryOperator>(Pointer->IgnoreParenCasts());
  const auto *R = Address && Address->getOpcode() == UO_AddrOf ? dyn_cast<DeclRefExpr>(Address->getSubExpr()->IgnoreParens()) : nullptr;
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  auto Values = V && V->hasLocalStorage() ? F.Definitions.find(V) : F.Definitions.end();
  auto isKnown = [](const Expr *Value) {
    const auto *X = dyn_cast<CallExpr>(Value->IgnoreParenCasts());
    const FunctionDecl *Callee = X ? X->getDirectCallee() : nullptr;
    StringRef Name = Callee && Callee->getIdentifier() ? Callee->getName() : "";
    return Name.starts_with("hton") || Name.starts_with("__bswap_") || Name.starts_with("__builtin_bswap") || (Name.starts_with("__uint") && Name.ends_with("_identity"));
  };
  if (Values == F.Definitions.end())
    return false;
  SmallVector<const Expr *, 4> Set; // without what its address is given to
  copy_if(Values->second, std::back_inserter(Set), [](const Expr *Value) { return Value; });
  return !Set.empty() && all_of(Set, isKnown);
}

void warnOfPortability(Unit &U, const Facts &F, LiveAcross &Live) {
  Finder(U, Live, F).run();
}

} // namespace ckpt
