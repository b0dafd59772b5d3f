//===- Portability.cpp - values that mean something else after a restart -----===//
#include "Portability.h"
#include "Facts.h"
#include "clang/AST/ParentMapContext.h"
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

/// Where a value goes, through parentheses, casts and arithmetic.
class Destination {
public:
  Destination(Unit &U, function_ref<bool(const FunctionDecl *)> Lives) : U(U), Lives(Lives) {}

  /// Is the value of \p E kept where a checkpoint may find it?
  bool keeps(const Expr *E, const FunctionDecl *Fn, bool Address) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      if (Parents.empty())
        return false;
      if (const auto *V = Parents[0].get<VarDecl>())
        return keptIn(V, Fn);
      if (Parents[0].get<ReturnStmt>())
        return Address; // a size is what many a function is for
      const auto *P = Parents[0].get<Expr>();
      if (!P)
        return false;
      if (isa<ParenExpr, InitListExpr, CompoundLiteralExpr, DesignatedInitExpr>(P)) {
        E = P;
      } else if (const auto *C = dyn_cast<CastExpr>(P)) {
        if (!carries(C))
          return false;
        E = P;
      } else if (const auto *O = dyn_cast<UnaryOperator>(P)) {
        if (O->getOpcode() == UO_LNot || !O->isArithmeticOp())
          return false;
        E = P;
      } else if (const auto *O = dyn_cast<BinaryOperator>(P)) {
        if (O->isAssignmentOp())
          return O->getRHS() == E && keptBy(O->getLHS(), Fn);
        if (O->isComparisonOp() || O->isLogicalOp() || cancels(O, Address) ||
            (O->getOpcode() == BO_Comma && O->getRHS() != E))
          return false;
        E = P;
      } else if (const auto *O = dyn_cast<ConditionalOperator>(P)) {
        if (O->getCond() == E)
          return false;
        E = P;
      } else {
        return false;
      }
    }
  }

private:
  /// Conversions between numbers pass a value on; to a truth value or a pointer they do not.
  static bool carries(const CastExpr *C) {
    return C->getType()->isIntegerType() && !C->getType()->isBooleanType() && C->getCastKind() != CK_IntegralToBoolean;
  }

  /// A difference of two addresses, a quotient of two sizes.
  static bool cancels(const BinaryOperator *O, bool Address) {
    if (Address ? O->getOpcode() != BO_Sub : O->getOpcode() != BO_Div)
      return false;
    return derived(O->getLHS(), Address) && derived(O->getRHS(), Address);
  }

  static bool derived(const Expr *E, bool Address) {
    E = E->IgnoreParens();
    if (Address ? isa<CastExpr>(E) && cast<CastExpr>(E)->getCastKind() == CK_PointerToIntegral
                : isa<UnaryExprOrTypeTraitExpr>(E))
      return true;
    for (const Stmt *Child : E->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        if (derived(Part, Address))
          return true;
    return false;
  }

  bool keptIn(const VarDecl *V, const FunctionDecl *Fn) {
    if (!V->hasLocalStorage())
      return isMutable(V);
    return Fn && Lives(Fn);
  }

  /// Is an lvalue part of what a checkpoint saves? What a pointer leads to is.
  bool keptBy(const Expr *L, const FunctionDecl *Fn) {
    while (true) {
      L = L->IgnoreParenImpCasts();
      const auto *M = dyn_cast<MemberExpr>(L);
      if (!M || M->isArrow())
        break;
      L = M->getBase();
    }
    if (const auto *R = dyn_cast<DeclRefExpr>(L))
      if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
        return keptIn(V, Fn);
    return true;
  }

  Unit &U;
  function_ref<bool(const FunctionDecl *)> Lives;
};

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, function_ref<bool(const FunctionDecl *)> Lives) : U(U), To(U, Lives) {}

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
    if (C->getCastKind() == CK_PointerToIntegral && !C->getType()->isBooleanType() && here(C) && To.keeps(C, Current, true))
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
    if (To.keeps(E, Current, false))
      U.report(Id::LayoutAsNumber, E->getBeginLoc(), {What.str()});
  }

  Unit &U;
  Destination To;
  const FunctionDecl *Current = nullptr;
};

} // namespace

bool sameLayoutEverywhere(ASTContext &Ctx, QualType T) {
  uint64_t Low = UINT64_MAX, High = 0;
  // i386 aligns scalars of 8 bytes to 4: beside smaller ones they move.
  return scalarSizes(Ctx, T, Low, High) && (High < 8 || Low == High);
}

void warnOfPortability(Unit &U, function_ref<bool(const FunctionDecl *)> Lives) {
  Finder(U, Lives).TraverseDecl(U.ctx().getTranslationUnitDecl());
}

} // namespace ckpt
