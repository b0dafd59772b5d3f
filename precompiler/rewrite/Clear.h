//===- Clear.h - locals that begin as zeros -------------------------------------===//
//
// Purpose: a local that is set later, or filled in part, holds what the stack
// had there. At a checkpoint that would lead anywhere, to blocks that are
// something else by now, or need not fit elsewhere. So locals of such types
// begin as zeros: `struct moves m = { 0 };`. Of a structure that ends in
// characters only the beginning is set, up to the last other member:
// `struct buffer b; __builtin_memset(&b, 0, <end of that member>);`.
// Input: a variable of a checkpointable function. Output: edits of its
// declaration, the same in both copies, and the initialiser, for declarations that are taken apart.
// So do compound literals that become variables of their block. Not cleared:
// variables with an initialiser, of more than 16 KiB (zeros are stored whenever the
// function is called), where an `asm` name stands behind their declarator.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_CLEAR_H
#define CKPT_REWRITE_CLEAR_H

#include "TypeText.h"
#include "Variants.h"

namespace ckpt {

class Clearing {
public:
  /// \p OtherWays  numbers, too: they may be saved on ways on which they are never set
  Clearing(Unit &U, const TypeText &Text, const Variants &Tagged, bool OtherWays) : U(U), Text(Text), Tagged(Tagged), OtherWays(OtherWays) {}

  /// \p Name   by which the function's text knows it
  /// \p Plain  its declaration keeps its text
  /// \return   " = { 0 }" or " = 0", if it begins so; of a variable length array the statement behind its declaration
  std::string clear(const clang::VarDecl *V, llvm::StringRef Name, llvm::function_ref<bool(const clang::DeclStmt *)> Plain) const;

  /// \return   the initialiser of a variable of that type, if it is to begin as zeros
  std::string zeros(clang::QualType T) const;

private:
  bool mayHarm(clang::QualType T) const;
  bool mayHarm(const clang::RecordDecl *Holder, const clang::FieldDecl *Member) const;
  bool isText(const clang::RecordDecl *Holder, const clang::FieldDecl *Member) const;
  bool beginsWithScalar(clang::QualType T) const;
  std::string beginning(const clang::VarDecl *V, llvm::StringRef Name) const;

  Unit &U;
  const TypeText &Text;
  const Variants &Tagged;
  bool OtherWays;
};

} // namespace ckpt
#endif
