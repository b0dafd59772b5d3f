//===- Link.h - from objects to a program that can be checkpointed --------===//
//
// Purpose: link as cc does; if the program has a checkpoint site, instrument
// the units that it is made of and link again, with the runtime.
//
// A program without a site is exactly what cc makes: objects are compiled
// plainly, and tables come in only here, with the closure at hand.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_LINK_H
#define CKPT_DRIVER_LINK_H

#include "Compile.h"

namespace ckpt {

/// Compile the sources of the command line and link.
/// \param Ckptcc this program's file, beside which the runtime is found.
int linkProgram(Session &S, const std::string &Ckptcc);

} // namespace ckpt
#endif
