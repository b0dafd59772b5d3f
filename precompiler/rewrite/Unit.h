//===- Unit.h - one unit while it is analysed and rewritten ------------------===//
//
// Purpose: what every pass over a unit shares: the AST, offsets into its text,
// located diagnostics, fresh names and the edits.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_UNIT_H
#define CKPT_REWRITE_UNIT_H

#include "../frontend/Parse.h"
#include "Edits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include <set>

namespace ckpt {

class Unit {
public:
  Unit(const UnitInput &In, ParsedUnit &Parsed, llvm::raw_ostream &OS);

  clang::ASTContext &ctx() const { return Ctx; }
  clang::SourceManager &sm() const { return SM; }
  const std::vector<SitePragma> &sites() const { return Parsed.Sites; }
  llvm::StringRef text() const { return Text; }
  const std::string &file() const { return In.File; }

  /// True for declarations that stand in the unit's own text (not the prelude).
  bool inText(clang::SourceLocation L) const;
  bool inSystemHeader(clang::SourceLocation L) const;
  unsigned begin(clang::SourceLocation L) const; ///< offset of a token
  unsigned end(clang::SourceLocation L) const;   ///< offset after that token
  unsigned begin(const clang::Stmt *S) const { return begin(S->getBeginLoc()); }
  unsigned end(const clang::Stmt *S) const { return end(S->getEndLoc()); }
  /// Offset of the first ';' at or after \p From, outside nothing.
  unsigned afterSemicolon(unsigned From) const;
  /// Presumed line of the user's file, and the file.
  unsigned line(clang::SourceLocation L) const;
  std::string fileOf(clang::SourceLocation L) const;

  void error(clang::SourceLocation L, const llvm::Twine &Message);
  void warning(clang::SourceLocation L, const llvm::Twine &Message);
  void note(clang::SourceLocation L, const llvm::Twine &Message);
  bool failed() const { return Errors != 0; }

  std::string fresh(llvm::StringRef Stem);
  Edits &edits() { return E; }

private:
  void diagnose(int Level, clang::SourceLocation L, const llvm::Twine &Message);
  const UnitInput &In;
  ParsedUnit &Parsed;
  clang::ASTContext &Ctx;
  clang::SourceManager &SM;
  llvm::StringRef Text;
  Edits E;
  llvm::raw_ostream &OS;
  unsigned Errors = 0, Counter = 0;
};

/// "name" as a C string literal.
std::string quoted(llvm::StringRef S);

} // namespace ckpt
#endif
