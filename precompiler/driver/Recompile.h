//===- Recompile.h - instrumented objects in place of plain ones ----------===//
//
// Purpose: for each linked object, emit its units for the program's closure
// and compile them with the compiler and flags of the first time.
// Output:  a new object where something changed; the plain one stays else.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_RECOMPILE_H
#define CKPT_DRIVER_RECOMPILE_H

#include "Compile.h"
#include "Linked.h"

namespace ckpt {

/// Compile again what the closure needs, S.CL.Ckpt.Jobs at a time.
/// \returns per object the new file's name, empty if it stays as it is.
llvm::Expected<std::vector<std::string>> recompile(Session &S, const std::vector<LinkedObject> &Objects,
                                                   const Closure &C);

} // namespace ckpt
#endif
