//===- Allocations.h - what blocks hold, told where they are allocated ---------===//
//
// Purpose: gives allocations the type of what they allocate: the library's get
// it as an argument (ckptg_malloc, ...), what the program's own allocators
// return or put where an argument says is typed behind the call (ckpt_abi.h,
// "heap"). What the size of a block tells is in analysis/Sizes.h.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_ALLOCATIONS_H
#define CKPT_REWRITE_ALLOCATIONS_H

#include "../analysis/Facts.h"
#include "Frames.h"
#include "TypeTables.h"

namespace ckpt {

/// Registers edits, also of #pragma ckpt type. Calls that may be lowered get their wrap in \p Oracle too.
/// Returns the element types' descriptors, for the unit's table.
/// \param Declarations of variables that the edits use, to stand before all
std::vector<std::string> rewriteAllocations(Unit &U, TypeTables &Types, const Facts &F, CallOracle &Oracle, std::string &Declarations);
/// Reports an argument of #pragma ckpt type that can't be; true: none.
bool checkTypeMark(Unit &U, const clang::CallExpr *Mark);
/// For --ckpt-check: blocks of which only the pointer tells what they are.
void warnOfUntold(Unit &U, const TypeTables &Types, const Facts &F);

} // namespace ckpt
#endif
