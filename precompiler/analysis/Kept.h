//===- Kept.h - values that a checkpoint would find -----------------------------===//
//
// Purpose: where a value goes, through parentheses, casts and arithmetic, and
// whether it is kept there while a site is passed: in a variable with static
// storage, behind a pointer, in a local that is live at a resume point.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_KEPT_H
#define CKPT_ANALYSIS_KEPT_H

#include "../rewrite/Unit.h"
#include "Facts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>
#include <map>

namespace ckpt {

/// Which locals are live at some resume point of their function.
class LiveAcross {
public:
  /// \p IsResume: sites, and calls that can reach one. \p Reaches: functions that can.
  LiveAcross(const Facts &F, std::function<bool(const clang::CallExpr *)> IsResume,
             std::function<bool(const clang::FunctionDecl *)> Reaches)
      : F(F), IsResume(std::move(IsResume)), Reaches(std::move(Reaches)) {}
  /// True where nothing is known: other names may lead to the variable.
  bool contains(const clang::VarDecl *V, const clang::FunctionDecl *Fn);
  /// Is it named again after a resume point? Of arrays and of what is passed by its address this says more.
  bool namedAfter(const clang::VarDecl *V, const clang::FunctionDecl *Fn) { return reaches(Fn) && across(Fn).count(V); }
  bool reaches(const clang::FunctionDecl *Fn) const { return Fn && Reaches(Fn); }
  bool isResume(const clang::CallExpr *C) const { return IsResume(C); }

private:
  using Set = llvm::DenseSet<const clang::VarDecl *>;
  const Set &across(const clang::FunctionDecl *Fn);
  const Facts &F;
  std::function<bool(const clang::CallExpr *)> IsResume;
  std::function<bool(const clang::FunctionDecl *)> Reaches;
  std::map<const clang::FunctionDecl *, Set> Known;
};

/// What is followed: a number made of an address, a number made of a layout,
/// any other number, a pointer.
enum class Followed { Address, Layout, Number, Pointer };

class Kept {
public:
  Kept(Unit &U, LiveAcross &Live) : U(U), Live(Live) {}
  /// Is the value of \p E, which stands in \p Fn, kept where a checkpoint may find it?
  bool keeps(const clang::Expr *E, const clang::FunctionDecl *Fn, Followed What);
  bool keptIn(const clang::VarDecl *V, const clang::FunctionDecl *Fn);
  /// Is an lvalue part of what a checkpoint saves? What a pointer leads to is.
  bool keptBy(const clang::Expr *L, const clang::FunctionDecl *Fn);

private:
  bool isHandedOver(const clang::VarDecl *V, const clang::FunctionDecl *Fn) const;
  Unit &U;
  LiveAcross &Live;
};

} // namespace ckpt
#endif
