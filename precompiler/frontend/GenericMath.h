//===- GenericMath.h - <tgmath.h> by gcc's built-in ------------------------------===//
//
// Purpose: gcc's sqrt(x) of <tgmath.h> is `__builtin_tgmath (sqrtf, sqrt, sqrtl,
// csqrtf, csqrt, csqrtl, (x))`, of which Clang knows nothing: it would be a call
// that returns an int. Of the functions Clang gets to see that for double, and
// that for double _Complex; overloaded declarations have the type of the result.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_GENERICMATH_H
#define CKPT_FRONTEND_GENERICMATH_H

#include "Blanked.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <vector>

namespace ckpt {

/// Gives such calls another name, as long as the one they have, and blanks the functions that do not matter.
/// \returns what declareGenericMath() is to declare
std::set<std::string> renameGenericMath(std::string &Text, std::vector<Blanked> &Hidden);

std::string declareGenericMath(const std::set<std::string> &Names, bool HasFloat128);

/// Is it the name of the declarations that take what none of the others does? Of the result nothing is known then.
bool isGenericMath(llvm::StringRef Name);

} // namespace ckpt
#endif
