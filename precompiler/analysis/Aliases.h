//===- Aliases.h - other names of checkpointable functions --------------------===//
//
// Purpose: calls are told apart by the names of functions. A function that has
// another name for the linker (alias, an assembler label) would be called past
// the tables, so that is refused.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_ALIASES_H
#define CKPT_ANALYSIS_ALIASES_H

#include "../rewrite/Unit.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace ckpt {

/// Reports declarations of functions that are, to the linker, one for which \p InClosure says yes.
void checkAliases(Unit &U, llvm::function_ref<bool(llvm::StringRef Name)> InClosure);

/// Both names of each function that a unit declares under two: what calls one of them calls the other.
std::vector<std::string> otherNames(const Unit &U);

} // namespace ckpt
#endif
