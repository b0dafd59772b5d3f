//===- Variadic.h - unnamed arguments after a restart -------------------------===//
//
// Purpose: a restart calls a function with arguments of no meaning and puts its
// named parameters back; the unnamed ones are gone. So va_start must not run
// after a resume point.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_VARIADIC_H
#define CKPT_ANALYSIS_VARIADIC_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace ckpt {

/// The va_starts of \p F that can run after one of its resume points.
std::vector<const clang::CallExpr *> lateStarts(const clang::FunctionDecl *F,
                                                llvm::function_ref<bool(const clang::CallExpr *)> IsResume);

} // namespace ckpt
#endif
