//===- Portability.h - values that mean something else after a restart -------===//
//
// Purpose: warns, at the user's line, of numbers in which an address or a
// layout is kept: another process has other addresses, another machine other
// sizes and offsets, and no table can tell such a number from any other.
// What is only looked at on the spot (an alignment test, a difference of two
// addresses, the size handed to malloc) is not warned of.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_PORTABILITY_H
#define CKPT_ANALYSIS_PORTABILITY_H

#include "../rewrite/Unit.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace ckpt {

/// Has a type the same size and offsets on all our targets?
bool sameLayoutEverywhere(clang::ASTContext &Ctx, clang::QualType T);

/// Warn of all such numbers in a unit. \p Lives tells whether the locals of a
/// function may be live at a checkpoint.
void warnOfPortability(Unit &U, llvm::function_ref<bool(const clang::FunctionDecl *)> Lives);

} // namespace ckpt
#endif
