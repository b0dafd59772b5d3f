//===- Variants.h - what #pragma ckpt variant says ----------------------------===//
//
// Purpose: finds the types and members that the pragmas of a unit name, and
// says which union, in which structure, has a tag that tells the member in
// force, and which structure is the beginning of others.
// Input:   Unit::variants().   Output: located errors for what is not there.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_VARIANTS_H
#define CKPT_REWRITE_VARIANTS_H

#include "TagExpression.h"
#include "Unit.h"
#include "clang/AST/Decl.h"
#include <deque>

namespace ckpt {

struct Variant {
  struct Arm {
    std::vector<std::string> Values;           ///< labels of a case; empty: default
    const clang::FieldDecl *Member = nullptr;  ///< of the union
    const clang::RecordDecl *Struct = nullptr; ///< of a header's family; neither: no value
  };
  const clang::RecordDecl *Holder = nullptr;   ///< T, which has the tag
  MemberPath Path;                             ///< from T to the union; empty: T is the union
  bool IsHeader = false;
  std::string Tag;                             ///< C, of `ckptg_v`, a pointer to T
  std::vector<Arm> Arms;
  const VariantPragma *Pragma = nullptr;
  std::vector<MemberPath> Reads;               ///< of T, by the tag-expression
  bool OwnAddress = false;                     ///< it compares addresses of T's parts

  /// The members, or structures, that the arms name, each once, in order of declaration or mention.
  std::vector<const clang::FieldDecl *> members() const;
  std::vector<const clang::RecordDecl *> structs() const;
};

/// `struct node`, `union event` or a typedef's name, at file scope; null if it is not there.
const clang::RecordDecl *recordNamed(clang::ASTContext &Ctx, llvm::StringRef Name);

class Variants {
public:
  /// Errors go to \p U.
  explicit Variants(Unit &U);

  /// Of the union that \p Path leads to from \p Holder; null if nothing is said of it.
  const Variant *ofUnion(const clang::RecordDecl *Holder, const MemberPath &Path) const;
  const Variant *ofHeader(const clang::RecordDecl *Holder) const;
  /// Is a union of that type a part of a structure whose tag tells its member?
  bool isPart(const clang::RecordDecl *Union) const;
  /// Is there a union whose member is told by members of \p Holder?
  bool hasTag(const clang::RecordDecl *Holder) const;
  /// Does the way to one of \p Holder's unions go through there?
  bool leadsThrough(const clang::RecordDecl *Holder, const MemberPath &Path) const;

private:
  bool isThere(const clang::ASTContext &Ctx, const Variant &V, const MemberPath &Read, size_t At) const;
  std::string wrongTag(const clang::ASTContext &Ctx, const Variant &V) const;
  bool understand(Unit &U, const VariantPragma &P, Variant &V);
  std::deque<Variant> List;
};

} // namespace ckpt
#endif
