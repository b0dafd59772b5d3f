//===- FullWrites.h - what writes all of a variable -------------------------------===//
//
// Purpose: which expressions and loops give a variable of StaticUses a new value
// as a whole: an assignment to it, memset or memcpy over all of it, and counted
// loops that cannot be left early and whose bodies assign each element in turn.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_FULLWRITES_H
#define CKPT_ANALYSIS_FULLWRITES_H

#include "StaticUses.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt {

/// Calls \p Visit for the parts of a full expression that are evaluated whatever the others yield.
void forEachEvaluated(const clang::Expr *E, llvm::function_ref<void(const clang::Expr *)> Visit);

class FullWrites {
public:
  FullWrites(Unit &U, const Facts &F, const StaticUses &Uses) : U(U), F(F), Uses(Uses) {}

  /// Variables of which all is written when \p E has been evaluated.
  llvm::BitVector by(const clang::Expr *E) const;

  struct Loop {
    llvm::BitVector Writes; ///< all of these, when it has ended
    llvm::DenseSet<const clang::DeclRefExpr *> Own; ///< mentions that read an element which the same turn has written before
  };
  Loop by(const clang::ForStmt *L) const;

private:
  /// A loop variable and how often the loop is run: it counts from 0.
  struct Counter {
    const clang::VarDecl *Variable;
    uint64_t Turns;
  };
  using Nest = llvm::SmallVector<Counter, 4>;
  bool counts(const clang::ForStmt *L, Counter &C) const;
  void collect(const clang::ForStmt *L, Nest Outer, Loop &Into) const;
  void statements(const clang::Stmt *Body, const Nest &Loops, Loop &Into) const;
  int written(const clang::Expr *Target, const Nest &Loops) const;
  int writtenBy(const clang::Expr *E, const Nest &Loops) const;
  std::optional<uint64_t> constant(const clang::Expr *E) const;

  Unit &U;
  const Facts &F;
  const StaticUses &Uses;
};

} // namespace ckpt
#endif
