//===- TypesApart.h - types that the user's compiler may see otherwise ----------===//
//
// Purpose: rows of variables and temporaries are written with the types that
// Clang gives to expressions. gcc gives others to what is computed of bit-fields
// wider than int, and to calls of functions that nobody declares and gcc knows
// (`j0(x)`, `__builtin_sqrtf64(x)`). Where such a type would be written, the unit
// is refused, or asks the user's compiler whether it is the same.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPESAPART_H
#define CKPT_REWRITE_TYPESAPART_H

#include "Frames.h"

namespace ckpt {

/// \param HasFrames can that function reach a site?
/// \returns assertions for the end of the unit
std::string guardTypes(Unit &U, const CallOracle &Oracle, llvm::function_ref<bool(const clang::FunctionDecl *)> HasFrames);

} // namespace ckpt
#endif
