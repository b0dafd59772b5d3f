//===- Calls.h - library calls, and what declarations promise of functions -----===//
//
// Purpose: sends calls of library functions whose state is carried to libckpt
// (ckpt_wraps.def); sees to it that no call of a checkpointable function is
// taken for one that must return, and that none is reached past a foreign one.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_CALLS_H
#define CKPT_REWRITE_CALLS_H

#include "../analysis/Facts.h"
#include "Frames.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt {

/// Sends calls of library functions whose state is carried to libckpt's own.
void rewriteWrapped(Unit &U, const Facts &F);

/// Guards calls from checkpointable functions to code outside the closure that
/// is handed a function, and calls by an address of which no site is known to
/// be reached: a site reached through it ends the capture.
void guardForeignCalls(Unit &U, const FunctionFacts &Fn, CallOracle &Oracle);

/// Takes noreturn, pure, const, malloc, returns_nonnull, leaf off every
/// declaration of a checkpointable function and off pointers to functions: such
/// a function may return early, with a value of no meaning. Nor does it lie in a
/// section of its own: a capture tells its return addresses by ours.
void stripAttributes(Unit &U, llvm::function_ref<bool(const clang::FunctionDecl *)> InClosure);

} // namespace ckpt
#endif
