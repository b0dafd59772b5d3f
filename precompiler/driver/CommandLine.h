//===- CommandLine.h - a cc command line, understood ----------------------===//
//
// Purpose: say what each word of a gcc (or clang) command line is for, so that
// the driver can run the target's compiler with a part of them.
// Input:   argv, response files expanded.
// Output:  CommandLine: our own options, and the compiler's words in order,
//          each with a class. Unknown words are kept, as code generation flags.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_COMMANDLINE_H
#define CKPT_DRIVER_COMMANDLINE_H

#include "../Switches.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace ckpt {

using Words = std::vector<std::string>;

/// What a word of the command line concerns.
enum class ArgClass {
  Input,      ///< a file, or `-` (standard input)
  Library,    ///< -lNAME
  Output,     ///< -o FILE
  Mode,       ///< -c, -S
  Language,   ///< -x LANGUAGE
  Preprocess, ///< -I, -D, -include, ...
  Depend,     ///< -MMD, -MF FILE, ...
  Warning,    ///< -Wall, -w, -pedantic
  Link,       ///< -L, -Wl,..., -shared
  General,    ///< -v, -pipe, -save-temps
  CodeGen     ///< everything else: -O2, -g, -std=, -m32, -fPIC, ...
};

/// What an input file is.
enum class InputKind {
  C,             ///< C to be preprocessed
  PreprocessedC, ///< .i, -x cpp-output
  OtherSource,   ///< assembler, C++, ...: the compiler's own business
  Header,        ///< to be precompiled
  ForLinker      ///< object, archive, library, linker script
};

/// One option with its argument, or one input.
struct Arg {
  ArgClass Class = ArgClass::CodeGen;
  Words Text;            ///< as on the command line, one or two words
  std::string Value;     ///< argument of -o, -x, -l; the input's name
  InputKind Kind = InputKind::ForLinker; ///< of an input
  std::string Language;  ///< -x in force for an input, or empty
};

/// What the command line asks for.
enum class Action {
  PassThrough, ///< -E, --version, -print-*, ...: not our business
  Compile,     ///< -c
  Assembly,    ///< -S
  Link,
  EmitC,       ///< --ckpt-emit-c
  Check,       ///< --ckpt-check
  Explain,     ///< --ckpt-explain
  Help
};

/// The options that begin with --ckpt-.
struct CkptOptions : Switches {
  Words Compiler;          ///< --ckpt-cc, CKPT_CC: the target's compiler, with what calls it (ccache)
  Words CompilerOptions;   ///< the options that came with it; in Args and Raw, too
  Words AllowFiles;        ///< --ckpt-allow=FILE
  Words Annotations;       ///< --ckpt-annotations=FILE: side files
  bool UnionsAsBytes = false; ///< --ckpt-unions=bytes
  bool CheckAsJSON = false; ///< --ckpt-check=json
  bool ExplainAsJSON = false; ///< --ckpt-explain=json
  bool MpiOff = false;     ///< --ckpt-mpi=off: as the MPI compiler alone
  bool MpiMutants = false; ///< --ckpt-mpi=mutants: the layer's own tests
  unsigned Jobs = 2;       ///< --ckpt-jobs=N
};

struct CommandLine {
  CkptOptions Ckpt;
  Action What = Action::PassThrough;
  std::vector<Arg> Args;
  Words Raw;               ///< all words for the compiler, ours taken out
  std::string Output;      ///< -o, or empty
  bool Shared = false;     ///< -shared
  bool Relocatable = false;///< -r
  bool WritesDepends = false; ///< -MD, -MMD
  bool HasDependFile = false; ///< -MF
  bool HasDependTarget = false; ///< -MT, -MQ

  std::vector<const Arg *> inputs() const;
  /// The words of all arguments whose class is in \p Classes, in order.
  Words wordsOf(llvm::ArrayRef<ArgClass> Classes) const;
};

/// Understand \p Argv (without the program's name).
llvm::Expected<CommandLine> parseCommandLine(llvm::ArrayRef<const char *> Argv);

/// True for C that we instrument.
inline bool isC(const Arg &A) {
  return A.Class == ArgClass::Input &&
         (A.Kind == InputKind::C || A.Kind == InputKind::PreprocessedC);
}

/// True for an input that the compiler has to compile before linking.
inline bool isSource(const Arg &A) {
  return A.Class == ArgClass::Input && A.Kind != InputKind::ForLinker;
}

llvm::Error makeError(const llvm::Twine &Message);

} // namespace ckpt
#endif
