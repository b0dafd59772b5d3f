//===- WeakCalls.h - calls in restart copies ask for nothing of the linker -----===//
//
// Purpose: what a compiler sees to be dead in a function (`p` is null wherever
// it comes to this place) is live in its restart copy, where locals come from
// an image: a call there would ask the linker for a function that the program
// does without. So restart copies call by weak references. Beside a call that
// is left in the function itself they are ordinary ones.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_WEAKCALLS_H
#define CKPT_REWRITE_WEAKCALLS_H

#include "Frames.h"

namespace ckpt {

/// Rename the callees in \p Fn, of which the hot copy has been rendered.
/// \returns what is to stand in front of the restart copy
std::string weakenCalls(Unit &U, const clang::FunctionDecl *Fn, const CallOracle &Oracle);

} // namespace ckpt
#endif
