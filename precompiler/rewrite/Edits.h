//===- Edits.h - exact text edits of one unit -------------------------------===//
//
// Purpose: collects replacements and insertions by offset into the parsed text
// and renders any stretch of it with them applied. Analyses never edit; the
// rewriting passes register edits here, and the frame emitter renders
// statements through it, so a rename is seen in both copies of a function.
// Invariant: replacements do not overlap. An insertion belongs to the stretch
// [OwnerBegin, OwnerEnd] it wraps; rendering a stretch that does not contain
// the owner leaves it out.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_EDITS_H
#define CKPT_REWRITE_EDITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace ckpt {

/// A stretch of text that the caller has already rendered otherwise.
struct Segment {
  unsigned Begin, End;
  std::string Text;
};

class Edits {
public:
  explicit Edits(llvm::StringRef Text) : Text(Text) {}

  /// Of two that begin at one place the longer one stays, for its maker has seen what is in it; of two of one stretch the first.
  void replace(unsigned Begin, unsigned End, std::string With);
  /// Put \p Before and \p After around [Begin, End). Outer wraps must be
  /// registered before inner ones.
  void wrap(unsigned Begin, unsigned End, std::string Before, std::string After);
  /// Insert at \p At, inside the stretch [OwnerBegin, OwnerEnd].
  void insert(unsigned At, unsigned OwnerBegin, unsigned OwnerEnd, std::string What);

  /// Text of [Begin, End) with all edits, \p Segments put in place of theirs.
  std::string render(unsigned Begin, unsigned End,
                     llvm::ArrayRef<Segment> Segments = {}) const;

  llvm::StringRef text() const { return Text; }
  bool empty() const { return Replacements.empty() && Insertions.empty(); }

private:
  struct Insertion {
    unsigned OwnerBegin, OwnerEnd;
    std::string What;
  };
  llvm::StringRef Text;
  std::map<unsigned, std::pair<unsigned, std::string>> Replacements;
  std::map<unsigned, std::vector<Insertion>> Insertions;
};

} // namespace ckpt
#endif
