//===- SharedNames.h - names that several parts of a program know ---------===//
//
// Purpose: of the names that the linker joins, which could lead from one part of
// the program to another: objects with and without notes, libraries that are
// loaded with it or later, the linker's options and scripts.
// Input:   what the link took in, and the program that it made of that.
// Invariant: what is not understood makes all names such.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_SHAREDNAMES_H
#define CKPT_DRIVER_SHAREDNAMES_H

#include "CommandLine.h"
#include "Linked.h"

namespace ckpt {

/// \p Program: as the user's own command linked it. None: any name may be shared.
llvm::Expected<std::optional<std::set<std::string>>> sharedNames(const LinkedSet &Linked, const std::vector<UnitSummary> &Units, const CommandLine &CL,
                                                                 const std::string &Program);

} // namespace ckpt
#endif
