//===- Note.h - what an object file says of its source --------------------===//
//
// Purpose: the note that ckptcc puts into each object, so that the link step
// can compile the unit again: section `.ckpt.note`, SHF_EXCLUDE, of no size in
// the program. It survives ar, ld -r and strip; ld -r puts several one after
// another.
// Format:  "ckptnote", version (4 bytes), 0 (4), stored size (8), raw size (8);
// then zstd of: count (4) and that many strings, each with its size (8) before
// it. Numbers are little-endian on every target.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_NOTE_H
#define CKPT_DRIVER_NOTE_H

#include "CommandLine.h"
#include "Pipeline.h"
#include "llvm/Object/ObjectFile.h"

namespace ckpt {

inline constexpr llvm::StringLiteral NoteSection = ".ckpt.note";

struct UnitNote : Switches {
  std::string Triple;   ///< target it was compiled for
  std::string Directory;///< where the compiler ran
  std::string File;     ///< main source file as given to the compiler
  std::string Name;     ///< what images call it, if not that (UnitNames.h); not stored
  Words Compiler;       ///< the compiler's command
  Words Flags;          ///< code generation flags
  bool ByClang = false; ///< the compiler is clang
  bool UnionsAsBytes = false;
  UnitSummary Summary;
  std::string Text;     ///< preprocessed source
};

/// The note's bytes.
std::string encodeNote(const UnitNote &N);

/// The notes in a section's content.
llvm::Expected<std::vector<UnitNote>> decodeNotes(llvm::StringRef Content);

/// The notes of an object file; none if it has no such section.
llvm::Expected<std::vector<UnitNote>> readNotes(const llvm::object::ObjectFile &O);

/// Put a note into an object file, in place. An object that is not ELF (LTO
/// bitcode) or no regular file is left as it is.
llvm::Error addNote(const std::string &ObjectFile, const std::string &Note);

/// The note as assembler text, to be appended to a .s file.
std::string noteAsAssembly(const std::string &Note);

/// How the precompiler is to parse the unit.
UnitInput unitInput(const UnitNote &N);

} // namespace ckpt
#endif
