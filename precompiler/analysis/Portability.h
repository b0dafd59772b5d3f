//===- Portability.h - values that mean something else after a restart -------===//
//
// Purpose: warns, at the user's line, of numbers in which an address or a
// layout is kept: another process has other addresses, another machine other
// sizes and offsets, and no table can tell such a number from any other.
// What is only looked at on the spot (an alignment test, a difference of two
// addresses, the size handed to malloc) is not warned of.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_PORTABILITY_H
#define CKPT_ANALYSIS_PORTABILITY_H

#include "Kept.h"

namespace ckpt {

/// Has a type the same size and offsets on all our targets?
bool sameLayoutEverywhere(clang::ASTContext &Ctx, clang::QualType T);

/// What a pointer leads to, whatever it was converted to on the way; null of what is no pointer.
clang::QualType pointeeBehindCasts(const clang::Expr *E);

/// The variable with an array of characters that an expression leads into, or null.
const clang::VarDecl *bytesArray(const clang::Expr *E);

/// Does a pointer lead to a local variable that only has numbers in the order of a network or a file (htonl, htole32)?
bool leadsToWireOrder(const Facts &F, const clang::Expr *Pointer);

/// Does a value of the type have more than one byte, so that it looks otherwise on other machines?
bool isWide(clang::ASTContext &Ctx, clang::QualType T);

/// Warn of all such numbers in a unit, and of arrays of characters that are used as something wider.
void warnOfPortability(Unit &U, const Facts &F, LiveAcross &Live);

} // namespace ckpt
#endif
