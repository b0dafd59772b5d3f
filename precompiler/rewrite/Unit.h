//===- Unit.h - one unit while it is analysed and rewritten ------------------===//
//
// Purpose: what every pass over a unit shares: the AST, offsets into its text,
// findings at the user's lines, fresh names and the edits.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_UNIT_H
#define CKPT_REWRITE_UNIT_H

#include "../findings/UserFile.h"
#include "../frontend/LineMap.h"
#include "../frontend/Parse.h"
#include "Edits.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <set>

namespace ckpt {

/// A change of the text that would mend what was found: offsets as in Edits.
struct Fix {
  unsigned Begin, End;
  std::string Text;
};

class Unit {
public:
  Unit(const UnitInput &In, ParsedUnit &Parsed, Reports &Out);

  clang::ASTContext &ctx() const { return Ctx; }
  clang::SourceManager &sm() const { return SM; }
  const std::vector<SitePragma> &sites() const { return Parsed.Sites; }
  const std::vector<VariantPragma> &variants() const { return Parsed.Variants; }
  const std::vector<ChangePragma> &changes() const { return Parsed.Changes; }
  llvm::StringRef text() const { return Text; }
  const std::string &file() const { return In.Name.empty() ? In.File : In.Name; } ///< what images call it
  bool unionsAsBytes() const { return In.UnionsAsBytes; }
  bool byClang() const { return In.ByClang; }
  bool exactNumbers() const { return In.ExactNumbers; } ///< floating-point numbers are the same on all machines

  /// From here on it is known what the program defines, if that has been linked.
  void setProgram(const Closure &C) {
    Program = C.Defined ? &*C.Defined : nullptr;
    Shared = C.Shared ? &*C.Shared : nullptr;
    Exact = &C.Exact;
  }
  bool isLinked() const { return Program; }
  /// What is known of another unit's function; null: nothing.
  const ExactFunction *exactFunction(const clang::FunctionDecl *Fn) const;
  /// Does another unit, or this one, define a function of that name (of the linker's)? While nothing is known: no.
  bool programDefines(llvm::StringRef Name) const { return Program && Program->count(Name.str()); }

  /// Does nothing but this unit know a function or variable that it defines? Of external linkage that shows when the program has been linked.
  bool isOwn(const clang::DeclaratorDecl *D) const;

  /// True for declarations that stand in the unit's own text (not the prelude).
  bool inText(clang::SourceLocation L) const;
  /// ... or in a header of the system's that keeps no state: one that does (a library of headers only) is as good as the program's.
  bool inSystemHeader(clang::SourceLocation L) const;
  unsigned begin(clang::SourceLocation L) const; ///< offset of a token
  unsigned end(clang::SourceLocation L) const;   ///< offset after that token
  unsigned begin(const clang::Stmt *S) const { return begin(S->getBeginLoc()); }
  unsigned end(const clang::Stmt *S) const { return end(S->getEndLoc()); }
  /// Offset of the first ';' at or after \p From, outside nothing.
  unsigned afterSemicolon(unsigned From) const;
  /// Offset behind the GNU attributes that stand at \p At, if any do.
  unsigned endOfAttributes(unsigned At) const;
  /// Presumed line of the user's file, and the file.
  unsigned line(clang::SourceLocation L) const;
  std::string fileOf(clang::SourceLocation L) const;

  void report(Id What, clang::SourceLocation L, llvm::ArrayRef<std::string> Args = {}, llvm::ArrayRef<Fix> Fixes = {});
  /// To what was reported last.
  void note(clang::SourceLocation L, const llvm::Twine &Message);
  /// An error in a pragma, of which the parsed text has nothing.
  void pragmaError(llvm::StringRef File, unsigned Line, const llvm::Twine &Message);
  bool failed() const { return Errors != 0; }

  std::string fresh(llvm::StringRef Stem);
  Edits &edits() { return E; }

private:
  struct Shown {
    UserPlace At;
    std::vector<FixIt> Fixes;
    std::string Text;
  };
  Shown show(clang::DiagnosticsEngine::Level How, clang::SourceLocation L, llvm::StringRef Message, llvm::ArrayRef<Fix> Fixes);
  std::string showPreprocessed(clang::DiagnosticsEngine::Level How, clang::SourceLocation L, llvm::StringRef Message);
  struct Mapped {
    UserPlace At;
    bool Exact = false;        ///< At is the very token, not the macro it came from
    UserFile *File = nullptr;  ///< null if it cannot be read
  };
  Mapped mapped(unsigned Offset);
  UserFile *userFile(const std::string &Name);
  std::string userLine(unsigned Offset, unsigned &Column);
  const UnitInput &In;
  ParsedUnit &Parsed;
  clang::ASTContext &Ctx;
  clang::SourceManager &SM;
  llvm::StringRef Text;
  const std::set<std::string> *Program = nullptr; ///< functions that it defines
  const std::set<std::string> *Shared = nullptr;  ///< names that others know, too
  const std::map<std::string, ExactFunction> *Exact = nullptr;
  std::set<std::string> Stateful; ///< headers of the system's that define variables
  Edits E;
  Reports &Out;
  std::map<std::string, std::unique_ptr<UserFile>> Files; ///< null: cannot be read
  LineMap Lines; ///< made when it is first needed
  unsigned Errors = 0, Counter = 0;
};

/// "name" as a C string literal.
std::string quoted(llvm::StringRef S);

} // namespace ckpt
#endif
