//===- Frames.h - the two copies of a checkpointable function -----------------===//
//
// Purpose: rewrites one checkpointable function. The hot copy tests after each
// call to a checkpointable function whether a checkpoint is being captured,
// hands its live locals over by value and returns. The restart copy jumps to
// its resume point, takes the locals back and goes on.
// Input:   the function's AST, the closure, liveness; other passes' edits.
// Output:  text of both copies and of the function's tables.
// Calls to checkpointable functions inside larger expressions move into
// temporaries in the order C11 promises (6.5, 6.5.13-6.5.17, annex C).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_FRAMES_H
#define CKPT_REWRITE_FRAMES_H

#include "../analysis/DeadStatics.h"
#include "../analysis/Facts.h"
#include "../analysis/Liveness.h"
#include "Decisions.h"
#include "TypeTables.h"
#include <functional>

namespace ckpt {

/// What the frame emitter asks of the rest of the program.
struct CallOracle {
  /// Can a site be reached from this call?
  std::function<bool(const clang::CallExpr *)> IsCheckpointable;
  /// Text put around a call that is not lowered ("ckptg_typed(" ...), or {}.
  llvm::DenseMap<const clang::Expr *, std::pair<std::string, std::string>> Wraps;
};

/// Labels for `continue` in loops whose condition or increment holds a call.
using ContinueLabels = llvm::DenseMap<const clang::Stmt *, std::string>;

/// A compound literal with an address: an object of its block (C11 6.5.2.5p5)
/// that becomes a variable with a name; or a temporary with one (6.2.4p8).
struct BlockLiteral {
  const clang::Expr *Literal;
  std::string Code;
  std::string User;  ///< name in images: its type, and which of those of that type in the function
  std::string Zeros; ///< its initialiser, or empty
};

/// What prepareFrames found out.
struct Prepared {
  ContinueLabels Continues;
  llvm::DenseMap<const clang::CompoundStmt *, std::vector<BlockLiteral>> Literals;
  std::vector<const clang::CallExpr *> Jumps;  ///< calls of setjmp
  std::vector<std::string> JumpNames;          ///< theirs in images: the buffer, and which of those with that one
  std::vector<const clang::Expr *> BoundCalls; ///< bounds of array types that are resume points
  std::map<const clang::VarDecl *, std::string> Zeros; ///< " = 0", for locals without initialiser; empty: none (Clearing::clear)
  llvm::DenseSet<const clang::VarDecl *> InBounds; ///< variables in bounds of array types that Clang's graph does not have
};

struct FrameText {
  std::string Hot, Restart; ///< complete definitions
  std::string Tables;       ///< after all types are known to the unit
  std::vector<ResumeDecisions> Decisions; ///< of its resume points, in order
};

/// Registers the edits both copies need: const taken off locals that must be
/// restored, shadowing locals renamed, locals that begin as zeros, `continue` of restructured loops.
Prepared prepareFrames(Unit &U, const TypeText &Text, const Variants &Tagged, const FunctionFacts &Fn, const CallOracle &Oracle);

/// \p Name     the descriptor's identifier, "ckptg_fn3"
FrameText emitFrames(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
                     const FunctionFacts &Fn, const CallOracle &Oracle,
                     const Prepared &Ready, const DeadStatics &Dead, const std::string &Name,
                     bool NoLiveness);

/// setjmp under any of its names (Jumps.cpp): treated as a resume point, for a jump may go on there.
bool isSetjmp(const clang::CallExpr *C);

/// Is \p S, or anything evaluated in it, a resume point?
bool containsResume(const clang::Stmt *S, const CallOracle &Oracle);

} // namespace ckpt
#endif
