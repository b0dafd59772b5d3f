//===- Places.h - where what a call gives is, and where it goes -----------===//
//
// Purpose: a descriptor, a stream, a thread is in a variable, a member or an
// element; these say whether two expressions mean the same one, and which other
// places come to have it. By names: members of the same name count as one where
// the way to them does not tell them apart.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_CHECKS_PLACES_H
#define CKPT_CHECKS_PLACES_H

#include "Checks.h"
#include <optional>

namespace ckpt {

/// The expression that has this one as its operand or part; of the last one of a statement expression, that. Null: none.
const clang::Expr *parentOf(clang::ASTContext &Ctx, const clang::Expr *E);

/// Where something is: a variable, or a member by whatever way to it.
struct Place {
  const clang::ValueDecl *Named = nullptr;
  const clang::VarDecl *Base = nullptr;  ///< the variable that the way begins at
  bool IsLocal = false;           ///< a local itself: whoever is not given it does not know it
  std::optional<int64_t> Index;   ///< of an element, if it is constant
};
Place placeOf(clang::ASTContext &Ctx, const clang::Expr *E);

/// Where what is in one place goes: into others, out of the function, where it is not followed.
struct Copies {
  Copies(clang::ASTContext &Ctx, const clang::FunctionDecl *Fn, const clang::ValueDecl *D);
  bool any() const { return Lost || Returned || !To.empty(); }
  llvm::DenseSet<const clang::ValueDecl *> To;
  bool Returned = false, Lost = false;
};

/// Is a variable given to a function of the program's that puts it somewhere?
bool isGivenAway(clang::ASTContext &Ctx, const clang::FunctionDecl *Fn, const clang::ValueDecl *D);

} // namespace ckpt
#endif
