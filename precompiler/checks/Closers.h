//===- Closers.h - calls that close what a call opened --------------------===//
//
// Purpose: which functions of the library close what, and which of the
// program's do so by calling them, for something that they were given.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_CHECKS_CLOSERS_H
#define CKPT_CHECKS_CLOSERS_H

#include "Checks.h"

namespace ckpt {

/// Is it a call of a function of one of these names?
bool isNamed(const clang::CallExpr *X, llvm::ArrayRef<llvm::StringRef> Names);
/// Is it a call of what closes ("wait": each function that waits)? A stream on a descriptor is closed by another name.
bool isCloser(const clang::CallExpr *X, llvm::StringRef Closer);
/// Does a function, or one that it calls, call the closer, and not for what the caller made itself?
bool callsCloser(Unit &U, const clang::FunctionDecl *F, llvm::StringRef Closer);

} // namespace ckpt
#endif
