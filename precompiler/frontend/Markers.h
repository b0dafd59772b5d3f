//===- Markers.h - what exclude and hooks become for Clang ---------------------===//
//
// Purpose: the C that stands for `#pragma ckpt exclude(...)`, `on_restart(...)` and
// `on_checkpoint(...)` in the text to parse, so that Clang looks names and types up.
// Input:   the argument of the pragma.   Output: C on one line.
// In a function  exclude(x)   becomes  __ckpt_exclude(sizeof(x));
//                exclude(*p)  becomes  __ckpt_exclude_block(&(*p));
// outside        exclude(x)   becomes  typedef __typeof__(x) __ckpt_excluded_N;
//                no_site(f)   becomes  typedef __typeof__(f) __ckpt_no_site_N;
//                on_restart(c) becomes a function ckptg_on_restart_N that makes the call;
// on a site's line it becomes a statement behind the site, __ckpt_on_restart(N, __ckpt_at_times && ((__ckpt_now(N), (c)), 0)):
// not each time; what is live behind __ckpt_now is what a restart at that site needs.
//                on_checkpoint(c), both, is the same by its own name
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_MARKERS_H
#define CKPT_FRONTEND_MARKERS_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class Stmt;
class TypedefNameDecl;
} // namespace clang

namespace ckpt {

/// Splits at commas outside of parentheses and literals.
std::vector<llvm::StringRef> splitAtCommas(llvm::StringRef S);

/// The markers of exclude(lvalue, ...); \p N numbers the pragmas of a unit. Wrong syntax: \p Error is set.
std::string excludeMarkers(llvm::StringRef Argument, bool InFunction, unsigned N, std::string &Error);

/// no_site(function, ...).
std::string noSiteMarkers(llvm::StringRef Argument, unsigned N);

/// What a pragma of the program's calls: on_restart, on_checkpoint.
enum class Hook { Restart, Checkpoint };

/// A hook outside functions.
std::string hookFunction(Hook H, llvm::StringRef Call, unsigned N);

/// A hook on the line of site \p Site.
std::string hookStatement(Hook H, llvm::StringRef Call, unsigned Site);

// What Clang has made of them.

/// A statement of hookStatement(): the hook and its site.
std::optional<std::pair<Hook, int>> hookMark(const clang::Stmt *S);
/// The site whose on_restart a __ckpt_now stands in front of, or -1.
int nowOf(const clang::CallExpr *C);

/// The program's expression in it.
const clang::Expr *hookExpression(const clang::CallExpr *Mark);
/// A function of hookFunction().
std::optional<Hook> hookOf(const clang::FunctionDecl *F);
/// What a marker of exclude names; null if it is none.
const clang::Expr *excludedBy(const clang::TypedefNameDecl *T);
const clang::Expr *excludedBy(const clang::CallExpr *C);
/// What a marker of no_site names; null if it is none.
const clang::Expr *noSiteIn(const clang::TypedefNameDecl *T);
/// Is it a marker of either that names a type?
bool isMarkerOfType(const clang::TypedefNameDecl *T);
/// The pointer of __ckpt_exclude_block(&(*p)); null if it is none.
const clang::Expr *excludedBlock(const clang::CallExpr *C);

} // namespace ckpt
#endif
