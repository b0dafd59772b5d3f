//===- Compile.cpp - one C unit: to an object with a note, or to text -----===//
#include "Compile.h"
#include "Depends.h"
#include "precompiler/frontend/PragmaMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <unistd.h>

using namespace llvm;

namespace ckpt {
namespace {

Words languageWords(const Arg &Input) {
  return Input.Language.empty() ? Words{} : Words{"-x", Input.Language};
}

/// The flags that preprocessing needs, dependency files left out; \p Own: also headers, for a text of ours that has all that was in them.
Words preprocessFlags(const CommandLine &CL, bool Own) {
  Words W;
  for (const Arg &A : CL.Args) {
    StringRef T = A.Text[0];
    if (A.Class != ArgClass::Preprocess && A.Class != ArgClass::CodeGen)
      continue;
    // -g3 leaves #define lines in the text; -P would take the line marks out.
    if (T.starts_with("-Wp,-M") || T == "-P" || T == "-C" || T == "-CC" || T == "-H" ||
        T == "-g3" || T == "-ggdb3" || T == "-fdirectives-only" || (Own && (T == "-include" || T == "-imacros")))
      continue;
    append_range(W, A.Text);
  }
  return W;
}

/// Options that make the compiler write files beside the object.
bool writesBeside(StringRef T) {
  for (StringRef P : {"-gsplit-dwarf", "--coverage", "-coverage", "-fprofile-arcs", "-ftest-coverage", "-fstack-usage",
                      "-fdump-", "-save-temps", "--save-temps", "-fcallgraph-info"})
    if (T.starts_with(P))
      return true;
  return false;
}

/// Options with which the compiler names other files after its output too, or writes its name somewhere.
bool namesOutput(StringRef T, bool Clang) {
  for (StringRef P : {"-d", "-fprofile", "-fbranch-probabilities", "-fplugin", "-fdiagnostics-format", "-fcompare-debug", "-ftime-trace",
                      "-fsave-optimization-record", "-foptimization-record", "-MJ", "-wrapper", "-Wp,-M", "-Wa,--MD"})
    if (T.starts_with(P))
      return true;
  return T == "-v" || (Clang && (T.starts_with("-frecord-") || T.starts_with("-grecord-")));
}

/// The flags with which preprocessed text is compiled again. Files beside the
/// object are of the first time; there are no macros any more. Constant variables of frames may not become the unit's: a restart writes them.
Words recompileFlags(const CommandLine &CL) {
  Words W;
  for (const Arg &A : CL.Args) {
    StringRef T = A.Text[0];
    if (A.Class != ArgClass::CodeGen)
      continue;
    if (T == "-g3" || T == "-ggdb3" || T.starts_with("-gsplit-dwarf"))
      W.push_back("-g");
    else if (!writesBeside(T) && T != "-fmerge-all-constants" && !T.starts_with("-finput-charset")) // the text is in UTF-8 by now
      append_range(W, A.Text);
  }
  return W;
}

/// Objects of clang's -flto are no objects: they have no room for a note.
bool isBitcode(const Session &S) {
  return S.To.Clang && any_of(S.CL.Args, [](const Arg &A) { return A.Text[0] == "-flto" || StringRef(A.Text[0]).starts_with("-flto="); });
}

/// True if some line of the text is a pragma of ours.
bool hasCkptPragma(StringRef Text) {
  for (size_t At = 0; (At = Text.find("#pragma", At)) != StringRef::npos; At += 7)
    if (Text.substr(At + 7).ltrim(" \t").starts_with("ckpt"))
      return true;
  return false;
}

/// The descriptor that a file's name stands for, or none.
std::optional<int> descriptorOf(StringRef Name) {
  int Fd;
  if (Name == "-" || Name == "/dev/stdin")
    return 0;
  if ((Name.consume_front("/dev/fd/") || Name.consume_front("/proc/self/fd/")) && !Name.getAsInteger(10, Fd))
    return Fd;
  return std::nullopt;
}

/// The compiler reads the copies, under the names of what they are copies of.
RunOptions withCopies(const Session &S) {
  RunOptions O;
  O.Inputs.assign(S.Copies.begin(), S.Copies.end());
  return O;
}

} // namespace

std::string fileOf(const Session &S, const Arg &Input) {
  std::optional<int> Fd = descriptorOf(Input.Value);
  auto It = Fd ? S.Copies.find(*Fd) : S.Copies.end();
  return It == S.Copies.end() ? Input.Value : It->second;
}

namespace {

std::string currentDirectory() {
  SmallString<256> Directory;
  (void)sys::fs::current_path(Directory);
  return Directory.str().str();
}

/// What the preprocessor prints for \p Source, with the unit's flags and \p More.
Expected<std::string> preprocessorOutput(Session &S, const Arg &Input, const std::string &Source, Words More) {
  Words W = preprocessFlags(S.CL, Source != Input.Value);
  if (Source == Input.Value)
    append_range(W, S.Forced);
  append_range(W, Source == Input.Value ? languageWords(Input) : Words{"-x", "c"});
  append_range(W, More);
  append_range(W, Words{"-E", Source});
  RunOptions O = withCopies(S);
  O.Stdout = S.Temp.file("unit.i");
  // Warnings come from the compilation itself.
  O.Stderr = S.Temp.file("messages");
  if (int Status = runProgram(command(S.To.Compiler, W, S.Temp), O))
    return makeError("preprocessing " + Input.Value + " failed with status " + Twine(Status));
  return readWholeFile(O.Stdout);
}

/// The unit's text with its macros. Where the compiler has a directory of its own
/// before ours, as Open MPI's has, a unit that includes mpi.h is read again with
/// ours before all: its guards keep the other one out.
Expected<std::string> withMacros(Session &S, const Arg &Input) {
  Expected<std::string> Printed = preprocessorOutput(S, Input, Input.Value, {"-dD"});
  if (!Printed || S.To.Mpi.empty() || S.To.MpiHeaders.empty() ||
      none_of(ArrayRef<StringRef>{"\n#define OPEN_MPI ", "\n#define MPICH_VERSION "}, [&](StringRef D) { return StringRef(*Printed).contains(D); }))
    return Printed;
  S.Forced = {"-include", S.To.MpiHeaders + "/mpi.h"};
  return preprocessorOutput(S, Input, Input.Value, {"-dD"});
}

/// Macros in the arguments of pragmas. Where that is not to be done, they stay as
/// they are, and what they name is unknown to the parser, which says so.
std::string expandArguments(Session &S, const Arg &Input, std::string Text, StringRef WithMacros) {
  std::optional<std::string> Arguments = mayNeedMacros(Text) ? argumentsToExpand(Text, WithMacros, Input.Value) : std::nullopt;
  if (!Arguments)
    return Text;
  std::string File = S.Temp.file("arguments.c");
  Error Written = writeWholeFile(File, *Arguments);
  Expected<std::string> Printed = Written ? Expected<std::string>(std::move(Written)) : preprocessorOutput(S, Input, File, {"-w"});
  if (Printed)
    return withExpanded(Text, *Printed);
  consumeError(Printed.takeError());
  return Text;
}

} // namespace

Expected<std::string> preprocess(Session &S, const Arg &Input) {
  bool Done = Input.Kind == InputKind::PreprocessedC;
  Expected<std::string> Printed = Done ? readWholeFile(fileOf(S, Input))
                                       : withMacros(S, Input);
  if (!Printed)
    return Printed;
  std::optional<std::string> Plain = Done ? *Printed : withoutMacros(*Printed);
  Expected<std::string> Text = Plain ? std::move(*Plain) : preprocessorOutput(S, Input, Input.Value, {});
  if (!Text)
    return Text;
  if (!S.Annotations.empty())
    Text = annotate(*Text, Input.Value, currentDirectory(), S.Annotations);
  if (!Text || Done)
    return Text;
  return expandArguments(S, Input, std::move(*Text), *Printed);
}

namespace {

/// Other files that the compiler writes are named after the program, too.
Words dumpWords(const Session &S) {
  if (S.CL.What != Action::Link || none_of(S.CL.Args, [](const Arg &A) { return writesBeside(A.Text[0]); }))
    return {};
  return {"-dumpdir", S.CL.Output.empty() ? "a-" : S.CL.Output + "-"};
}

/// All flags but those for the linker, the inputs, the output and -x.
Words compileFlags(const Session &S) {
  using C = ArgClass;
  if (S.CL.What != Action::Link)
    return S.CL.wordsOf({C::Preprocess, C::Depend, C::Warning, C::General, C::CodeGen, C::Link});
  return S.CL.wordsOf({C::Preprocess, C::Depend, C::Warning, C::General, C::CodeGen});
}

/// Start the user's own compilation to \p Object, which is made as \p Made.
int startPlain(Session &S, const Arg &Input, const std::string &Object, const std::string &Made, bool Assembly, bool HasPragma) {
  Words W = compileFlags(S);
  append_range(W, S.Forced);
  append_range(W, dependWords(S.CL, Input, Object, Made));
  append_range(W, dumpWords(S));
  if (HasPragma)
    W.push_back("-Wno-unknown-pragmas");
  if (isC(Input) && isBitcode(S))
    W.push_back("-fno-lto");
  append_range(W, languageWords(Input));
  append_range(W, Words{Assembly ? "-S" : "-c", Input.Value, "-o", Made});
  return startProgram(command(S.To.Compiler, W, S.Temp), withCopies(S));
}

std::string defaultOutput(const Arg &Input, bool Assembly) {
  return (sys::path::stem(Input.Value) + (Assembly ? ".s" : ".o")).str();
}

/// Where to make the object. Without its note it would be up to date to make, and a program of it without checkpoints; so it is made apart, and comes to
/// its place whole. Not where the compiler names files after it; nor where compilers write into what is there: a device, what a link leads to, an empty file.
std::string placeToMake(Session &S, const std::string &Object) {
  StringRef Directory = sys::path::parent_path(Object);
  sys::fs::file_status Status;
  std::error_code E = sys::fs::status(Object, Status, /*follow=*/false);
  bool Replaced = !E && Status.type() == sys::fs::file_type::regular_file && Status.getSize() && Status.getLinkCount() == 1;
  if (S.CL.What == Action::Link || Object == "-" || (!Replaced && E != std::errc::no_such_file_or_directory) ||
      sys::fs::access(Directory.empty() ? "." : Directory, sys::fs::AccessMode::Write) ||
      any_of(S.CL.Args, [&](const Arg &A) { return writesBeside(A.Text[0]) || namesOutput(A.Text[0], S.To.Clang); }))
    return Object;
  return S.Temp.file(Object);
}

/// Bring it there, at once. The copy beside it has the group and the rights of files that are made there.
Error putInPlace(const std::string &Made, const std::string &Object) {
  SmallString<128> Beside(sys::path::parent_path(Object));
  sys::path::append(Beside, ".ckptcc-%%%%%%%%");
  int Fd;
  std::error_code E = sys::fs::createUniqueFile(Beside, Fd, Beside, sys::fs::OF_None, sys::fs::all_read | sys::fs::all_write);
  if (!E) {
    guardOutput(Beside.str().str());
    E = sys::fs::copy_file(Made, Fd);
    if (close(Fd) && !E)
      E = std::error_code(errno, std::generic_category());
    if (!E)
      E = sys::fs::rename(Beside, Object);
    if (E)
      (void)sys::fs::remove(Beside);
    keepOutput(Beside.str().str());
  }
  return E ? makeError("cannot write " + Object + ": " + E.message()) : Error::success();
}

/// Object or assembler text: the note goes in.
Error attachNote(const std::string &Object, const std::string &Note, bool Assembly) {
  if (!Assembly)
    return addNote(Object, Note);
  sys::fs::file_status Status;
  if (sys::fs::status(Object, Status) || Status.type() != sys::fs::file_type::regular_file)
    return Error::success();
  Expected<std::string> Text = readWholeFile(Object);
  if (!Text)
    return Text.takeError();
  return writeWholeFile(Object, *Text + noteAsAssembly(Note));
}

} // namespace

int makeUnit(Session &S, const Arg &Input, std::string Text, UnitNote &N, Reports &Out) {
  N.Text = std::move(Text);
  N.Triple = S.To.Triple;
  N.File = Input.Value == "-" ? "<stdin>" : Input.Value;
  N.Compiler = S.To.Compiler;
  N.ByClang = S.To.Clang;
  N.Flags = recompileFlags(S.CL);
  if (isBitcode(S))
    N.Flags.push_back("-fno-lto");
  N.add(S.CL.Ckpt);
  N.UnionsAsBytes = S.CL.Ckpt.UnionsAsBytes;
  N.Directory = currentDirectory();

  bool Failed = false;
  N.Summary = summarise(unitInput(N), Out, Failed);
  return Failed;
}

int compileSource(Session &S, const Arg &Input, const std::string &Object, bool Assembly) {
  guardOutput(Object);
  S.Forced.clear();
  if (!isC(Input)) {
    int Status = finishProgram(startPlain(S, Input, Object, Object, Assembly, false));
    if (!Status)
      keepOutput(Object);
    return Status;
  }
  std::string Made = placeToMake(S, Object);
  Expected<std::string> Text = preprocess(S, Input);
  // If preprocessing fails, so does the compilation, and says why. Both it and ours are under way at a time.
  int Plain = startPlain(S, Input, Object, Made, Assembly, Text && hasCkptPragma(*Text));
  UnitNote Note;
  std::string Said;
  raw_string_ostream OS(Said);
  Reports Out(OS);
  int Status = Text ? makeUnit(S, Input, std::move(*Text), Note, Out) : 0;
  if (int Compiled = finishProgram(Plain)) {
    consumeError(Text.takeError());
    return Compiled;
  }
  Error E = Text ? Error::success() : Text.takeError();
  if (!E && !Status)
    E = addDepends(S.CL, Input, Object);
  if (!E && !Status)
    E = attachNote(Made, encodeNote(Note), Assembly);
  // That Clang alone cannot parse a unit only counts in a program with sites.
  if (Text && (Status || Note.Summary.Parsed)) {
    errs() << OS.str();
    dieIfInterrupted(); // nobody reads it: as compilers do
  }
  if (!E && Status)
    return Status;
  if (!E && Made != Object)
    E = putInPlace(Made, Object);
  if (E) {
    std::string Message = toString(std::move(E));
    if (Text)
      complain(Input.Value + ": " + Message);
    else
      errs() << Message << "\n"; // located already
    return 1;
  }
  keepOutput(Object);
  return 0;
}

int compileHeader(Session &S, const Arg &Input, const std::string &Output, bool Assembly) {
  Words W = compileFlags(S);
  if (S.CL.What == Action::Link)
    append_range(W, dependWords(S.CL, Input, Output, Output));
  append_range(W, languageWords(Input));
  append_range(W, Words{Assembly ? "-S" : "-c", Input.Value});
  if (!Output.empty())
    append_range(W, Words{"-o", Output});
  return runProgram(command(S.To.Compiler, W, S.Temp), withCopies(S));
}

int compileAll(Session &S, bool Assembly) {
  int Worst = 0;
  for (const Arg *Input : S.CL.inputs()) {
    if (!isSource(*Input))
      continue;
    std::string Object = S.CL.Output.empty() ? defaultOutput(*Input, Assembly) : S.CL.Output;
    bool Header = Input->Kind == InputKind::Header;
    if (int Status = Header ? compileHeader(S, *Input, S.CL.Output, Assembly) : compileSource(S, *Input, Object, Assembly))
      Worst = Status;
  }
  return Worst;
}

Error readAnnotations(Session &S) {
  for (const std::string &Path : S.CL.Ckpt.Annotations) {
    Expected<std::vector<SideAnnotation>> List = readSideFile(Path);
    if (!List)
      return List.takeError();
    append_range(S.Annotations, *List);
  }
  return Error::success();
}

Error keepPipes(Session &S) {
  for (const Arg *Input : S.CL.inputs()) {
    sys::fs::file_status Status;
    bool Stdin = Input->Value == "-";
    if (!(Stdin ? isSource(*Input) : isC(*Input)) ||
        (!Stdin && (sys::fs::status(Input->Value, Status) || Status.type() == sys::fs::file_type::regular_file ||
                    Status.type() == sys::fs::file_type::directory_file || sys::fs::equivalent(Input->Value, "/dev/null"))))
      continue;
    std::optional<int> Fd = descriptorOf(Input->Value);
    if (!Fd)
      return makeError(Input->Value + " can be read only once, but it is compiled again when the program is linked; give it as standard input: -x c -");
    if (S.Copies.count(*Fd))
      continue;
    auto Buffer = *Fd == 0 ? MemoryBuffer::getSTDIN() : MemoryBuffer::getFile(Input->Value, false, false);
    if (!Buffer)
      return makeError("cannot read " + (Stdin ? "standard input" : Input->Value) + ": " + Buffer.getError().message());
    std::string Copy = S.Temp.file("input");
    if (Error E = writeWholeFile(Copy, (*Buffer)->getBuffer()))
      return E;
    S.Copies[*Fd] = Copy;
  }
  return Error::success();
}

} // namespace ckpt
