//===- Tables.h - a unit's tables ---------------------------------------------===//
//
// Purpose: emits what the runtime must know of a unit: its variables, the
// functions whose address it takes, its literals, its checkpointable functions;
// and the constructor that registers them.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TABLES_H
#define CKPT_REWRITE_TABLES_H

#include "../analysis/Recomputed.h"
#include "Hoist.h"
#include "StaticLiterals.h"
#include "../analysis/ForeignConstants.h"
#include "TypeTables.h"

namespace ckpt {

/// Variables whose memory cannot be carried become errors at their line.
void checkVariables(Unit &U, TypeTables &Types, const Facts &F);

/// \p Functions  identifiers of the function descriptors ("ckptg_fn1", ...)
/// \p Changes    not 0: there is a table ckptg_changes
std::string emitUnitTables(Unit &U, TypeTables &Types, const Facts &F, const DeadStatics &Dead, const Recomputed &Again, const HoistResult &H,
                           const StaticLiterals &Named, const std::vector<ForeignConstant> &Foreign,
                           const std::vector<std::string> &Functions, const std::vector<std::string> &AllocatedTypes, size_t Changes);

} // namespace ckpt
#endif
