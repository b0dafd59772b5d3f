//===- UnitNames.h - what images call the units of a program --------------===//
//
// Purpose: images name static variables and functions by their unit's source
// file, as it was given to the compiler. Where several units of a program have
// one name (util.c of two directories, a source compiled twice), they get names
// that tell them apart and do not depend on where the program is built.
// Input:   the notes of all that is linked.
// Output:  UnitNote::Name and the summary's File of those units.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_UNITNAMES_H
#define CKPT_DRIVER_UNITNAMES_H

#include "Linked.h"

namespace ckpt {

/// \returns an error if units with state cannot be told apart.
llvm::Error nameUnits(std::vector<LinkedObject> &Objects);

} // namespace ckpt
#endif
