//===- LinkLine.h - the user's link command with files exchanged ----------===//
//
// Purpose: the words of the link command, with some files replaced by others
// and the runtime put in.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_LINKLINE_H
#define CKPT_DRIVER_LINKLINE_H

#include "CommandLine.h"
#include "Linked.h"
#include <map>

namespace ckpt {

class LinkLine {
public:
  explicit LinkLine(const CommandLine &CL) : CL(CL) {}

  /// A source of the command line stands for the object compiled from it.
  void source(const Arg *Input, std::string Object) { Sources[Input] = std::move(Object); }
  /// Instead of the file that the linker calls \p Path, take \p With.
  void replace(const std::string &Path, std::string With) { Files[Path] = std::move(With); }
  /// Words before all others (what follows --whole-archive, --format=binary and their like is the user's), and after everything.
  void before(Words W) { Head = std::move(W); }
  void after(Words W) { Tail = std::move(W); }

  /// The command's words, for the output \p Output (empty: the default).
  /// An error if a replaced file was not found on the command line.
  llvm::Expected<Words> words() const;

private:
  std::string exchanged(const std::string &File, std::set<std::string> &Used) const;
  std::string library(const Arg &A, std::set<std::string> &Used) const;
  std::string commaList(llvm::StringRef Word, std::set<std::string> &Used) const;

  const CommandLine &CL;
  std::map<const Arg *, std::string> Sources;
  std::map<std::string, std::string> Files;
  Words Head, Tail;
};

/// A copy of an archive with some members exchanged (by position).
llvm::Error writeArchiveWith(const std::string &Archive, const std::map<size_t, std::string> &Members,
                             const std::string &Output);

} // namespace ckpt
#endif
