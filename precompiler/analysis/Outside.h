//===- Outside.h - pointers that lead out of their array -------------------------===//
//
// Purpose: finds `int *first = table - 20`, the tables of programs that count
// from another number than zero. C has no such pointer (C11 6.5.6p8): nothing
// tells an image which array it belongs to, and what lies there is another
// thing on another machine, or in another build.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_OUTSIDE_H
#define CKPT_ANALYSIS_OUTSIDE_H

#include "Kept.h"

namespace ckpt {

/// Does the initialiser of a variable with static storage make one? Also in a member, or an element.
bool beginsOutside(const Unit &U, const clang::VarDecl *V);
/// ... of a compound literal outside functions?
bool beginsOutside(const Unit &U, const clang::CompoundLiteralExpr *L);

/// Warn of those that are kept in variables while a site is passed, or given to a function that reaches one.
void warnOfOutside(Unit &U, LiveAcross &Live);

} // namespace ckpt
#endif
