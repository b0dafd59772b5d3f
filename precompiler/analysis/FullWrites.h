//===- FullWrites.h - what writes all of a variable -------------------------------===//
//
// Purpose: which expressions and loops give a variable of StaticUses a new value
// as a whole: an assignment to it, memset or memcpy over all of it, and counted
// loops that cannot be left early and whose bodies assign each element in turn.
// Of what a parameter leads to a loop writes so many elements, as another
// parameter or a constant says: all, if a call gives it an array of just these.
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

  /// `for (i = 0; i < n; i++) p[i] = ...`
  struct Fill {
    unsigned Bit;                    ///< of what the parameter leads to
    const clang::ParmVarDecl *To;
    const clang::ParmVarDecl *Bound; ///< that says how many elements; or null: Count
    uint64_t Count;
    bool operator==(const Fill &O) const { return Bit == O.Bit && Bound == O.Bound && Count == O.Count; }
  };
  struct Loop {
    llvm::BitVector Writes; ///< all of these, when it has ended
    std::vector<Fill> Fills;
    llvm::DenseSet<const clang::DeclRefExpr *> Own; ///< mentions that read an element which the same turn has written before
  };
  Loop by(const clang::ForStmt *L) const;
  /// Is what a callee fills all of the variable with that bit, which the call gives to it?
  bool isAll(const clang::CallExpr *C, const Fill &Of, unsigned Bit) const;

private:
  /// A loop variable and how often the loop is run: it counts from 0.
  struct Counter {
    const clang::VarDecl *Variable = nullptr;
    uint64_t Turns = 0;
    const clang::ParmVarDecl *Bound = nullptr; ///< how often, if it is no constant
  };
  using Nest = llvm::SmallVector<Counter, 4>;
  bool counts(const clang::ForStmt *L, Counter &C) const;
  const clang::ParmVarDecl *boundIn(const clang::Expr *E) const;
  void fill(const clang::Expr *E, const Counter &C, Loop &Into) const;
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
