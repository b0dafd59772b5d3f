//===- FreeLists.h - lists of memory that was given back ---------------------------===//
//
// Purpose: `*(void **)p = list; list = p;` puts a pointer where the type of what p
// leads to may have none, and what that held is over. Where it is taken off and
// handed out again its callers say what it is from then on. These assignments are
// found, so that the run time is told (ckpt_abi.h, "lists").
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_FREELISTS_H
#define CKPT_ANALYSIS_FREELISTS_H

#include "Facts.h"

namespace ckpt {

class FreeLists {
public:
  FreeLists(Unit &U, const Facts &F);

  struct Link {
    const clang::Expr *Pointer; ///< to the memory: under the cast of `*(void **)p`, or the local `l` of `l->next`; null: another function writes the link
    clang::QualType Type;       ///< what it leads to for the link's sake
    const clang::Expr *Head;    ///< what is assigned the memory: the list, where that is no local; else null
  };
  std::vector<Link> Pushed;                     ///< in source order
  std::vector<const clang::Expr *> Popped;      ///< likewise, of lists to which the unit gives memory of another type
  std::vector<const clang::Expr *> HandedAgain; ///< what functions return that their callers give a type, and that comes off a list

  /// Does that function, canonical, return such?
  bool handsAgain(const clang::FunctionDecl *D) const { return Again.contains(D); }

  bool any() const { return !Pushed.empty() || !Popped.empty() || !HandedAgain.empty(); }

private:
  llvm::DenseSet<const clang::FunctionDecl *> Again;
};

} // namespace ckpt
#endif
