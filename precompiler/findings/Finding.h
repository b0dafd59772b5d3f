//===- Finding.h - what ckptcc has to say of a program ------------------------===//
//
// Purpose: the one registry of findings (Findings.def), and a finding with its
// place in the user's file. They are printed as text when they are made, and
// kept for those who want them otherwise (--ckpt-check=json).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FINDINGS_FINDING_H
#define CKPT_FINDINGS_FINDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace ckpt {

enum class Id {
#define CKPT_FINDING(Name, Word, Level, When, Text, Way) Name,
#include "Findings.def"
};

enum class Level { Warning, Error };

std::string idOf(Id What); ///< "ckpt-alloca"
Level levelOf(Id What);
std::string textOf(Id What, llvm::ArrayRef<std::string> Args);
std::string wayOf(Id What, llvm::ArrayRef<std::string> Args);
/// Text, way out and [ckpt-id], as they are printed.
std::string messageOf(Id What, llvm::ArrayRef<std::string> Args);

/// A place in the user's file; columns count from 1. Line 0: the file as a whole.
struct UserPlace {
  std::string File;
  unsigned Line = 0, Column = 0;
};

/// Text that takes the place of what stands between two places of one file.
struct FixIt {
  UserPlace Begin, End;
  std::string Text;
};

struct Finding {
  Id What;
  UserPlace At;
  std::string Text, Way;
  std::vector<std::pair<UserPlace, std::string>> Notes;
  std::vector<FixIt> Fixes;
  std::string Printed; ///< in Clang's form, notes included
};

/// Takes findings: prints each, and keeps it.
class Reports {
public:
  explicit Reports(llvm::raw_ostream &OS) : OS(OS) {}
  void add(Finding F);
  /// A note to the finding that came last.
  void note(UserPlace At, const std::string &Text, const std::string &Printed);
  const std::vector<Finding> &all() const { return List; }

private:
  llvm::raw_ostream &OS;
  std::vector<Finding> List;
};

/// One element of what --ckpt-check=json prints; docs/tools.md has its form.
llvm::json::Object toJSON(const Finding &F);

} // namespace ckpt
#endif
