//===- Liveness.h - which locals a resume point must save ---------------------===//
//
// Purpose: for each call of a function, the locals whose value may be read
// after it. Clang's LiveVariables does the data flow; switched off, every local
// is live, which makes images larger and never wrong.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_LIVENESS_H
#define CKPT_ANALYSIS_LIVENESS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace ckpt {

class Liveness {
public:
  Liveness(const clang::FunctionDecl *F, bool Off);
  /// May \p V be read after \p Call returns? True where nothing is known.
  bool isLiveAfter(const clang::Expr *Call, const clang::VarDecl *V) const { return Off || isReadAfter(Call, V); }
  /// The same, also where it is switched off: what is refused does not depend on that.
  bool isReadAfter(const clang::Expr *Call, const clang::VarDecl *V) const;

private:
  const bool Off;
  llvm::DenseMap<const clang::Stmt *, llvm::DenseSet<const clang::VarDecl *>> After;
  llvm::DenseMap<int, const clang::Stmt *> Now; ///< of sites with on_restart: where that begins
};

} // namespace ckpt
#endif
