//===- StaticFlow.h - live static variables backwards through a function ----------===//
//
// Purpose: one function at a time, from what is live behind its end to what is
// live before its beginning, and at each call and site in between. A full
// expression is one step: all that it reads is read first, whatever order the
// compiler chooses; what it surely writes has been written when it is done.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_STATICFLOW_H
#define CKPT_ANALYSIS_STATICFLOW_H

#include "FullWrites.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt {

/// What a call of a function does, to whom looks at variables with static storage.
struct CallEffect {
  llvm::BitVector Reads;    ///< before it writes all of them
  llvm::BitVector Through;  ///< may be unwritten, or read, when it has returned
  std::vector<FullWrites::Fill> Fills = {}; ///< what parameters lead to, as far as it has surely been written when it has returned
};

/// Asks what a call does, and is told what is live when it has returned.
class CallSink {
public:
  virtual ~CallSink() = default;
  /// Null: a function that is not of the unit.
  virtual const CallEffect *effect(const clang::CallExpr *C) = 0;
  virtual void liveAfter(const clang::CallExpr *C, const llvm::BitVector &Live) = 0;
};

class StaticFlow {
public:
  StaticFlow(const StaticUses &Uses, const FullWrites &Writes, CallSink &Calls) : Uses(Uses), Writes(Writes), Calls(Calls) {}
  /// What is live before \p Body, if \p AtExit is behind it.
  llvm::BitVector run(const clang::Stmt *Body, const llvm::BitVector &AtExit);
  /// What \p Body surely fills on every way to its end.
  std::vector<FullWrites::Fill> fills(const clang::Stmt *Body);
  /// Only statements that run() knows, and no jump out of an expression.
  static bool understands(const clang::Stmt *Body);

private:
  using Set = llvm::BitVector;
  struct Around { ///< where break and continue lead, and what the cases of a switch need
    const Set *Break, *Continue;
    Set *Cases;
    bool *HasDefault;
  };
  struct Expression { ///< what a full expression does by itself, and its calls
    Set Reads, Writes;
    std::vector<const clang::CallExpr *> Inside, Surely;
    bool Repeats = false; ///< calls may be made more than once
    int Assigned = -1;    ///< its last act is to assign all of this
  };
  Set before(const clang::Stmt *S, const Set &After, const Around &A);
  Set beforeExpression(const clang::Stmt *S, const Set &After);
  Set beforeFor(const clang::ForStmt *L, const Set &After, const Around &A);
  Set beforeSwitch(const clang::SwitchStmt *S, const Set &After, const Around &A);
  Set loop(const clang::Expr *Cond, const clang::Stmt *Body, const clang::Expr *Inc, const Set &After, const Around &A, bool BodyFirst);
  void merge(Set &Into, const Set &More);
  const Expression &look(const clang::Stmt *S);
  Set readsOf(const clang::ForStmt *L, const FullWrites::Loop &W);

  const StaticUses &Uses;
  const FullWrites &Writes;
  CallSink &Calls;
  std::map<const clang::LabelDecl *, Set> Labels;
  Set AnyLabel, AtExit;
  bool Changed = false; ///< at a label
  const FullWrites::Fill *Filled = nullptr; ///< that is asked for: loops that do so write what the parameter leads to
  std::map<const clang::Stmt *, Expression> Known;
  std::map<const clang::ForStmt *, FullWrites::Loop> Loops;
};

} // namespace ckpt
#endif
