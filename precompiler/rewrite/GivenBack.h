//===- GivenBack.h - the run time is told of memory that lists keep ----------------===//
//
// Purpose: puts ckptg_linked, ckptg_unlinked and ckptg_again (ckpt_abi.h, "lists")
// where memory goes on lists of what was given back, comes off, and is handed
// out again (analysis/FreeLists.h).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_GIVENBACK_H
#define CKPT_REWRITE_GIVENBACK_H

#include "../analysis/FreeLists.h"
#include "TypeTables.h"

namespace ckpt {

/// Registers edits; adds the descriptors that they use to \p Used.
void rewriteGivenBack(Unit &U, TypeTables &Types, const FreeLists &Lists, std::vector<std::string> &Used);

} // namespace ckpt
#endif
