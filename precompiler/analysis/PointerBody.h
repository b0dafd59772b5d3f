//===- PointerBody.h - what one function does with the pointers that it has --------===//
//
// Purpose: where a function's local pointers come from, what it returns, and whether it puts blocks on lists of those that were given back, or takes them off.
// Without flow: each value that a variable has anywhere in the function.
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

/// What holds a list's first: a variable, a member, or what a pointer leads to (Steps).
struct ListHead {
  const clang::ValueDecl *Of = nullptr;
  bool Steps = false;
  const clang::ValueDecl *In = nullptr; ///< of a member: the variable that has it, or that leads to it
  /// In one function; elsewhere the list has another name.
  bool operator==(const ListHead &O) const { return Of == O.Of && Steps == O.Steps && In == O.In; }
  bool mayBe(const ListHead &O) const { return (Of == O.Of && Steps == O.Steps) || (Steps && O.Steps); }
  /// Does it last longer than the function?
  bool stays() const;
};
ListHead headIn(const clang::Expr *E);

/// Functions that do nothing else: `return *(void **)o;`, `*(void **)o = next;`.
struct LinkHelpers {
  std::map<const clang::FunctionDecl *, unsigned> Getters;                      ///< canonical; the parameter o
  std::map<const clang::FunctionDecl *, std::pair<unsigned, unsigned>> Setters; ///< o, next
};

class PointerBody : public clang::RecursiveASTVisitor<PointerBody> {
public:
  /// An assignment of a pointer; By: by that call of a setter.
  struct Store {
    const clang::Expr *To, *Value;
    const clang::CallExpr *By = nullptr;
  };

  bool VisitVarDecl(clang::VarDecl *V);
  bool VisitBinaryOperator(clang::BinaryOperator *O);
  bool VisitUnaryOperator(clang::UnaryOperator *O);
  bool VisitReturnStmt(clang::ReturnStmt *R);
  bool VisitCallExpr(clang::CallExpr *C);
  bool TraverseLambdaExpr(clang::LambdaExpr *) { return true; }

  /// What calls do is known from here on.
  void resolve(const LinkHelpers &Helpers);

  /// The pointer through which a value is reached: `*(void **)p`, `((struct link *)p)->next`, `l->node.next`, `l[0]`, a getter's argument; or null.
  const clang::Expr *rootOf(const clang::Expr *E) const;
  /// ... through which that writes; or null.
  const clang::Expr *rootOf(const Store &S) const { return S.By ? S.To : rootOf(S.To); }

  /// Of `*(void **)p = list` the `list = p`; or null.
  const Store *pushOf(const Store &S) const;

  struct Pop {
    const clang::Expr *Root = nullptr;                   ///< the block, as the link is read
    llvm::SmallVector<const clang::VarDecl *, 1> Blocks; ///< local pointers to it
  };
  /// `list = *(void **)p`, where p is, or comes from, that list.
  Pop popIn(const Store &S) const;
  /// Is the variable what comes off a list that stays?
  bool isPopped(const clang::VarDecl *V) const;

  /// One variable, or one made of the other.
  bool isSame(const clang::VarDecl *A, const clang::VarDecl *B) const { return A && B && (A == B || comesFrom(A, B) || comesFrom(B, A)); }

  /// A variable that stays, a member or an element of one.
  static const clang::ValueDecl *listIn(const clang::Expr *E);

  std::vector<Store> Stores;
  std::map<const clang::VarDecl *, std::vector<const clang::Expr *>> Values;
  llvm::DenseSet<const clang::VarDecl *> Moved;
  std::vector<const clang::Expr *> Returned;

private:
  bool comesFrom(const clang::VarDecl *A, const clang::VarDecl *B) const;

  std::vector<const clang::CallExpr *> Calls;
  const LinkHelpers *Helpers = nullptr;
};

} // namespace ckpt
#endif
