//===- TagExpression.h - what selects a member of a union ----------------------===//
//
// Purpose: the tag-expression of a #pragma ckpt variant, made one of a pointer
// to the structure T, and everything refused in it that could say one thing
// when a checkpoint is written and another when it is restored, or that the
// program's memory could make a fault of: it may read members of T, by name;
// pointers only to compare them; it divides by constants only.
// Input:   the text, macros expanded.   Output: C, or an error.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TAGEXPRESSION_H
#define CKPT_REWRITE_TAGEXPRESSION_H

#include "clang/AST/Decl.h"
#include "clang/Lex/Token.h"
#include <optional>
#include <string>
#include <vector>

namespace ckpt {

/// From a structure to a part of it, through members with and without a name.
using MemberPath = std::vector<const clang::FieldDecl *>;

/// What a type is, if it is a structure or union that is complete.
const clang::RecordDecl *definitionOf(clang::QualType T);

/// Appends the way to the member of that name; through members without a name.
bool findMember(const clang::RecordDecl *R, llvm::StringRef Name, MemberPath &Path);

class TagExpression {
public:
  TagExpression(clang::ASTContext &Ctx, const clang::RecordDecl *Holder, const std::string &Text);

  std::string Out;               ///< C, of `ckptg_v`, a pointer to T
  std::string Error;             ///< why not; empty: none
  std::vector<MemberPath> Reads; ///< the members of T that it reads
  bool OwnAddress = false;       ///< it compares addresses of T's parts

private:
  enum class Kind { Member, Type, Constant, Other };
  struct Word {
    clang::Token Tok;
    llvm::StringRef Text;
    Kind Is = Kind::Other;
  };
  void wrong(const llvm::Twine &Why);
  Kind kindOf(llvm::StringRef Name, llvm::StringRef Before) const;
  bool is(size_t I, clang::tok::TokenKind K) const { return I < Words.size() && Words[I].Tok.is(K); }
  bool isOperand(size_t I) const;
  size_t opening(size_t Close) const;
  bool isCast(size_t Open) const;
  std::optional<uint64_t> number(size_t I) const;
  size_t member(size_t I);
  size_t subscripts(size_t I, clang::QualType &T);
  void checkValue(size_t First, size_t Behind, clang::QualType T, bool Address);
  void checkOperator(size_t I);

  clang::ASTContext &Ctx;
  const clang::RecordDecl *Holder;
  std::vector<Word> Words;
};

} // namespace ckpt
#endif
