//===- PragmaMacros.h - macros in the arguments of #pragma ckpt ----------------===//
//
// Purpose: `cc -E` leaves the lines of pragmas that it does not know as they
// are. So the arguments of if(), type(), variant(), changed(), exclude(), on_restart() and on_checkpoint() are expanded by the same compiler,
// with the macros that are defined where the pragma stands.
// Input:   a unit's preprocessed text, annotations in it; the same unit as
//          `cc -E -dD` prints it, with its #define and #undef lines.
// Output:  a text for `cc -E` that has those of its lines that matter and, at
//          their places, the arguments; what it printed is put into the unit's text.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_PRAGMAMACROS_H
#define CKPT_FRONTEND_PRAGMAMACROS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace ckpt {

/// What `cc -E` prints of a unit, made of what `cc -E -dD` does: each #define and #undef becomes an empty line. nullopt if such a line may be one of
/// a raw string.
std::optional<std::string> withoutMacros(llvm::StringRef WithMacros);

/// Has some pragma of the text an argument that may have macros in it?
bool mayNeedMacros(llvm::StringRef Text);

/// The text to be preprocessed; nullopt if no argument has a macro in it, or \p WithMacros is of another unit.
std::optional<std::string> argumentsToExpand(llvm::StringRef Text, llvm::StringRef WithMacros, llvm::StringRef Main);

/// \p Text with the arguments that \p Printed, the other's output, has for it.
std::string withExpanded(llvm::StringRef Text, llvm::StringRef Printed);

} // namespace ckpt
#endif
