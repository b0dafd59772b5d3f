//===- TypeTables.h - type descriptors ---------------------------------------===//
//
// Purpose: emits a ckptg_type for every type that saved memory can have, as C
// with sizeof and offsetof, so that each target's compiler fills in its layout.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPETABLES_H
#define CKPT_REWRITE_TYPETABLES_H

#include "TypeText.h"
#include "llvm/ADT/MapVector.h"

namespace ckpt {

class TypeTables {
public:
  TypeTables(Unit &U, TypeText &Text) : U(U), Text(Text) {}

  /// "&ckptg_T7" for \p T; descriptors of all it contains and points to follow.
  std::string ref(clang::QualType T);

  /// Why memory of type \p T (the objects themselves, not what they point to)
  /// cannot be carried, and where; false if it can. Pointees are checked too.
  struct Obstacle {
    std::string Why;
    clang::SourceLocation Where;
    Id What = Id::UnionUntagged;
    explicit operator bool() const { return !Why.empty(); }
    /// \p Holder has it: "'x'", "the block allocated here".
    void report(Unit &U, clang::SourceLocation At, const llvm::Twine &Holder) const;
  };
  Obstacle obstacle(clang::QualType T);

  std::string declarations() const; ///< forward declarations
  std::string definitions();        ///< the tables

private:
  struct Entry {
    unsigned Id;
    clang::QualType Type;
  };
  std::string define(const Entry &E);
  std::string defineRecord(const Entry &E, const clang::RecordDecl *R);
  Obstacle obstacleIn(clang::QualType T, std::set<const clang::Type *> &Seen, bool Held);

  Unit &U;
  TypeText &Text;
  llvm::MapVector<const void *, Entry> Entries;
};

} // namespace ckpt
#endif
