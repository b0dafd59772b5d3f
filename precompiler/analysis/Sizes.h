//===- Sizes.h - what an allocation's size says of the block ------------------===//
//
// Purpose: `n * sizeof(T)` is an array of T; `sizeof(T) + n` is one T, and
// something else behind it; `n` tells nothing. A local variable that is only
// ever set to sizes of one form says what they say.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_SIZES_H
#define CKPT_ANALYSIS_SIZES_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace ckpt {

struct BlockSize {
  enum Form {
    Untold,  ///< no sizeof in it
    Product, ///< none, but it is multiplied by what is no constant: several of something
    Exact,   ///< sizeof(T)
    Begins,  ///< sizeof(T) or offsetof(T, member), and more
    Several, ///< n * sizeof(T)
    Part,    ///< n * sizeof(T), and room to spare
    Mixed    ///< sizes of several types, or of one and of what is not known: none of them is the block's
  } Is = Untold;
  clang::QualType T; ///< of Exact ... Part
};

/// What local variables are set to; a null pointer is a value that no expression shows (++, +=, scanf(&n)).
using Definitions = llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Expr *, 2>>;

/// The size that a call asks for. Its arguments are known by the function's name (C11 7.22.3, posix_memalign, reallocarray); those of the
/// program's own allocators are the first that tells something.
/// \param Name of the library's function, or empty
BlockSize sizeAskedFor(const clang::CallExpr *Call, llvm::StringRef Name, const Definitions &Defs, const clang::ASTContext &Ctx);

} // namespace ckpt
#endif
