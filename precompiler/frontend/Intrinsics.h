//===- Intrinsics.h - the compiler's own headers of vector instructions --------===//
//
// Purpose: <immintrin.h>, <arm_neon.h> and their like define functions by
// built-ins that only the compiler they belong to has. Clang gets their
// declarations alone.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_INTRINSICS_H
#define CKPT_FRONTEND_INTRINSICS_H

#include "Blanked.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace ckpt {

/// Blanks the bodies of the functions that such headers define; all else stays
/// where it is.
/// \param Text preprocessed, with line markers
void blankIntrinsics(std::string &Text, std::vector<Blanked> &Hidden);

/// Definitions of the types that gcc has built in for such headers, for those
/// that the text uses; each is a vector of that size.
std::string vectorTypes(llvm::StringRef Text);

/// Declarations of the built-ins that gcc's headers name in macros (without optimisation, for their operands are constants) and that Clang has by
/// other names.
std::string instructions(llvm::StringRef Text);

} // namespace ckpt
#endif
