//===- ForeignConstants.h - constants that no C file defines -----------------===//
//
// Purpose: what `.incbin`, assembler, an object of another compiler's define
// and a unit declares (`extern const char blob[], blob_end[]`): pointers to
// them need a target, and the units that define variables have none for them.
// How many bytes there are the linker's inputs say, when the program is linked.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_FOREIGNCONSTANTS_H
#define CKPT_ANALYSIS_FOREIGNCONSTANTS_H

#include "../rewrite/Unit.h"
#include "clang/AST/Decl.h"

namespace ckpt {

struct ForeignConstant {
  const clang::VarDecl *Variable;
  clang::QualType Type; ///< all of it: an array that is declared without a bound has one here
};

/// The name by which the linker knows a variable.
llvm::StringRef linkName(const clang::VarDecl *V);

/// Those that the unit declares and uses.
std::vector<ForeignConstant> foreignConstants(const Unit &U, const Closure &C);

} // namespace ckpt
#endif
