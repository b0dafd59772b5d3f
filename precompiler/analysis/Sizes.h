//===- Sizes.h - what an allocation's size says of the block ------------------===//
//
// Purpose: `n * sizeof(T)` is an array of T; `sizeof(T) + n` is one T, and
// something else behind it; `n` tells nothing. A local variable says what the
// sizes say that it may have been set to last.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_SIZES_H
#define CKPT_ANALYSIS_SIZES_H

#include "Reaching.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace ckpt {

struct BlockSize {
  enum Form {
    None = -1, ///< 0: what sums begin with
    Untold,  ///< no sizeof in it
    Product, ///< none, but it is multiplied by what is no constant: several of something
    Exact,   ///< sizeof(T)
    Begins,  ///< sizeof(T) or offsetof(T, member), and more
    Several, ///< n * sizeof(T)
    Part,    ///< n * sizeof(T), and some bytes more
    Rounded, ///< n * sizeof(T), or Part, rounded up
    Mixed    ///< sizes of several types, or of one and of what is not known: none of them is the block's
  } Is = Untold;
  clang::QualType T; ///< of Exact ... Part
  /// Of Begins: what follows.
  enum Rest {
    Nothing,
    Elements, ///< n * sizeof(Of)
    Other     ///< so many bytes; or several things
  } Behind = Nothing;
  clang::QualType Of = {};
};

/// What local variables are set to; a null pointer is a value that no expression shows (++, +=, scanf(&n)).
using Definitions = llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::Expr *, 2>>;

/// Where a call stands: what is known of the variables there.
struct SizeContext {
  const Definitions &Defs;       ///< of all local variables, wherever they are set
  const Reaching *Reach;         ///< of the call's function, for variables whose address is not taken; or null
  llvm::function_ref<bool(const clang::VarDecl *)> AddressTaken;
  const clang::ASTContext &Ctx;
};

/// The size that a call asks for. Its arguments are known by the function's name (C11 7.22.3, posix_memalign, reallocarray); those of the
/// program's own allocators are the first that tells something.
/// \param Name of the library's function, or empty
/// \param Telling gets the numbers of the arguments of the program's own allocator that speak of that type
BlockSize sizeAskedFor(const clang::CallExpr *Call, llvm::StringRef Name, const SizeContext &Context, llvm::SmallVectorImpl<unsigned> &Telling);

/// Have arrays of the one and of the other the same size, wherever the program runs? int and unsigned, two pointers.
bool isSizedAlike(const clang::ASTContext &Ctx, clang::QualType A, clang::QualType B);

} // namespace ckpt
#endif
