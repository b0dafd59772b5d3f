//===- Places.cpp - where what a call gives is, and where it goes ---------===//
#include "Places.h"
#include "Closers.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// One walk over a function: what has it gives it to others.
class Givings : public RecursiveASTVisitor<Givings> {
public:
  Givings(ASTContext &Ctx, Copies &Into) : Ctx(Ctx), Into(Into) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) { return look(R, R->getDecl()), true; }
  bool VisitMemberExpr(MemberExpr *M) { return look(M, M->getMemberDecl()), true; }

private:
  void look(const Expr *E, const ValueDecl *Named) {
    while (Into.To.count(Named)) {
      DynTypedNodeList Parents = Ctx.getParents(*E);
      if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
        return (void)Into.To.insert(V);
      Into.Returned |= !Parents.empty() && Parents[0].get<ReturnStmt>();
      const Expr *P = parentOf(Ctx, E);
      const auto *O = dyn_cast_or_null<BinaryOperator>(P);
      if (O && O->getOpcode() == BO_Assign && O->getRHS() == E) {
        const ValueDecl *There = placeOf(Ctx, O->getLHS()).Named;
        There ? (void)Into.To.insert(There) : (void)(Into.Lost = true);
      } else if (isa_and_nonnull<InitListExpr>(P)) {
        Into.Lost = true;
      }
      const auto *At = dyn_cast_or_null<ArraySubscriptExpr>(P);
      const auto *Cast = dyn_cast_or_null<CastExpr>(P);
      const auto *Address = dyn_cast_or_null<UnaryOperator>(P);
      const auto *Choice = dyn_cast_or_null<AbstractConditionalOperator>(P);
      const auto *X = dyn_cast_or_null<CallExpr>(P);
      bool Goes = isa_and_nonnull<ParenExpr, StmtExpr, OpaqueValueExpr>(P) || (At && At->getBase() == E) || (Cast && Cast->getCastKind() != CK_PointerToBoolean) ||
                  (Address && (Address->getOpcode() == UO_AddrOf || Address->getOpcode() == UO_Extension)) || (Choice && (isa<BinaryConditionalOperator>(Choice) || Choice->getCond() != E)) ||
                  (O && O->isCommaOp() && O->getRHS() == E) || (X && isNamed(X, {"fdopen", "fdopendir"}));
      if (!Goes)
        return;
      E = P;
    }
  }
  ASTContext &Ctx;
  Copies &Into;
};

/// Calls of the program's functions that put a variable somewhere.
class GivenAway : public RecursiveASTVisitor<GivenAway> {
public:
  GivenAway(ASTContext &Ctx, const ValueDecl *D) : Ctx(Ctx), D(D) {}
  bool VisitCallExpr(CallExpr *X) {
    const FunctionDecl *F = X->getDirectCallee(), *Body = nullptr;
    for (unsigned I = 0; F && F->hasBody(Body) && I < std::min(X->getNumArgs(), Body->getNumParams()) && !Found; ++I) {
      const auto *R = dyn_cast<DeclRefExpr>(bare(X->getArg(I)));
      Found = R && R->getDecl() == D && Copies(Ctx, Body, Body->getParamDecl(I)).any();
    }
    return !Found;
  }
  bool Found = false;

private:
  ASTContext &Ctx;
  const ValueDecl *D;
};

} // namespace

const Expr *parentOf(ASTContext &Ctx, const Expr *E) {
  DynTypedNodeList Parents = Ctx.getParents(*E);
  if (Parents.empty())
    return nullptr;
  const auto *Block = Parents[0].get<CompoundStmt>();
  if (!Block || Block->body_back() != E)
    return Parents[0].get<Expr>();
  DynTypedNodeList Above = Ctx.getParents(*Block);
  return Above.empty() ? nullptr : Above[0].get<StmtExpr>();
}

Place placeOf(ASTContext &Ctx, const Expr *E) {
  Place P;
  bool Through = false; // a pointer
  while (true) {
    E = bare(E);
    if (const auto *O = dyn_cast<UnaryOperator>(E); O && (O->getOpcode() == UO_AddrOf || O->getOpcode() == UO_Deref)) {
      Through |= O->getOpcode() == UO_Deref;
      E = O->getSubExpr();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      Through |= !bare(A->getBase())->getType()->isArrayType();
      Expr::EvalResult R;
      if (!P.Index && !A->getIdx()->isValueDependent() && A->getIdx()->EvaluateAsInt(R, Ctx))
        P.Index = R.Val.getInt().getExtValue();
      E = A->getBase();
    } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Through |= M->isArrow();
      if (!P.Named)
        P.Named = M->getMemberDecl();
      E = M->getBase();
    } else if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp()) {
      E = B->getLHS();
    } else {
      const auto *R = dyn_cast<DeclRefExpr>(E);
      P.Base = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
      if (P.Base && !P.Named)
        P.Named = P.Base;
      P.IsLocal = P.Base && P.Base->hasLocalStorage() && !Through;
      return P;
    }
  }
}

Copies::Copies(ASTContext &Ctx, const FunctionDecl *Fn, const ValueDecl *D) {
  To.insert(D);
  size_t Before;
  do {
    Before = To.size();
    Givings(Ctx, *this).TraverseStmt(Fn->getBody());
  } while (To.size() > Before);
  To.erase(D);
}

bool isGivenAway(ASTContext &Ctx, const FunctionDecl *Fn, const ValueDecl *D) {
  GivenAway Given(Ctx, D);
  return Given.TraverseStmt(Fn->getBody()), Given.Found;
}

} // namespace ckpt
