//===- Depends.h - dependency files: their names, and side files in them --===//
#ifndef CKPT_DRIVER_DEPENDS_H
#define CKPT_DRIVER_DEPENDS_H

#include "CommandLine.h"

namespace ckpt {

/// The words with which the compiler names the dependency file of \p Input, and what it says depends, as it would for \p Object if that is \p Made
/// elsewhere, or by a command that also links.
Words dependWords(const CommandLine &CL, const Arg &Input, const std::string &Object, const std::string &Made);

/// Put the command's side files into that file: what they annotate is made again when they change.
llvm::Error addDepends(const CommandLine &CL, const Arg &Input, const std::string &Object);

} // namespace ckpt
#endif
