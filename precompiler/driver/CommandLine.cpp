//===- CommandLine.cpp - a cc command line, understood --------------------===//
#include "CommandLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <cstdlib>

using namespace llvm;

namespace ckpt {

Error makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

namespace {

enum class Form { Separate, Either };

struct OptionRow {
  StringRef Spelling;
  Form How;
  ArgClass Class;
};
struct FlagRow {
  StringRef Spelling;
  ArgClass Class;
};

constexpr OptionRow OptionRows[] = {
#define CKPT_OPTION(Spelling, F, C) {Spelling, Form::F, ArgClass::C},
#include "Options.def"
};
constexpr FlagRow FlagRows[] = {
#define CKPT_FLAG(Spelling, C) {Spelling, ArgClass::C},
#include "Options.def"
};
constexpr FlagRow PrefixRows[] = {
#define CKPT_PREFIX(Spelling, C) {Spelling, ArgClass::C},
#include "Options.def"
};

/// The longest option with argument that \p Word begins with, or null.
const OptionRow *findOption(StringRef Word) {
  const OptionRow *Best = nullptr;
  for (const OptionRow &R : OptionRows)
    if (Word == R.Spelling || (R.How == Form::Either && Word.starts_with(R.Spelling)))
      if (!Best || R.Spelling.size() > Best->Spelling.size())
        Best = &R;
  return Best;
}

const FlagRow *findFlag(StringRef Word) {
  for (const FlagRow &R : FlagRows)
    if (Word == R.Spelling)
      return &R;
  return nullptr;
}

/// Is the next word its argument?
bool takesNext(StringRef Word) {
  const OptionRow *O = findFlag(Word) ? nullptr : findOption(Word);
  return O && O->Spelling == Word;
}

ArgClass classByPrefix(StringRef Word) {
  for (const FlagRow &R : PrefixRows)
    if (Word.starts_with(R.Spelling))
      return R.Class;
  return ArgClass::CodeGen;
}

/// Words with which the compiler does not compile or link, or prints about
/// itself: the whole command line is its own.
bool isPassThrough(StringRef Word) {
  if (Word == "-M" || Word == "-MM" || Word == "-E" || Word == "-###" || Word == "-fsyntax-only")
    return true;
  for (StringRef P : {"--version", "-dump", "-print-", "--print-", "--target-help", "--help="})
    if (Word.starts_with(P))
      return Word != "-dumpbase" && Word != "-dumpbase-ext" && Word != "-dumpdir";
  return false;
}

InputKind kindByLanguage(StringRef Language) {
  return StringSwitch<InputKind>(Language)
      .Case("c", InputKind::C)
      .Case("cpp-output", InputKind::PreprocessedC)
      .EndsWith("-header", InputKind::Header)
      .Default(InputKind::OtherSource);
}

InputKind kindBySuffix(StringRef Name) {
  return StringSwitch<InputKind>(sys::path::extension(Name))
      .Case(".c", InputKind::C)
      .Case(".i", InputKind::PreprocessedC)
      .Cases(".s", ".S", ".sx", InputKind::OtherSource)
      .Cases(".cc", ".cp", ".cxx", ".cpp", ".CPP", ".c++", ".C", InputKind::OtherSource)
      .Cases(".ii", ".m", ".mi", ".mm", ".M", ".mii", InputKind::OtherSource)
      .Cases(".f", ".for", ".f90", ".f95", ".F", ".F90", InputKind::OtherSource)
      .Cases(".d", ".adb", ".ads", ".go", ".ll", ".bc", InputKind::OtherSource)
      .Cases(".h", ".hh", ".hpp", ".hxx", ".H", ".gch", InputKind::Header)
      .Default(InputKind::ForLinker);
}

Words splitWords(StringRef Text) {
  Words W;
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef P : Parts)
    W.push_back(P.str());
  return W;
}

/// Is a source named as the output, too?
bool writesOverSource(const CommandLine &CL) {
  return !CL.Output.empty() && any_of(CL.Args, [&](const Arg &A) {
    return isSource(A) && (A.Value == CL.Output || sys::fs::equivalent(A.Value, CL.Output));
  });
}

/// gcc's long names of options; those with an argument are two words, or one with '='. Others of its long names change nothing that we look at.
struct LongName {
  StringRef Long, Short;
  bool Argument;
};
constexpr LongName LongNames[] = {
    {"--output", "-o", true}, {"--language", "-x", true}, {"--compile", "-c", false}, {"--assemble", "-S", false}, {"--preprocess", "-E", false},
    {"--dependencies", "-M", false}, {"--user-dependencies", "-MM", false}, {"--write-dependencies", "-MD", false},
    {"--write-user-dependencies", "-MMD", false}, {"--print-missing-file-dependencies", "-MG", false}, {"--define-macro", "-D", true},
    {"--undefine-macro", "-U", true}, {"--assert", "-A", true}, {"--include", "-include", true}, {"--imacros", "-imacros", true},
    {"--include-directory", "-I", true}, {"--include-directory-after", "-idirafter", true}, {"--no-standard-includes", "-nostdinc", false},
    {"--no-line-commands", "-P", false}, {"--comments", "-C", false}, {"--comments-in-macros", "-CC", false}, {"--trace-includes", "-H", false},
    {"--library-directory", "-L", true}, {"--for-linker", "-Xlinker", true}, {"--force-link", "-u", true}, {"--entry", "-e", true},
    {"--for-assembler", "-Xassembler", true}, {"--prefix", "-B", true}, {"--no-warnings", "-w", false}, {"--verbose", "-v", false},
    {"--static", "-static", false}, {"--ansi", "-ansi", false}, {"--openmp", "-fopenmp", false}, {"--openmp-simd", "-fopenmp-simd", false},
    {"--pack-struct", "-fpack-struct", false}, {"--short-enums", "-fshort-enums", false}, {"--short-wchar", "-fshort-wchar", false},
    {"--signed-char", "-fsigned-char", false}, {"--unsigned-char", "-funsigned-char", false}, {"--no-signed-char", "-fno-signed-char", false},
    {"--no-unsigned-char", "-fno-unsigned-char", false}, {"--gnu89-inline", "-fgnu89-inline", false}, {"--ms-extensions", "-fms-extensions", false},
    {"--plan9-extensions", "-fplan9-extensions", false}};
/// Those that are the beginning of a word.
constexpr std::pair<StringRef, StringRef> LongBeginnings[] = {
    {"--std=", "-std="}, {"--machine=", "-m"}, {"--machine-", "-m"}, {"--optimize=", "-O"}, {"--debug=", "-g"}, {"--pack-struct=", "-fpack-struct="}};

void addShort(StringRef Word, StringSaver &Saver, SmallVectorImpl<const char *> &Out) {
  auto [Name, Value] = Word.split('=');
  bool HasValue = Word.contains('=');
  for (const LongName &L : LongNames)
    if (Name == L.Long && (L.Argument || !HasValue)) {
      Out.push_back(Saver.save(L.Short).data());
      if (HasValue)
        Out.push_back(Saver.save(Value).data());
      return;
    }
  for (auto [Long, Short] : LongBeginnings)
    if (Word.starts_with(Long)) {
      Out.push_back(Saver.save(Short + Word.drop_front(Long.size())).data());
      return;
    }
  Out.push_back(Saver.save(Word).data());
}

/// Response files are their words, long names short ones.
Error expand(ArrayRef<const char *> Given, BumpPtrAllocator &Memory, SmallVectorImpl<const char *> &Out) {
  SmallVector<const char *, 64> Expanded(Given.begin(), Given.end());
  cl::ExpansionContext Context(Memory, cl::TokenizeGNUCommandLine);
  if (Error E = Context.expandResponseFiles(Expanded))
    return E;
  StringSaver Saver(Memory);
  for (size_t I = 0; I < Expanded.size(); ++I) {
    if (StringRef(Expanded[I]) == "--std" && I + 1 < Expanded.size())
      Out.push_back(Saver.save("-std=" + StringRef(Expanded[++I])).data());
    else
      addShort(Expanded[I], Saver, Out);
  }
  return Error::success();
}

class Parser {
public:
  Expected<CommandLine> run(ArrayRef<const char *> Argv, BumpPtrAllocator &Memory);

private:
  Error ownOption(StringRef Word);
  void compilerOption(ArrayRef<const char *> Argv, size_t &At);
  void input(StringRef Word);
  void flag(StringRef Word);
  Error compilerWords(BumpPtrAllocator &Memory);
  void decide();

  CommandLine CL;
  std::string Language;
  bool SawPassThrough = false, SawHelp = false, SawEmitC = false, SawCheck = false, SawExplain = false;
  bool SawC = false, SawS = false;
};

/// An option of ours; the word begins with --ckpt-.
Error Parser::ownOption(StringRef Word) {
  StringRef Name = Word.split('=').first, Value = Word.split('=').second;
  bool HasValue = Word.contains('=');
  bool Wants = StringSwitch<bool>(Name)
                   .Cases("--ckpt-cc", "--ckpt-mpi", "--ckpt-allow", "--ckpt-annotations", "--ckpt-jobs", "--ckpt-unions", true)
                   .Default(false);
  if (Name != "--ckpt-check" && Name != "--ckpt-explain" && (Wants != HasValue || (Wants && Value.empty())))
    return makeError(Wants ? Name + " needs a value: " + Name + "=..." : "unknown option " + Word);
  if (Name == "--ckpt-cc")
    CL.Ckpt.Compiler = splitWords(Value);
  else if (Name == "--ckpt-mpi") {
    if (Value != "lines" && Value != "off" && Value != "mutants")
      return makeError("--ckpt-mpi wants lines or off, not '" + Value + "'");
    CL.Ckpt.MpiOff = Value == "off";
    CL.Ckpt.MpiMutants = Value == "mutants";
  } else if (Name == "--ckpt-allow")
    CL.Ckpt.AllowFiles.push_back(Value.str());
  else if (Name == "--ckpt-annotations")
    CL.Ckpt.Annotations.push_back(Value.str());
  else if (Name == "--ckpt-jobs") {
    if (Value.getAsInteger(10, CL.Ckpt.Jobs) || CL.Ckpt.Jobs == 0 || CL.Ckpt.Jobs > 256)
      return makeError("--ckpt-jobs wants a number from 1 to 256, not '" + Value + "'");
  } else if (Name == "--ckpt-no-liveness")
    CL.Ckpt.NoLiveness = true;
  else if (Name == "--ckpt-no-static-liveness")
    CL.Ckpt.NoStaticLiveness = true;
  else if (Name == "--ckpt-no-recompute")
    CL.Ckpt.NoRecompute = true;
  else if (Name == "--ckpt-unions") {
    if (Value != "bytes" && Value != "tagged")
      return makeError("--ckpt-unions wants bytes or tagged, not '" + Value + "'");
    CL.Ckpt.UnionsAsBytes = Value == "bytes";
  } else if (Name == "--ckpt-emit-c")
    SawEmitC = true;
  else if (Name == "--ckpt-check") {
    if (HasValue && Value != "text" && Value != "json")
      return makeError("--ckpt-check wants text or json, not '" + Value + "'");
    SawCheck = true;
    CL.Ckpt.CheckAsJSON = Value == "json";
  } else if (Name == "--ckpt-explain") {
    if (HasValue && Value != "text" && Value != "json")
      return makeError("--ckpt-explain wants text or json, not '" + Value + "'");
    SawExplain = true;
    CL.Ckpt.ExplainAsJSON = Value == "json";
  } else if (Name == "--ckpt-help")
    SawHelp = true;
  else
    return makeError("unknown option " + Word);
  return Error::success();
}

void Parser::input(StringRef Word) {
  Arg A;
  A.Class = ArgClass::Input;
  A.Text = {Word.str()};
  A.Value = Word.str();
  A.Language = Language;
  A.Kind = Language.empty() ? kindBySuffix(Word) : kindByLanguage(Language);
  CL.Args.push_back(std::move(A));
}

void Parser::flag(StringRef Word) {
  const FlagRow *F = findFlag(Word);
  Arg A;
  A.Class = F ? F->Class : classByPrefix(Word);
  A.Text = {Word.str()};
  CL.Args.push_back(std::move(A));
  SawC |= Word == "-c";
  SawS |= Word == "-S";
  CL.Shared |= Word == "-shared" || Word == "--shared";
  CL.Relocatable |= Word == "-r" || Word == "-Wl,-r" || Word == "-Wl,--relocatable";
  CL.WritesDepends |= Word == "-MD" || Word == "-MMD";
}

void Parser::compilerOption(ArrayRef<const char *> Argv, size_t &At) {
  StringRef Word = Argv[At];
  if (isPassThrough(Word))
    SawPassThrough = true;
  const OptionRow *O = findFlag(Word) ? nullptr : findOption(Word);
  if (!O)
    return flag(Word);
  Arg A;
  A.Class = O->Class;
  A.Text = {Word.str()};
  if (Word.size() > O->Spelling.size()) {
    A.Value = Word.drop_front(O->Spelling.size()).str();
  } else if (At + 1 < Argv.size()) {
    A.Value = Argv[++At];
    A.Text.push_back(A.Value);
  } else {
    SawPassThrough = true; // an argument is missing: the compiler says so
  }
  if (A.Class == ArgClass::Output)
    CL.Output = A.Value;
  if (A.Class == ArgClass::Language)
    Language = A.Value == "none" ? "" : A.Value;
  CL.HasDependFile |= O->Spelling == "-MF";
  CL.HasDependTarget |= O->Spelling == "-MT" || O->Spelling == "-MQ";
  CL.Args.push_back(std::move(A));
}

/// What is to be done, all words seen.
void Parser::decide() {
  bool AnyInput = false, AnyC = false, AnyHeader = false, AnyOther = false;
  unsigned Sources = 0;
  for (const Arg &A : CL.Args) {
    AnyInput |= A.Class == ArgClass::Input;
    AnyC |= isC(A);
    (A.Kind == InputKind::Header ? AnyHeader : AnyOther) |= A.Class == ArgClass::Input;
    Sources += isSource(A);
  }
  if (SawHelp)
    CL.What = Action::Help;
  else if (SawEmitC || SawCheck || SawExplain)
    CL.What = SawExplain ? Action::Explain : SawCheck ? Action::Check : Action::EmitC;
  else if (SawPassThrough || !AnyInput || (AnyHeader && !AnyOther) || writesOverSource(CL)) // the compiler refuses that itself
    CL.What = Action::PassThrough;
  else if (SawC || SawS)
    // The compiler refuses one -o for several units itself.
    CL.What = !AnyC || (Sources > 1 && !CL.Output.empty()) ? Action::PassThrough
              : SawS                                        ? Action::Assembly
                                                            : Action::Compile;
  else
    CL.What = Action::Link;
}

/// The compiler is asked for with its first words: `ccache gcc -fopenmp`. Its options are as if they stood in front of all others; a word that is none of them,
/// nor an option's argument, is a compiler behind the options of what calls it (nice -n 5 gcc).
Error Parser::compilerWords(BumpPtrAllocator &Memory) {
  SmallVector<const char *, 8> Given, All;
  for (const std::string &W : CL.Ckpt.Compiler)
    Given.push_back(W.c_str());
  if (Error E = expand(Given, Memory, All))
    return E;
  size_t First = 0;
  for (size_t I = 0; I < All.size(); I += takesNext(All[I]) ? 2 : 1) {
    if (All[I][0] != '-')
      First = I + 1;
    if (takesNext(All[I]) && I + 1 == All.size())
      return makeError("the compiler (--ckpt-cc, CKPT_CC): argument to '" + Twine(All[I]) + "' is missing");
  }
  CL.Ckpt.Compiler.assign(All.begin(), All.begin() + First);
  CL.Ckpt.CompilerOptions.assign(All.begin() + First, All.end());
  for (size_t I = First; I < All.size(); ++I)
    compilerOption(All, I);
  CL.Raw = CL.Ckpt.CompilerOptions;
  return Error::success();
}

Expected<CommandLine> Parser::run(ArrayRef<const char *> Argv, BumpPtrAllocator &Memory) {
  if (const char *Env = std::getenv("CKPT_CC"))
    CL.Ckpt.Compiler = splitWords(Env);
  for (size_t I = 0; I < Argv.size(); I += takesNext(Argv[I]) ? 2 : 1)
    if (StringRef(Argv[I]).starts_with("--ckpt-"))
      if (Error E = ownOption(Argv[I]))
        return E;
  if (Error E = compilerWords(Memory))
    return E;
  if (CL.Ckpt.Compiler.empty())
    CL.Ckpt.Compiler = {"cc"};
  for (size_t I = 0; I < Argv.size(); ++I) {
    StringRef Word = Argv[I];
    if (I + 1 == Argv.size() && (Word == "-o" || Word == "-x"))
      return makeError("argument to '" + Word + "' is missing");
    if (Word.starts_with("--ckpt-"))
      continue;
    size_t First = I;
    if (Word == "--help")
      SawHelp = true;
    if (Word == "-" || !Word.starts_with("-"))
      input(Word);
    else
      compilerOption(Argv, I);
    for (size_t K = First; K <= I; ++K)
      CL.Raw.push_back(Argv[K]);
  }
  decide();
  if ((CL.What == Action::EmitC || CL.What == Action::Check || CL.What == Action::Explain) && none_of(CL.Args, isC))
    return makeError("no C file given");
  return CL;
}

} // namespace

std::vector<const Arg *> CommandLine::inputs() const {
  std::vector<const Arg *> R;
  for (const Arg &A : Args)
    if (A.Class == ArgClass::Input)
      R.push_back(&A);
  return R;
}

Words CommandLine::wordsOf(ArrayRef<ArgClass> Classes) const {
  Words W;
  for (const Arg &A : Args)
    if (is_contained(Classes, A.Class))
      append_range(W, A.Text);
  return W;
}

Expected<CommandLine> parseCommandLine(ArrayRef<const char *> Argv) {
  BumpPtrAllocator Memory;
  SmallVector<const char *, 64> Words;
  if (Error E = expand(Argv, Memory, Words))
    return E;
  return Parser().run(Words, Memory);
}

} // namespace ckpt
