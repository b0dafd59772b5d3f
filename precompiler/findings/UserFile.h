//===- UserFile.h - the user's own text for what stands in preprocessed text --===//
//
// Purpose: findings are made in preprocessed text, where macros are expanded
// and comments gone; what is shown, and what a fix-it changes, is the file that
// the user wrote. A token of a preprocessed line is found again in the user's
// line by counting tokens from the line's two ends; one that a macro has made
// is shown at the macro.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FINDINGS_USERFILE_H
#define CKPT_FINDINGS_USERFILE_H

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include <memory>
#include <optional>
#include <string>

namespace ckpt {

class UserFile {
public:
  /// Null if the file cannot be read.
  static std::unique_ptr<UserFile> open(const std::string &Name, const std::string &Path);

  struct Column {
    unsigned Number;  ///< from 1
    bool Exact;       ///< false: that of the macro which made the token
  };
  /// Where in the user's line what stands at \p Column of its preprocessed form
  /// \p Text is; nothing if the file has no such line.
  std::optional<Column> column(unsigned Line, llvm::StringRef Text, unsigned Column);

  llvm::StringRef line(unsigned Line) const;

  /// A diagnostic in Clang's form.
  std::string print(clang::DiagnosticsEngine::Level Level, unsigned Line, unsigned Column, llvm::StringRef Message, bool Color,
                    llvm::ArrayRef<clang::CharSourceRange> Ranges = {}, llvm::ArrayRef<clang::FixItHint> Fixes = {}) const;
  clang::SourceLocation at(unsigned Line, unsigned Column) const;

private:
  UserFile(const std::string &Name, std::unique_ptr<std::string> Text);
  std::unique_ptr<std::string> Text;
  std::unique_ptr<clang::SourceManagerForFile> Manager;
  std::vector<size_t> Begins; ///< offset of each line
};

} // namespace ckpt
#endif
