//===- StaticLiterals.h - compound literals outside functions get names --------===//
//
// Purpose: a pointer to a compound literal outside functions (C11 6.5.2.5p5)
// leads to an object with static storage that has no name, and images know
// objects by their names. So each whose address is kept becomes a static
// variable: declared in front of the declaration in whose initialiser it
// stands, defined behind it (it may point back), and mentioned in its place; types that it defines move in front.
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
  std::vector<const clang::TagDecl *> Mentioned = {}; ///< tags to mention in front: `struct node;`
  std::string Code = {}, Start = {}; ///< the names that stand in code: its own, that of the copy; once declare() has been called

  bool isConstant() const { return Of->getASTContext().getBaseElementType(Literal->getType()).isConstQualified(); }
  std::string userName() const;
};

/// Where a declaration that begins at \p Begin does so with the attributes in front of it: `[[...]]`, which Clang does not count to it.
unsigned withAttributes(llvm::StringRef Text, unsigned Begin);

class StaticLiterals {
public:
  /// Finds them. Those that cannot be declared elsewhere are not among all().
  StaticLiterals(Unit &U, const Facts &F);

  llvm::ArrayRef<StaticLiteral> all() const { return Found; }

  /// Findings of those that cannot be carried.
  void check(TypeTables &Types, const Facts &F) const;

  /// Registers the edits: before anything is rendered, after padArrays().
  void declare(TypeText &Text);

  /// Text to put at offsets, in their order: declarations and definitions, when all edits are known.
  std::vector<Segment> texts(TypeText &Text) const;

private:
  /// A declaration at file scope, with all its declarators.
  struct Group {
    unsigned Begin = 0, End = 0;              ///< Begin: of its attributes; End: behind the ';'
    std::vector<const clang::TagDecl *> Tags; ///< types that it defines in front of its declarators, the outermost ones
    std::vector<const clang::TagDecl *> Inner; ///< those that named literals define, in their types or their initialisers
  };
  class Finder;
  Group &groupOf(const clang::VarDecl *V);
  const Group &groupOf(const clang::VarDecl *V) const { return Groups.find(V)->second; }
  bool isPlaceable(StaticLiteral &L);
  unsigned wholeEnd(const clang::TagDecl *T) const;
  std::string declaration(TypeText &Text, const StaticLiteral &L, const std::string &Name, bool Constant) const;

  Unit &U;
  std::map<const clang::VarDecl *, Group> Groups;
  std::map<unsigned, unsigned> LastEnds;        ///< of declarations, by where they begin: the end of the last declarator
  std::vector<const clang::TagDecl *> TypesOfUnit; ///< defined at file scope, in the order of the text
  std::vector<StaticLiteral> Found;
  std::vector<const clang::CompoundLiteralExpr *> Unnamed; ///< that would have to be named
};

} // namespace ckpt
#endif
