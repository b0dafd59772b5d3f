//===- LibraryNames.h - what the C library has ----------------------------===//
//
// Purpose: the names that the target's C library exports, so that a function of
// another library is known for one.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_LIBRARYNAMES_H
#define CKPT_DRIVER_LIBRARYNAMES_H

#include "Compile.h"

namespace ckpt {

/// Of libc, libm and libpthread where the compiler has them as shared
/// libraries; empty where it has not.
std::set<std::string> libraryNames(Session &S);

} // namespace ckpt
#endif
