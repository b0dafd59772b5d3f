//===- Portability.cpp - values that mean something else after a restart -----===//
#include "Portability.h"
#include "clang/AST/RecursiveASTVisitor.h"

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

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live) : U(U), To(U, Live) {}

  // By declaration: a system header's macro in the user's code has a place in that header.
  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) && U.inSystemHeader(D->getLocation()))
      return true;
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseFunctionDecl(FunctionDecl *D) {
    const FunctionDecl *Outer = Current;
    Current = D;
    bool Ok = RecursiveASTVisitor::TraverseFunctionDecl(D);
    Current = Outer;
    return Ok;
  }

  bool VisitCastExpr(CastExpr *C) {
    if (C->getCastKind() == CK_PointerToIntegral && !C->getType()->isBooleanType() && here(C) && To.keeps(C, Current, Followed::Address))
      U.report(Id::AddressAsNumber, C->getBeginLoc());
    return true;
  }

  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->getKind() == UETT_SizeOf && here(E) && !sameLayoutEverywhere(U.ctx(), E->getTypeOfArgument()))
      layout(E, "size");
    return true;
  }

  bool VisitOffsetOfExpr(OffsetOfExpr *E) {
    if (here(E) && !sameLayoutEverywhere(U.ctx(), E->getTypeSourceInfo()->getType()))
      layout(E, "offset");
    return true;
  }

private:
  bool here(const Expr *E) { return U.inText(E->getBeginLoc()); }

  void layout(const Expr *E, StringRef What) {
    if (To.keeps(E, Current, Followed::Layout))
      U.report(Id::LayoutAsNumber, E->getBeginLoc(), {What.str()});
  }

  Unit &U;
  Kept To;
  const FunctionDecl *Current = nullptr;
};

} // namespace

bool sameLayoutEverywhere(ASTContext &Ctx, QualType T) {
  uint64_t Low = UINT64_MAX, High = 0;
  // i386 aligns scalars of 8 bytes to 4: beside smaller ones they move.
  return scalarSizes(Ctx, T, Low, High) && (High < 8 || Low == High);
}

void warnOfPortability(Unit &U, LiveAcross &Live) {
  Finder(U, Live).TraverseDecl(U.ctx().getTranslationUnitDecl());
}

} // namespace ckpt
