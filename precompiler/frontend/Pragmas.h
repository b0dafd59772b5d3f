//===- Pragmas.h - #pragma ckpt in preprocessed text -----------------------===//
//
// Purpose: finds every `#pragma ckpt` line of a preprocessed unit and replaces
// it by a marker statement of the same line count, so that Clang parses and
// checks the arguments of a pragma as the C they are.
// Input:   text as `cc -E` printed it.   Output: the text to parse, the list.
// A site becomes  __ckpt_site(N);   or, with if(e),   __ckpt_site_if(N, (e));
// `#pragma ckpt type(p, T[n])` becomes  __ckpt_type((p), (__typeof__(T) *)0, sizeof(T) * (n));
// `#pragma ckpt type(p, T before m)`    __ckpt_type_before((p), (__typeof__(T) *)0, __builtin_offsetof(__typeof__(T), m));
// `#pragma ckpt variant(...)` becomes an empty line: where it stands does not matter.
// So does `#pragma ckpt changed(...)`: Changes.h.
// exclude, on_restart and on_checkpoint: Markers.h.
// `#pragma ckpt replay` becomes  __ckpt_replay();  before the call it marks.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_FRONTEND_PRAGMAS_H
#define CKPT_FRONTEND_PRAGMAS_H

#include "../findings/Finding.h"
#include "Changes.h"
#include "LineMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace ckpt {

struct SitePragma {
  std::string Name;       ///< name(...), or empty
  std::string Condition;  ///< text of if(...), or empty
  std::string OnRestart;  ///< text of on_restart(...), or empty
  std::string OnCheckpoint; ///< text of on_checkpoint(...), or empty
  std::string File;       ///< presumed file and line, as the user knows them
  unsigned Line = 0;
  bool IsBody = false;    ///< the text before it is the head of a loop or an if: `for (...)`, `else`
};

/// `#pragma ckpt variant(T, tag-expression, value: member-or-struct, ...)`.
struct VariantPragma {
  struct Arm {
    std::vector<std::string> Values; ///< constant expressions or ranges; empty: default
    std::string What;                ///< a member's path, a structure, or void
  };
  std::string Type, Tag;
  std::vector<Arm> Arms;
  std::string Text;                  ///< all of it
  std::string File;
  unsigned Line = 0;
};

struct PragmaScan {
  std::string Text;                ///< text to parse
  std::vector<SitePragma> Sites;   ///< index N of __ckpt_site(N)
  std::vector<VariantPragma> Variants; ///< blank lines in the text
  std::vector<ChangePragma> Changes; ///< likewise
  bool Failed = false;             ///< errors were printed
};

/// An error at a line with a pragma, shown as the user wrote it if its file can be read.
void reportOnLine(Reports &Out, const Position &P, llvm::StringRef LineText, Id What, const std::vector<std::string> &Args);
/// That is about the pragma itself.
void reportPragma(Reports &Out, const Position &P, llvm::StringRef LineText, const std::string &Message);

/// Scan \p Text; wrong syntax and sites outside functions are reported to \p Out.
PragmaScan scanPragmas(llvm::StringRef Text, llvm::StringRef File, Reports &Out);

} // namespace ckpt
#endif
