//===- Compile.h - one C unit: to an object with a note, or to text -------===//
//
// Purpose: -c and -S. The object is exactly the one that the target's compiler
// makes of the user's file; the note beside it lets the link step make an
// instrumented one of the same source.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_COMPILE_H
#define CKPT_DRIVER_COMPILE_H

#include "Note.h"
#include "Process.h"
#include "Target.h"
#include "precompiler/frontend/SideFile.h"
#include <map>

namespace ckpt {

/// What all units of one command share.
struct Session {
  const CommandLine &CL;
  Target To;
  TempDir &Temp;
  std::map<int, std::string> Copies; ///< of what sources are that can be read only once, by their descriptors
  std::vector<SideAnnotation> Annotations; ///< of --ckpt-annotations
  Words Forced; ///< words that keep another mpi.h out of the unit
};

/// Read the side files that the command names.
llvm::Error readAnnotations(Session &S);

/// The preprocessed text of one C input, with its annotations.
llvm::Expected<std::string> preprocess(Session &S, const Arg &Input);

/// Summarise a preprocessed C input; findings go to \p Out.
/// \returns 0, or the status to end with.
int makeUnit(Session &S, const Arg &Input, std::string Text, UnitNote &Note, Reports &Out);

/// Compile one source of the command line to \p Object (of -c or, if
/// \p Assembly, of -S). C gets a note.
int compileSource(Session &S, const Arg &Input, const std::string &Object, bool Assembly);

/// Precompile a header to \p Output, or to where the compiler puts it.
int compileHeader(Session &S, const Arg &Input, const std::string &Output, bool Assembly);

/// -c and -S for all sources of the command line.
int compileAll(Session &S, bool Assembly);

/// If a source is standard input or another pipe, keep a copy of it: it is read several times. One that has a name only is an error.
llvm::Error keepPipes(Session &S);
/// Where to read an input: itself, or its copy.
std::string fileOf(const Session &S, const Arg &Input);

} // namespace ckpt
#endif
