//===- Outcomes.h - ways on which a call has opened something -------------===//
//
// Purpose: `if (s < 0)`, `switch (fork())`, `p == MAP_FAILED`: which conditions
// can be so, and which ways from a block of the graph can be taken, where the
// call that is looked at has opened something.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_CHECKS_OUTCOMES_H
#define CKPT_CHECKS_OUTCOMES_H

#include "Places.h"
#include "StillOpen.h"

namespace clang {
class CFGBlock;
}

namespace ckpt {

class Outcomes {
public:
  /// \p Result: where the call's value is; \p Thing: where what it opened is.
  Outcomes(clang::ASTContext &Ctx, const Opening &O, const Place &Result, const Place &Thing) : Ctx(Ctx), O(O), Result(Result), Thing(Thing) {}
  /// If the value of an expression is what the call returned, or one end of a pair: what it is where something was opened. \p Known: Result
  /// still has it.
  std::optional<llvm::ArrayRef<int64_t>> valuesOf(const clang::Expr *E, bool Known) const;
  /// Can the way from one block to another be taken?
  bool canTake(const clang::CFGBlock *B, unsigned Way, const clang::CFGBlock *To, bool Known) const;

private:
  bool canBe(const clang::Expr *Condition, bool Outcome, bool Known) const;

  clang::ASTContext &Ctx;
  const Opening &O;
  const Place &Result, &Thing;
};

} // namespace ckpt
#endif
