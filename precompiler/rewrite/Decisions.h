//===- Decisions.h - what is saved of a frame, and why --------------------------===//
//
// Purpose: for each resume point of a function, the variables in scope there
// with the reason for which FrameEmitter::newResume() puts each of them into
// the frame's record, or leaves it out. --ckpt-explain prints them.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_DECISIONS_H
#define CKPT_REWRITE_DECISIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <string>
#include <vector>

namespace ckpt {

enum class Why {
  Dead,       ///< not saved: nothing reads its value
  Excluded,   ///< not saved: #pragma ckpt exclude
  Value,      ///< a value of the expression that goes on behind the call
  Expression, ///< the expression that goes on behind the call reads it
  OpenMP,     ///< a construct of OpenMP mentions it
  Read,       ///< it may be read later
  Jump,       ///< it may be read behind a setjmp that a jump leads back to
  Address     ///< it has an address that others may keep
};

/// Is its value in the image?
inline bool isSaved(Why W) { return W != Why::Dead && W != Why::Excluded; }

struct Decision {
  std::string User;            ///< name in images
  const clang::VarDecl *Decl;  ///< null: a temporary of ours
  Why Reason;
};

struct ResumeDecisions {
  const clang::CallExpr *At;   ///< the site's marker, or the call
  std::vector<Decision> Locals;
};

} // namespace ckpt
#endif
