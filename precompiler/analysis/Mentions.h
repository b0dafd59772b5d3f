//===- Mentions.h - is a variable or member named? ------------------------===//
#ifndef CKPT_ANALYSIS_MENTIONS_H
#define CKPT_ANALYSIS_MENTIONS_H

#include "clang/AST/Stmt.h"

namespace ckpt {

/// Does its name stand in a statement or expression, in a type (`sizeof(typeof(*p))`) or a statement of that?
bool mentions(const clang::Stmt *S, const clang::ValueDecl *D);

} // namespace ckpt
#endif
