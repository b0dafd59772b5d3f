//===- Calls.h - allocations and library calls --------------------------------===//
//
// Purpose: gives allocations the type of what they allocate, and sends calls of
// library functions whose state is carried to libckpt (ckpt_wraps.def).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_CALLS_H
#define CKPT_REWRITE_CALLS_H

#include "../analysis/Facts.h"
#include "Frames.h"
#include "TypeTables.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt {

/// Registers edits, also of #pragma ckpt type. Calls that may be lowered get their wrap in \p Oracle too.
/// Returns the element types' descriptors, for the unit's table.
/// \param Declarations of variables that the edits use, to stand before all
std::vector<std::string> rewriteAllocations(Unit &U, TypeTables &Types, const Facts &F, CallOracle &Oracle, std::string &Declarations);
/// Reports an argument of #pragma ckpt type that can't be; true: none.
bool checkTypeMark(Unit &U, const clang::CallExpr *Mark);
/// For --ckpt-check: blocks of which only the pointer tells what they are.
void warnOfUntold(Unit &U, const TypeTables &Types, const Facts &F);
void rewriteWrapped(Unit &U, const Facts &F);

/// Guards calls from checkpointable functions to code outside the closure that
/// is handed a function: a site reached through it ends the capture.
void guardForeignCalls(Unit &U, const FunctionFacts &Fn, CallOracle &Oracle);

/// Takes noreturn, pure, const, malloc, returns_nonnull, leaf off every
/// declaration of a checkpointable function and off pointers to functions: such
/// a function may return early, with a value of no meaning.
void stripAttributes(Unit &U, llvm::function_ref<bool(const clang::FunctionDecl *)> InClosure);

} // namespace ckpt
#endif
