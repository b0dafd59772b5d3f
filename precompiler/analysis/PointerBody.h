//===- PointerBody.h - what one function does with the pointers that it has --------===//
//
// Purpose: where a function's local pointers come from, what it returns, and whether it takes a block off a list of those that were given back. Without flow:
// each value that a variable has anywhere in the function.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_POINTERBODY_H
#define CKPT_ANALYSIS_POINTERBODY_H

#include "Mentions.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <map>

namespace ckpt {

inline bool isBytes(clang::QualType T) { return T->isVoidType() || T->isCharType(); }
inline bool leadsToBytes(clang::QualType T) { return T->isPointerType() && isBytes(T->getPointeeType()); }

/// The local pointer that an expression is, but for casts; or null.
inline const clang::VarDecl *localIn(const clang::Expr *E) {
  const auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E->IgnoreParenCasts());
  const auto *V = R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  return V && V->hasLocalStorage() && V->getType()->isPointerType() ? V : nullptr;
}

class PointerBody : public clang::RecursiveASTVisitor<PointerBody> {
public:
  bool VisitVarDecl(clang::VarDecl *V) {
    if (V->hasLocalStorage() && V->getType()->isPointerType() && V->getInit())
      Values[V].push_back(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(clang::BinaryOperator *O) {
    if (O->getOpcode() == clang::BO_Assign && O->getType()->isPointerType())
      assign(O->getLHS(), O->getRHS());
    if (O->getOpcode() == clang::BO_AddAssign)
      if (const clang::VarDecl *V = localIn(O->getLHS()))
        Moved.insert(V);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *O) {
    if (O->isIncrementOp())
      if (const clang::VarDecl *V = localIn(O->getSubExpr()))
        Moved.insert(V);
    return true;
  }
  bool VisitReturnStmt(clang::ReturnStmt *R) {
    if (R->getRetValue())
      Returned.push_back(R->getRetValue());
    return true;
  }

  /// `p = list; list = *(void **)p;`
  bool isPopped(const clang::VarDecl *V) const {
    auto At = Values.find(V);
    if (At == Values.end())
      return false;
    return llvm::any_of(At->second, [&](const clang::Expr *Value) {
      const clang::ValueDecl *List = listIn(Value);
      return List && llvm::any_of(Elsewhere, [&](auto &Each) { return listIn(Each.first) == List && leadsOn(Each.second, V); });
    });
  }

  /// A variable that stays, a member or an element of one.
  static const clang::ValueDecl *listIn(const clang::Expr *E) {
    E = E->IgnoreParenCasts();
    while (const auto *A = llvm::dyn_cast<clang::ArraySubscriptExpr>(E))
      E = A->getBase()->IgnoreParenCasts();
    if (const auto *M = llvm::dyn_cast<clang::MemberExpr>(E))
      return M->getMemberDecl();
    const auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E);
    const auto *V = R ? llvm::dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
    return V && V->hasGlobalStorage() ? V : nullptr;
  }

  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> Values;
  std::vector<std::pair<const clang::Expr *, const clang::Expr *>> Elsewhere; ///< assignments to what is no local pointer
  llvm::DenseSet<const clang::VarDecl *> Moved;
  std::vector<const clang::Expr *> Returned;

private:
  void assign(const clang::Expr *To, const clang::Expr *Value) {
    if (const clang::VarDecl *V = localIn(To))
      Values[V].push_back(Value);
    else
      Elsewhere.push_back({To, Value});
  }

  /// Is it what a pointer leads to: `*(void **)p`, `((struct link *)p)->next`, `p[0]`?
  static bool leadsOn(const clang::Expr *E, const clang::VarDecl *V) {
    E = E->IgnoreParenCasts();
    const auto *M = llvm::dyn_cast<clang::MemberExpr>(E);
    const auto *O = llvm::dyn_cast<clang::UnaryOperator>(E);
    return ((M && M->isArrow()) || (O && O->getOpcode() == clang::UO_Deref) || llvm::isa<clang::ArraySubscriptExpr>(E)) && mentions(E, V);
  }
};

} // namespace ckpt
#endif
