//===- TypesInExpressions.h - visitors that see types defined in expressions ===//
//
// Purpose: RecursiveASTVisitor does not enter a type that an expression of a function defines, as in `sizeof(struct { T x; char c[N]; })`: no statement
// declares it. This one does, once.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPESINEXPRESSIONS_H
#define CKPT_REWRITE_TYPESINEXPRESSIONS_H

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace ckpt {

template <class Derived> class TypesInExpressions : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;
  llvm::SmallPtrSet<const clang::TagDecl *, 8> Entered;

  bool enter(clang::TagTypeLoc L) {
    clang::TagDecl *D = L.getDecl();
    return !L.isDefinition() || Entered.count(D) || this->getDerived().TraverseDecl(D);
  }

public:
  bool TraverseRecordDecl(clang::RecordDecl *D) {
    Entered.insert(D);
    return Base::TraverseRecordDecl(D);
  }
  bool TraverseEnumDecl(clang::EnumDecl *D) {
    Entered.insert(D);
    return Base::TraverseEnumDecl(D);
  }
  bool TraverseConvertVectorExpr(clang::ConvertVectorExpr *E) {
    return this->getDerived().TraverseTypeLoc(E->getTypeSourceInfo()->getTypeLoc()) && Base::TraverseConvertVectorExpr(E);
  }
  bool TraverseRecordTypeLoc(clang::RecordTypeLoc L) { return Base::TraverseRecordTypeLoc(L) && enter(L); }
  bool TraverseEnumTypeLoc(clang::EnumTypeLoc L) { return Base::TraverseEnumTypeLoc(L) && enter(L); }
};

} // namespace ckpt
#endif
