//===- StaticUses.h - variables whose uses can all be seen ------------------------===//
//
// Purpose: which variables with static storage only this unit can read or write,
// and what each mention of them does. A variable counts if its name is nowhere
// outside the unit, its value holds no pointer, and its address goes no further
// than into parameters that only lead to it: static functions that are only
// called by name, and use the parameter to reach elements.
// Invariant: what is not understood makes the variable one that is not here.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_STATICUSES_H
#define CKPT_ANALYSIS_STATICUSES_H

#include "../rewrite/Unit.h"
#include "Facts.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace ckpt {

class StaticUses {
public:
  StaticUses(Unit &U, const Facts &F);

  unsigned size() const { return Variables.size(); }
  const clang::VarDecl *variable(unsigned I) const { return Variables[I]; }
  /// The number of a variable, or -1.
  int number(const clang::VarDecl *V) const;
  /// The variables that a mention may read; null: none.
  const llvm::BitVector *readBy(const clang::DeclRefExpr *R) const;
  /// A function that code which is not seen may call.
  bool isOpen(const clang::FunctionDecl *F) const;

private:
  enum class Use { Nothing, Reads, Writes, PassedOn, Escapes };
  struct Mention {
    Use What;
    const clang::ParmVarDecl *To = nullptr; ///< of PassedOn
  };
  class Scan;

  bool isCandidate(const clang::VarDecl *V) const;
  bool isTraceable(const clang::FunctionDecl *F) const;
  const clang::ParmVarDecl *traced(const clang::CallExpr *C, unsigned Argument) const;
  Mention classify(const clang::DeclRefExpr *R) const;
  Mention argument(const clang::CallExpr *C, const clang::Expr *E) const;
  bool isDropped(const clang::Expr *E) const;
  const clang::Expr *parent(const clang::Expr *E) const;
  void settle();

  Unit &U;
  const Facts &F;
  llvm::DenseSet<const clang::CallExpr *> Replayed;
  std::set<std::string> OtherNames, Texts; ///< of functions, aliases; where names stand in text that Clang does not see
  std::vector<const clang::VarDecl *> Variables;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Numbers;          ///< by canonical declarations
  std::map<const clang::VarDecl *, std::vector<Mention>> Mentions;   ///< of candidates and parameters
  llvm::DenseMap<const clang::DeclRefExpr *, Use> Uses;
  llvm::DenseMap<const clang::VarDecl *, llvm::BitVector> Objects;   ///< what a variable is, a parameter leads to
};

} // namespace ckpt
#endif
