//===- Reaching.h - which definitions of a local variable reach a place -------===//
//
// Purpose: of a variable that holds one size here and another one there, the
// one that counts at an allocation.
// Form: a function's control-flow graph, searched backwards from the place.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_REACHING_H
#define CKPT_ANALYSIS_REACHING_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace ckpt {

class Reaching {
public:
  explicit Reaching(const clang::FunctionDecl *F);
  Reaching(Reaching &&) = default;

  /// The statements that define V last before At: declarations with an
  /// initialiser, assignments, ++ and --. The function's body stands for what
  /// a parameter has from its caller. V's address must not be taken.
  /// \returns nullopt if it cannot be told: At is not in the graph, nothing
  /// defines V before it, or the function calls setjmp
  std::optional<llvm::SmallVector<const clang::Stmt *, 2>> before(const clang::VarDecl *V, const clang::Stmt *At) const;

private:
  const clang::FunctionDecl *F;
  std::unique_ptr<clang::CFG> Graph; ///< null: Clang has none
  llvm::DenseMap<const clang::Stmt *, std::pair<const clang::CFGBlock *, unsigned>> Places;
};

} // namespace ckpt
#endif
