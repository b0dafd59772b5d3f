//===- Explain.h - --ckpt-explain ------------------------------------------===//
//
// Purpose: why each variable of the C files given is saved at each site, or
// not, as text in Clang's form on standard error or as JSON on standard output;
// nothing is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_EXPLAIN_H
#define CKPT_DRIVER_EXPLAIN_H

#include "Compile.h"

namespace ckpt {

/// \returns 0 if all was explained, 1 if a compilation would end with errors, 2 if a file could not be read.
int explainSources(Session &S);

} // namespace ckpt
#endif
