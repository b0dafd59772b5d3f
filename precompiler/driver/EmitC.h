//===- EmitC.h - --ckpt-emit-c --------------------------------------------===//
//
// Purpose: show the instrumented C of the files given; nothing is compiled.
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
