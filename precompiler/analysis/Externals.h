//===- Externals.h - names that a unit shares with others, or could -------===//
//
// Purpose: which names of the linker's a unit defines or mentions. One that no
// other part of the program knows is as good as static (Unit::isOwn).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_EXTERNALS_H
#define CKPT_ANALYSIS_EXTERNALS_H

#include "../rewrite/Unit.h"

namespace ckpt {

/// In order, each once. Words of assembler, and of pragmas that are no C to Clang, are among them, whatever they are.
std::vector<std::string> externalNames(const Unit &U);

} // namespace ckpt
#endif
