//===- TypeTables.h - type descriptors ---------------------------------------===//
//
// Purpose: emits a ckptg_type for every type that saved memory can have, as C
// with sizeof and offsetof, so that each target's compiler fills in its layout.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_TYPETABLES_H
#define CKPT_REWRITE_TYPETABLES_H

#include "../analysis/PlacesBehind.h"
#include "TypeText.h"
#include "Variants.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <set>

namespace ckpt {

/// May a structure's last member have more elements than it says: `[]`, `[0]`, `[1]`?
bool isFlexible(const clang::FieldDecl *Last, const clang::ASTContext &Ctx);

class TypeTables {
public:
  TypeTables(Unit &U, TypeText &Text, const Variants &V) : U(U), Text(Text), V(V), Behind(U) {}

  /// Vector types that the unit, or another one of the program, looks at as vectors of other elements: they have no elements that could be carried.
  void setRecast(const llvm::DenseSet<const clang::Type *> &Here, const std::set<std::string> &Anywhere) {
    Recast = Here;
    RecastAnywhere = Anywhere;
  }

  /// Do other structures begin with it (#pragma ckpt variant)?
  bool isHeader(clang::QualType T) const { return T->isStructureType() && V.ofHeader(T->getAsRecordDecl()->getDefinition()); }
  /// Does the unit keep something behind such a structure, at one place, of which callers say what it is (PlacesBehind)?
  bool hasPlaceBehind(clang::QualType T) const {
    const clang::RecordDecl *R = T->getAsRecordDecl();
    return R && Behind.isTold(R->getDefinition());
  }
  /// "&ckptg_T7" for \p T; descriptors of all it contains and points to follow.
  std::string ref(clang::QualType T);
  /// Of a structure of which only what stands before a member is there (#pragma ckpt type(p, T before m)).
  std::string refBefore(clang::QualType T, const clang::FieldDecl *Before);
  /// A member at Before or behind it by which a union in front of it is told, or null.
  const clang::FieldDecl *tagBehind(const clang::FieldDecl *Before) const;

  /// Those of a structure, alone and as parts of others whose tags reach into it; after definitions().
  std::vector<std::string> refsOf(const clang::RecordDecl *D) const;

  /// Why memory of type \p T (the objects themselves, not what they point to)
  /// cannot be carried, and where; false if it can. Pointees are checked too.
  struct Obstacle {
    std::string Why;
    clang::SourceLocation Where;
    Id What = Id::UnionUntagged;
    explicit operator bool() const { return !Why.empty(); }
    /// \p Holder has it: "'x'", "the block allocated here".
    void report(Unit &U, clang::SourceLocation At, const llvm::Twine &Holder) const;
    const clang::RecordDecl *Union = nullptr; ///< of UnionUntagged
  };
  Obstacle obstacle(clang::QualType T);
  Obstacle obstacleBefore(clang::QualType T, const clang::FieldDecl *Before);

  std::string declarations() const; ///< forward declarations
  std::string definitions();        ///< the tables

private:
  /// A type, or a part of a structure: what is in its unions the structure's tag tells.
  struct Part {
    const clang::RecordDecl *Holder;
    MemberPath Path;         ///< empty: all of it
    Part to(const MemberPath &Way) const;
  };
  struct Entry {
    unsigned Id;
    clang::QualType Type;
    Part Of;                 ///< Holder is null for what is no structure
    const clang::FieldDecl *Before = nullptr; ///< where a structure that is not there as a whole ends
  };
  /// The way to a field in its structure, through members without a name.
  using Fields = llvm::SmallVector<MemberPath, 16>;

  std::string refTo(clang::QualType T, const Part &Of);
  std::string refTo(const Part &Of);
  void flatten(const Part &Of, const clang::RecordDecl *R, const MemberPath &Way, Fields &Out);
  std::string define(const Entry &E);
  std::string defineRecord(const Entry &E, const clang::RecordDecl *R);
  std::string defineFields(const Entry &E, const clang::RecordDecl *D, const Fields &All);
  std::string defineUnion(const Entry &E, const clang::RecordDecl *D, const Variant &Which);
  std::string defineBytes(const Entry &E, const clang::RecordDecl *D);
  std::string defineLock(const Entry &E, const clang::RecordDecl *D, llvm::StringRef Lock);
  bool isBytes(const Part &Of, const clang::RecordDecl *D) const;
  std::string defineSelect(const Entry &E, const Variant &Which, const std::string &Offset);
  std::string measures(const Entry &E, const clang::RecordDecl *D);
  std::string offsetIn(const Part &Of);
  std::string mirror(const clang::RecordDecl *D);
  std::string userName(const Part &Of, const clang::RecordDecl *D);
  std::string selection(const Variant &Which);
  Obstacle obstacleIn(clang::QualType T, std::set<const clang::Type *> &Seen, bool Held);
  Obstacle obstacleOf(const Part &Of, const clang::RecordDecl *D, std::set<const clang::Type *> &Seen, bool Held,
                      const clang::FieldDecl *Before = nullptr);

  /// How many elements such a vector has; 0: it cannot be carried.
  unsigned elementsOf(const clang::VectorType *Vector) const;

  Unit &U;
  bool isRecast(const clang::Type *Vector) const { return Recast.count(Vector) || RecastAnywhere.count(clang::QualType(Vector, 0).getAsString()); }

  llvm::DenseSet<const clang::Type *> Recast;
  std::set<std::string> RecastAnywhere;
  TypeText &Text;
  const Variants &V;
  const PlacesBehind Behind;
  using Key = std::pair<const void *, MemberPath>;
  llvm::MapVector<Key, Entry, std::map<Key, unsigned>> Entries;
};

} // namespace ckpt
#endif
