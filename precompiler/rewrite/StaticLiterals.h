//===- StaticLiterals.h - compound literals outside functions get names --------===//
//
// Purpose: a pointer to a compound literal outside functions (C11 6.5.2.5p5)
// leads to an object with static storage that has no name, and images know
// objects by their names. So each whose address is kept becomes a static
// variable: declared in front of the declaration in whose initialiser it
// stands, defined behind it (it may point back), and mentioned in its place.
// Its name in images: "commands (literal 2 of 5)", the second one, in the order
// of the text, in the initialiser of `commands`. One more or one less makes
// others of all of them.
// What a constant variable leads to is mostly a table that nobody writes,
// though it is not said to be constant: such a literal has a copy of its first
// value, and is saved only if it differs from that.
// Input: facts. Output: edits; text for the places behind declarations; findings.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_STATICLITERALS_H
#define CKPT_REWRITE_STATICLITERALS_H

#include "../analysis/Facts.h"
#include "TypeTables.h"

namespace ckpt {

struct StaticLiteral {
  const clang::CompoundLiteralExpr *Literal;
  const clang::VarDecl *Of;   ///< in whose initialiser it stands
  unsigned Number, Count;     ///< which one there, and of how many
  bool Table;                 ///< not constant, but what leads to it from Of is
  bool ByAddress;             ///< `&(int []){1, 2}`: the array is meant, not its first element
  const clang::TagDecl *Owner = nullptr; ///< its type is defined in its declaration, in this type
  std::string Code, Start;    ///< the names that stand in code: its own, that of the copy; once declare() has been called

  bool isConstant() const { return Of->getASTContext().getBaseElementType(Literal->getType()).isConstQualified(); }
  std::string userName() const;
};

class StaticLiterals {
public:
  /// Finds them. Those that cannot be declared elsewhere are not among all().
  StaticLiterals(Unit &U, const Facts &F);

  llvm::ArrayRef<StaticLiteral> all() const { return Found; }

  /// Findings of those that cannot be carried.
  void check(TypeTables &Types, const Facts &F) const;

  /// Registers the edits: before anything is rendered, after padArrays().
  void declare(TypeText &Text);

  /// Text to put at offsets, in their order: definitions, when all edits are known.
  std::vector<Segment> definitions(TypeText &Text) const;

private:
  /// A declaration at file scope, with all its declarators.
  struct Group {
    unsigned Begin = 0, End = 0;            ///< End: behind the ';'
    std::vector<const clang::TagDecl *> Tags; ///< types that it defines, the outermost ones
  };
  class Finder;
  const Group &groupOf(const clang::VarDecl *V) const;
  bool isPlaceable(StaticLiteral &L) const;
  std::string declaration(TypeText &Text, const StaticLiteral &L, const std::string &Name, bool Constant) const;

  Unit &U;
  mutable std::map<const clang::VarDecl *, Group> Groups;
  std::vector<StaticLiteral> Found;
  std::vector<const clang::CompoundLiteralExpr *> Unnamed; ///< that would have to be named
};

} // namespace ckpt
#endif
