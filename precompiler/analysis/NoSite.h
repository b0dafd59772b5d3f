//===- NoSite.h - functions of #pragma ckpt no_site ------------------------------===//
//
// Purpose: which functions of a unit are said to reach no site. They are left
// out of the closure: what stands in them needs not be fit for a checkpoint.
// The promise is checked when the program runs (rewrite/NoSiteGuards.h).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_NOSITE_H
#define CKPT_ANALYSIS_NOSITE_H

#include "../rewrite/Unit.h"
#include "Facts.h"

namespace ckpt {

class NoSiteFunctions {
public:
  explicit NoSiteFunctions(Unit &U);
  bool contains(const clang::FunctionDecl *F) const { return Functions.count(F->getCanonicalDecl()); }

private:
  llvm::DenseSet<const clang::FunctionDecl *> Functions; ///< canonical
};

/// Names that are no function of this file, or one that cannot be said so of.
void checkNoSite(Unit &U, const Facts &F);

} // namespace ckpt
#endif
