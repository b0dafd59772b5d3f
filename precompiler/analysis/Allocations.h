//===- Allocations.h - calls that make blocks, and of what ----------------===//
//
// Purpose: Facts::Allocations and Facts::Definitions. The type of a block is that of the pointer its address ends up in; where that is a `void *`, the
// type that the size tells, if the value is used as that.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_ALLOCATIONS_H
#define CKPT_ANALYSIS_ALLOCATIONS_H

#include "Facts.h"
#include <map>

namespace ckpt {

class AllocationNotes {
public:
  AllocationNotes(Unit &U, Facts &F) : U(U), F(F) {}

  /// A call in the function \p In, or in an initialiser (null); \p InParameter: in the bound of a parameter.
  void note(const clang::CallExpr *C, const clang::FunctionDecl *Callee, const clang::FunctionDecl *In, bool InParameter);
  /// A local variable that is set: what its size may be. Null: to what no expression shows.
  void define(const clang::Expr *Variable, const clang::Expr *Value);
  /// What the value of a `void *` is converted to.
  void cast(const clang::CastExpr *C);
  /// When all has been noted: sizes, and types that only they tell. What is of no known type is no allocation.
  void finish();

private:
  /// posix_memalign((void **)&p, alignment, size): p's type.
  void noteAligned(const clang::CallExpr *C, const clang::FunctionDecl *In);
  /// make((void **)&p, n * sizeof *p), MPI_Alloc_mem(n * sizeof *p, info, &p): p's type.
  void noteOut(const clang::CallExpr *C, const clang::FunctionDecl *Callee, const clang::FunctionDecl *In, bool InParameter);
  /// The expression around it whose value is its value, or is that sometimes: (E), (T *)E, c ? E : 0; or null.
  const clang::Expr *passedOn(const clang::Expr *E);
  /// The local variable of type `void *` that the expression's value is put into, or null.
  const clang::VarDecl *holder(const clang::Expr *E);
  /// A block that a `void *` holds first is of the type that its size tells, if that is what the value is used as, and nothing else.
  bool isUsedAs(const clang::VarDecl *Holder, clang::QualType T) const;

  Unit &U;
  Facts &F;
  std::map<const clang::VarDecl *, clang::QualType> UsedAs; ///< variables of type `void *`: what their values are converted to; null: several types
};

} // namespace ckpt
#endif
