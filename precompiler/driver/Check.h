//===- Check.h - --ckpt-check ---------------------------------------------===//
//
// Purpose: all that ckptcc finds in the C files given, as text in Clang's form
// on standard error or as JSON on standard output; nothing is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_CHECK_H
#define CKPT_DRIVER_CHECK_H

#include "Compile.h"

namespace ckpt {

/// \returns 0 if nothing but warnings was found, 1 if errors were (with -Werror: or warnings), 2 if nothing was, and a file could not be read.
int checkSources(Session &S);

} // namespace ckpt
#endif
