//===- EmitC.h - --ckpt-emit-c and --ckpt-check ---------------------------===//
//
// Purpose: show the instrumented C of the files given, or only what the
// precompiler has to say of them; nothing is compiled.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_EMITC_H
#define CKPT_DRIVER_EMITC_H

#include "Compile.h"

namespace ckpt {

/// The closure is that of the C files on the command line.
int emitSources(Session &S);

} // namespace ckpt
#endif
