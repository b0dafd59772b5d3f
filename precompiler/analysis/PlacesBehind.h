//===- PlacesBehind.h - where allocators put memory behind their headers ------------===//
//
// Purpose: an allocator of the program's own keeps a structure in front of what it hands out: `return h + 1`, `return (char *)h + ROUNDED`, and back again
// `(struct header *)p - 1`. How far it goes is the program's own arithmetic: on another machine it is another constant, which no image has, and neither the
// sizes of the two parts nor their alignments tell it. So each program says it of its structures.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_PLACESBEHIND_H
#define CKPT_ANALYSIS_PLACESBEHIND_H

#include "../rewrite/Unit.h"
#include <map>
#include <set>

namespace ckpt {

class PlacesBehind {
public:
  explicit PlacesBehind(Unit &U);
  enum : uint64_t { None = 0, Several = ~uint64_t(0) };
  /// Bytes from the start of a structure to what the unit keeps behind it, at least its size; None, or Several if it has more than one such constant.
  uint64_t of(const clang::RecordDecl *R) const;
  /// Does the unit hand out again what was given back behind such a structure? What it was may be told, what it is may not.
  bool isReused(const clang::RecordDecl *R) const { return All || Reused.count(R); }
  /// Has it one place, and is what callers say of what lies there all that it will be?
  bool isTold(const clang::RecordDecl *R) const { return of(R) != None && of(R) != Several && !isReused(R); }

private:
  std::map<const clang::RecordDecl *, uint64_t> Places; ///< by definition
  std::set<const clang::RecordDecl *> Reused;
  bool All = false; ///< of a list of bytes, behind any structure
};

} // namespace ckpt
#endif
