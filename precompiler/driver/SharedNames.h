//===- SharedNames.h - names that several parts of a program know ---------===//
//
// Purpose: of the names that the linker joins, which could lead from one part of
// the program to another: objects with and without notes, libraries that are
// loaded with it or later, the linker's options and scripts.
// Input:   what the link took in, and its command.
// Invariant: what is not understood makes all names such.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_SHAREDNAMES_H
#define CKPT_DRIVER_SHAREDNAMES_H

#include "CommandLine.h"
#include "Linked.h"

namespace ckpt {

/// None: any name may be shared. The same on all machines, but for libraries that are others there: what one leaves out of an image another must not want.
llvm::Expected<std::optional<std::set<std::string>>> sharedNames(const LinkedSet &Linked, const std::vector<UnitSummary> &Units, const CommandLine &CL);

/// Functions that need not be what their unit has: of two objects, of libraries, named by the linker's options and scripts. None: any need not.
llvm::Expected<std::optional<std::set<std::string>>> replaceableNames(const LinkedSet &Linked, const CommandLine &CL);

} // namespace ckpt
#endif
