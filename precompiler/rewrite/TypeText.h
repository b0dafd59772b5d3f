//===- TypeText.h - C text that names a type ---------------------------------===//
//
// Purpose: spells types as C declarations, by canonical type, so that emitted
// code does not depend on typedefs in scope (but for those with attributes). Structs without a tag get one by
// an edit; local ones are known by the name they were hoisted to.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPETEXT_H
#define CKPT_REWRITE_TYPETEXT_H

#include "Unit.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Type.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace ckpt {

class TypeText {
public:
  explicit TypeText(Unit &U) : U(U) {}

  /// Declaration of \p Inner with type \p T: declare(int[3], "x") = "int x[3]".
  /// Outermost const is dropped. A variable bound is what Bound says, or left open. A typedef with attributes of its own
  /// (may_alias, aligned) is said by its name, for its canonical type has none.
  std::string declare(clang::QualType T, const std::string &Inner);
  std::string name(clang::QualType T) { return declare(T, ""); }
  std::string pointerTo(clang::QualType T) { return name(U.ctx().getPointerType(T)); }
  /// The type's name in images and messages: tags as the user wrote them.
  std::string userName(clang::QualType T);

  /// Declaration of a variable under the name \p Inner, with its pad (Padding.h).
  std::string variable(const clang::VarDecl *V, const std::string &Inner);
  void pad(const clang::VarDecl *V) { Padded.insert(V->getCanonicalDecl()); }
  /// By one more of its whole type, "x[2]", not by an element.
  void padWhole(const clang::VarDecl *V) {
    pad(V);
    Doubled.insert(V->getCanonicalDecl());
  }
  bool isDoubled(const clang::VarDecl *V) const { return Doubled.count(V->getCanonicalDecl()); }
  bool isPadded(const clang::VarDecl *V) const { return Padded.count(V->getCanonicalDecl()); }
  /// References to padded variable length arrays as arrays: edited when their bounds have names.
  void keepForLater(const clang::VarDecl *V, const clang::DeclRefExpr *R) { Later[V->getCanonicalDecl()].push_back(R); }
  std::vector<const clang::DeclRefExpr *> later(const clang::VarDecl *V) const { return Later.lookup(V->getCanonicalDecl()); }

  /// "struct node" / "node_t": the name that stands in code.
  std::string tag(const clang::TagDecl *D);
  /// The name in images: as the user wrote it.
  std::string userTag(const clang::TagDecl *D);
  /// A local type moved to file scope under \p NewTag.
  void hoisted(const clang::TagDecl *D, std::string NewTag) {
    Tags[D->getCanonicalDecl()] = std::move(NewTag);
  }
  /// Text of a variable array bound; empty: unknown.
  std::function<std::string(const clang::Expr *)> Bound;
  bool isHoisted(const clang::TagDecl *D) const {
    return Tags.count(D->getCanonicalDecl());
  }
  void hoisted(const clang::TypedefNameDecl *D, std::string New) { Typedefs[D->getCanonicalDecl()] = std::move(New); }

private:
  std::string declareAs(clang::QualType T, std::string Inner);
  std::string nameOf(const clang::TypedefNameDecl *D) const;
  clang::QualType attributed(clang::QualType T) const;
  bool leadsToAttributed(clang::QualType T) const;
  Unit &U;
  llvm::DenseMap<const clang::TagDecl *, std::string> Tags;
  llvm::DenseMap<const clang::TypedefNameDecl *, std::string> Typedefs; ///< that were moved to file scope
  llvm::DenseSet<const clang::VarDecl *> Padded, Doubled;
  llvm::DenseMap<const clang::VarDecl *, std::vector<const clang::DeclRefExpr *>> Later;
  bool ForUser = false; ///< tag() says userTag()
};

/// `__attribute__((aligned(64)))` where a type's alignment comes from a typedef, or nothing.
std::string alignmentOf(const clang::ASTContext &Ctx, clang::QualType T);
/// The same of a variable, with what its declaration says itself.
std::string alignmentOf(const clang::ASTContext &Ctx, const clang::VarDecl *V);

} // namespace ckpt
#endif
