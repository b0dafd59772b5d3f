//===- Recompile.cpp - instrumented objects in place of plain ones --------===//
#include "Recompile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace ckpt {
namespace {

enum TaskStatus { Replaced = 0, Failed = 1, Unchanged = 64 };

struct Job {
  Session &S;
  const std::vector<LinkedObject> &Objects;
  const Closure &C;
  std::vector<std::string> Directories; ///< of each object's files
  std::vector<std::string> Outputs;
};

/// The compiler of the first time; the link's own if that is gone.
bool isGone(const Session &S, const UnitNote &N) {
  ErrorOr<std::string> Found = sys::findProgramByName(N.Compiler[0]);
  SmallString<256> Path(Found ? *Found : "");
  sys::fs::make_absolute(N.Directory, Path);
  return N.Triple == S.To.Triple && (!Found || !sys::fs::can_execute(Path));
}
const Words &compilerOf(const Session &S, const UnitNote &N) { return isGone(S, N) ? S.To.Compiler : N.Compiler; }

/// Compile preprocessed text; diagnostics were given when the unit was first
/// compiled, so warnings are off.
int compileText(const Job &J, const UnitNote &N, StringRef Text, const std::string &Base, const std::string &Object) {
  std::string Source = Base + ".i";
  if (Error E = writeWholeFile(Source, Text)) {
    complain(toString(std::move(E)));
    return Failed;
  }
  Words W = compilerOf(J.S, N);
  append_range(W, N.Flags);
  // Errors of a restarted MPI program name the line of a call. Lines alone change no code.
  if (!J.S.To.Mpi.empty() && none_of(N.Flags, [](StringRef F) { return F.starts_with("-g"); }))
    W.push_back("-g1");
  // Activations that are inlined into one another keep their locals apart: a capture sees all of them.
  if (isGone(J.S, N) ? J.S.To.Clang : N.ByClang)
    append_range(W, Words{"-mllvm", "-no-stack-coloring"});
  else
    W.push_back("-fstack-reuse=none");
  append_range(W, Words{"-w", "-x", "cpp-output", "-c", Source, "-o", Object});
  RunOptions O;
  O.Directory = N.Directory;
  if (int Status = runProgram(W, O)) {
    complain(N.File + ": the instrumented unit does not compile (status " + Twine(Status) + ")");
    return Failed;
  }
  return 0;
}

/// Join the objects of several units, as the user's ld -r did.
int join(const Job &J, const UnitNote &N, const Words &Parts, const std::string &Output) {
  Words W = compilerOf(J.S, N);
  for (size_t I = 0; I < N.Flags.size(); ++I) {
    StringRef F = N.Flags[I];
    bool Pair = is_contained({"-target", "--sysroot", "-B"}, F) && I + 1 < N.Flags.size();
    if (Pair || (F.starts_with("-m") && F != "-mllvm") || F.starts_with("-B") || F.starts_with("--target=") || F.starts_with("--sysroot=")) {
      W.push_back(F.str());
      if (Pair)
        W.push_back(N.Flags[++I]);
    }
  }
  append_range(W, Words{"-nostdlib", "-r", "-o", Output});
  append_range(W, Parts);
  return runProgram(W) ? Failed : 0;
}

/// What the plain object defines, the new one must define: else other code was
/// joined into it (ld -r), or it was edited after it was compiled.
int checkDefinitions(const LinkedObject &Old, const std::string &NewFile) {
  Expected<object::OwningBinary<object::ObjectFile>> O = object::ObjectFile::createObjectFile(NewFile);
  LinkedObject New;
  Error E = O ? inspectObject(*O->getBinary(), New) : O.takeError();
  if (E) {
    complain(Old.name() + ": " + toString(std::move(E)));
    return Failed;
  }
  for (const std::string &Name : Old.Defines)
    // i386 position-independent code shares its thunks; which ones it needs may change.
    if (Name != "main" && !StringRef(Name).starts_with("__x86.get_pc_thunk.") && !New.Defines.count(Name)) {
      complain(messageOf(Id::JoinedObject, {Old.name(), Name}));
      return Failed;
    }
  return Replaced;
}

int emitObject(void *Context, unsigned Index) {
  Job &J = *static_cast<Job *>(Context);
  const LinkedObject &O = J.Objects[Index];
  bool Any = false, Bad = false;
  std::vector<EmitResult> Results;
  for (const UnitNote &N : O.Notes) {
    EmitOptions Options;
    Options.add(N);
    Options.add(J.S.CL.Ckpt);
    Reports Said(errs());
    Results.push_back(emit(unitInput(N), J.C, Options, Said));
    Any |= Results.back().Changed;
    Bad |= Results.back().Failed;
  }
  if (Bad)
    return Failed;
  if (!Any)
    return Unchanged;
  Words Parts;
  for (size_t I = 0; I < O.Notes.size(); ++I) {
    std::string Base = J.Directories[Index] + "/unit" + std::to_string(I);
    Parts.push_back(O.Notes.size() == 1 ? J.Outputs[Index] : Base + ".o");
    if (compileText(J, O.Notes[I], Results[I].Text, Base, Parts.back()))
      return Failed;
  }
  if (Parts.size() > 1 && join(J, O.Notes[0], Parts, J.Outputs[Index]))
    return Failed;
  return checkDefinitions(O, J.Outputs[Index]);
}

} // namespace

Expected<std::vector<std::string>> recompile(Session &S, const std::vector<LinkedObject> &Objects, const Closure &C) {
  Job J{S, Objects, C, {}, {}};
  for (const LinkedObject &O : Objects) {
    J.Outputs.push_back(S.Temp.file(sys::path::filename(O.Member.empty() ? O.Path : O.Member)));
    J.Directories.push_back(sys::path::parent_path(J.Outputs.back()).str());
  }
  // The longest first, lest one of them runs alone at the end.
  std::vector<unsigned> Order;
  std::vector<size_t> Length;
  for (const LinkedObject &O : Objects) {
    Order.push_back(Order.size());
    Length.push_back(0);
    for (const UnitNote &N : O.Notes)
      Length.back() += N.Text.size();
  }
  llvm::stable_sort(Order, [&](unsigned A, unsigned B) { return Length[A] > Length[B]; });
  std::vector<int> Status = runTasks(Order, S.CL.Ckpt.Jobs, S.Temp.path(), emitObject, &J);
  bool Bad = false;
  for (size_t I = 0; I < Objects.size(); ++I) {
    if (Status[I] == Unchanged)
      J.Outputs[I].clear();
    else if (Status[I] != Replaced) {
      Bad = true;
      if (Status[I] != Failed)
        complain(Objects[I].name() + ": instrumenting ended with status " + Twine(Status[I]));
    }
  }
  if (Bad)
    return makeError("the program could not be instrumented");
  return std::move(J.Outputs);
}

} // namespace ckpt
