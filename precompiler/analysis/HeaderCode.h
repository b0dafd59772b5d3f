//===- HeaderCode.h - the program's code in headers of the system's -------------===//
//
// Purpose: a header that the compiler takes for the system's (`-isystem`, as
// CMake's SYSTEM directories, /usr/local/include, `#pragma GCC system_header`)
// may have functions and tables that are as good as the program's: what they
// call of the C library is to come back, too, they may reach sites through what
// they are given, and the program may hold pointers to their tables. The C
// library's and the compiler's own functions there are none: `extern` and
// gnu_inline, or without a call that matters to a checkpoint (__bswap_32).
// Of all of them only what the unit's own code reaches counts; the compiler
// drops the rest, and that may refer to what is nowhere defined.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_HEADERCODE_H
#define CKPT_ANALYSIS_HEADERCODE_H

#include "../rewrite/Unit.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace ckpt {

/// A definition that is only there to be inlined: the function is a library's.
bool isLibrarysInline(const clang::FunctionDecl *F);

class HeaderCode {
public:
  explicit HeaderCode(const Unit &U);
  /// Does the compiler emit it, or what it emits mention it? False for what is static or inline in such a header and nothing uses.
  bool isReached(const clang::Decl *D) const { return Reached.count(D->getCanonicalDecl()); }
  /// Is that function, which has its body in a header of the system's, the program's?
  bool isProgrammed(const clang::FunctionDecl *F) { return isReached(F) && !isLibrarysInline(F) && matters(F); }

private:
  /// May what a checkpoint keeps depend on that body? A call that may reach a site, one that the run time stands in for, an object with an address.
  bool matters(const clang::FunctionDecl *F);

  llvm::DenseSet<const clang::Decl *> Reached;
  llvm::DenseMap<const clang::FunctionDecl *, bool> Matters;
};

} // namespace ckpt
#endif
