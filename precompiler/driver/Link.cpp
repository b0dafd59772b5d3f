//===- Link.cpp - from objects to a program that can be checkpointed ------===//
#include "Link.h"
#include "LinkLine.h"
#include "Recompile.h"
#include "SharedNames.h"
#include "UnitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ckpt {
namespace {

class Linker {
public:
  Linker(Session &S, const std::string &Ckptcc)
      : S(S), Ckptcc(Ckptcc), Line(S.CL), Output(S.CL.Output.empty() ? "a.out" : S.CL.Output) {}
  int run();

private:
  int compileSources();
  int trialLink(std::string &Trace);
  int sayMore(StringRef Trace);
  int takeTrial();
  void sayTrial(const std::string &Path);
  int finalLink(const LinkedSet &Linked, const std::string &Runtime);
  bool refuse(const LinkedSet &Linked);
  void sayUnplaced(const LinkedSet &Linked);
  bool refuseState(const LinkedSet &Linked);
  bool refuseMissingLayer();
  bool refuseUnseenMpi(const LinkedSet &Linked, bool Real);
  bool refuseCallsPastLayer(const LinkedSet &Linked);
  bool refuseHeap(const LinkedSet &Linked);
  bool refuseWraps();
  Error exchange(const std::vector<LinkedObject> &Objects, const std::vector<std::string> &New);
  void addRuntime(const std::string &Directory);
  Words mpiWords(const std::string &Directory, StringRef Below) const;

  Session &S;
  const std::string &Ckptcc;
  LinkLine Line;
  std::string Output;
  Words TrialTail;   ///< its words behind the user's, but for the trace
  std::string Trial; ///< what the first link makes: the program as it is, in a place of its own
};

bool hasSite(const LinkedSet &Linked) {
  return any_of(Linked.Objects, [](const LinkedObject &O) {
    return any_of(O.Notes, [](const UnitNote &N) { return N.Summary.HasSites; });
  });
}

/// Adds what is called in place of the C library's, if that has it, too: all that objects and libraries define, compiled by ckptcc or not. The heap is
/// the runtime's, whatever the program brings.
Error addDefined(const LinkedSet &Linked, std::set<std::string> &Names) {
  Expected<AllowList> Libraries = AllowList::load({});
  if (!Libraries)
    return Libraries.takeError();
  for (const LinkedObject &O : Linked.Objects)
    if (!O.Notes.empty() || !Libraries->allows(O.Path))
      Names.insert(O.Defines.begin(), O.Defines.end());
  for (const auto &[Path, Defines] : Linked.SharedDefines)
    if (!Libraries->allows(Path))
      Names.insert(Defines.begin(), Defines.end());
  for (auto N = Names.begin(); N != Names.end();)
    N = isHeapFunction(*N) ? Names.erase(N) : std::next(N);
  return Error::success();
}

/// What assembler and objects of other compilers have for C to point to. The C library's own are not looked at.
Error addConstants(const LinkedSet &Linked, std::map<std::string, uint64_t> &Into) {
  Expected<AllowList> Libraries = AllowList::load({});
  if (!Libraries)
    return Libraries.takeError();
  for (const LinkedObject &O : Linked.Objects)
    if (!O.Notes.empty() || !Libraries->allows(O.Path))
      Into.insert(O.Constants.begin(), O.Constants.end());
  for (const LinkedObject &O : Linked.Objects)
    for (const UnitNote &N : O.Notes)
      for (const std::string &Name : N.Summary.Variables)
        Into.erase(Name);
  return Error::success();
}

/// The MPI layer, if this links an MPI program: it stands on the runtime in
/// \p Below.
Words Linker::mpiWords(const std::string &Directory, StringRef Below) const {
  std::string Border = Directory + "/libckpt_mpi-" + S.To.Mpi + ".a";
  if (S.To.Mpi.empty() || !sys::fs::exists(Border))
    return {};
  Words W = {"-Wl,--start-group", Directory + (S.CL.Ckpt.MpiMutants ? "/libckpt_mpi_mutants.a" : "/libckpt_mpi.a"), Border};
  if (!Below.empty())
    W.push_back((Directory + "/" + Below).str());
  W.push_back("-Wl,--end-group");
  return W;
}

int Linker::compileSources() {
  int Worst = 0;
  for (const Arg *Input : S.CL.inputs()) {
    if (!isSource(*Input))
      continue;
    if (Input->Kind == InputKind::Header) {
      if (int Status = compileHeader(S, *Input, S.CL.Output.empty() ? "" : S.Temp.file("header.gch"), false))
        Worst = Status;
      continue;
    }
    std::string Stem = Input->Value == "-" ? "stdin" : sys::path::stem(Input->Value).str();
    std::string Object = S.Temp.file(Stem + ".o");
    if (int Status = compileSource(S, *Input, Object, false))
      Worst = Status;
    Line.source(Input, Object);
  }
  return Worst;
}

/// Calls of MPI that the program defines itself, MPI_Send(...) { count++; return PMPI_Send(...); }: the layer has their place.
std::string ownCalls(StringRef Said) {
  std::set<std::string> Names;
  for (StringRef Before = "multiple definition of `ckpt_call_"; Said.contains(Before);) {
    Said = Said.substr(Said.find(Before) + Before.size());
    Names.insert(Said.take_while([](char C) { return isAlnum(C) || C == '_'; }).str());
  }
  return join(Names, ", ");
}

/// What the linker has said of an MPI program's own link.
void Linker::sayTrial(const std::string &Path) {
  if (Path.empty())
    return;
  Expected<std::string> Said = readWholeFile(Path);
  if (!Said) {
    consumeError(Said.takeError());
    return;
  }
  if (std::string Own = ownCalls(*Said); !Own.empty())
    complain(Output + ": " + messageOf(Id::MpiOwnCall, {Own}));
  errs() << *Said;
  if (StringRef(*Said).contains("ckpt_unsupported_MPI_"))
    complain(Output + ": " + messageOf(Id::MpiUnsupported, {"calls named ckpt_unsupported_ are"}));
}

/// The user's own link. Its trace says what was linked.
int Linker::trialLink(std::string &Trace) {
  // For programs without sites that call what ckpt.h declares.
  Words Tail;
  if (Expected<std::string> Runtime = runtimeDirectory(S.To, Ckptcc)) {
    std::string Null = *Runtime + "/libckpt_null.a";
    Words Mpi = mpiWords(*Runtime, "libckpt_mpi_plain.a"); // has what Null has
    if (Mpi.empty() && sys::fs::exists(Null))
      Mpi.push_back(Null);
    if (!S.CL.Shared && !S.CL.Relocatable)
      append_range(Tail, Mpi);
  } else {
    consumeError(Runtime.takeError());
  }
  // Not where the linker writes its output's name into other files, nor over an input, which is the linker's to say.
  bool Named = any_of(S.CL.Raw, [](const std::string &W) {
    StringRef R(W);
    return R.contains("dependency-file") || R.contains("-Map") || R.contains("-save-temps");
  });
  bool Input = any_of(S.CL.Raw, [&](const std::string &W) { return sys::fs::equivalent(W, Output) && W != S.CL.Output; }) ||
               any_of(S.CL.inputs(), [&](const Arg *A) { return A->Value == Output || sys::fs::equivalent(A->Value, Output); });
  if (removable(Output) && !Input && !Named && !S.CL.Relocatable) {
    append_range(Tail, Words{"-o", Trial = S.Temp.file(sys::path::filename(Output))});
    (void)sys::fs::remove(Output); // as linkers do
  }
  TrialTail = Tail;
  Tail.insert(Tail.begin(), "-Wl,-t,-t");
  Line.after(Tail);
  Expected<Words> W = Line.words();
  if (!W) {
    complain(toString(W.takeError()));
    return 1;
  }
  RunOptions O;
  O.Stdout = S.Temp.file("trace");
  if (!S.To.Mpi.empty())
    O.Stderr = S.Temp.file("trial");
  if (!Input)
    guardOutput(Output);
  int Status = runProgram(command(S.To.Compiler, *W, S.Temp), O);
  sayTrial(O.Stderr);
  if (Status)
    return Status;
  Expected<std::string> Text = readWholeFile(O.Stdout);
  if (!Text) {
    complain(toString(Text.takeError()));
    return 1;
  }
  Trace = std::move(*Text);
  return 0;
}

/// True if the user asked for the linker's trace.
bool asksForTrace(const CommandLine &CL) {
  return any_of(CL.Args, [](const Arg &A) {
    SmallVector<StringRef, 8> Parts;
    StringRef(A.Text[0] == "-Xlinker" ? A.Value : A.Text[0]).split(Parts, ',');
    return (A.Text[0] == "-Xlinker" || Parts[0] == "-Wl") && any_of(Parts, [](StringRef P) { return P == "-t" || P == "--trace" || P == "-trace"; });
  });
}

/// What the linker says on standard output is the user's (-Wl,-M), but the trace was in it: it says it again without.
int Linker::sayMore(StringRef Trace) {
  if (!asksForTrace(S.CL) && !saysMore(Trace))
    return 0;
  Line.after(TrialTail);
  Expected<Words> W = Line.words();
  if (!W) {
    complain(toString(W.takeError()));
    return 1;
  }
  RunOptions O;
  O.Stderr = S.Temp.file("messages"); // said before
  return runProgram(command(S.To.Compiler, *W, S.Temp), O);
}

/// The first link's program is the output. Until this is known it is not there: killed in between, make would take it for one with checkpoints.
int Linker::takeTrial() {
  if (Trial.empty())
    return 0;
  sys::fs::file_status Status;
  std::error_code E = sys::fs::rename(Trial, Output);
  if (E && !(E = sys::fs::status(Trial, Status)) && !(E = sys::fs::copy_file(Trial, Output)))
    E = sys::fs::setPermissions(Output, Status.permissions());
  if (E)
    complain("cannot write " + Output + ": " + E.message());
  return E ? 1 : 0;
}

/// Annotations of a side file that stand in no unit of the program.
void Linker::sayUnplaced(const LinkedSet &Linked) {
  for (const SideAnnotation &A : S.Annotations) {
    bool Placed = any_of(Linked.Objects, [&](const LinkedObject &O) {
      return any_of(O.Notes, [&](const UnitNote &N) { return isAnnotated(N.Text, N.Directory, A, S.Annotations); });
    });
    if (!Placed)
      errs() << A.Where << ": warning: " << messageOf(Id::AnnotationUnplaced, {A.File}) << "\n";
  }
}

/// State that no table describes would be lost at a restart: an error.
bool Linker::refuseState(const LinkedSet &Linked) {
  Expected<AllowList> Allowed = AllowList::load(S.CL.Ckpt.AllowFiles);
  if (!Allowed) {
    complain(toString(Allowed.takeError()));
    return true;
  }
  bool Bad = false;
  auto report = [&](const std::string &Name, const Twine &Why) {
    Bad = true;
    complain(messageOf(Id::ForeignState, {Name, Why.str()}));
  };
  for (const LinkedObject &O : Linked.Objects) {
    if (!O.HasState || Allowed->allows(O.Path))
      continue;
    if (O.Notes.empty())
      report(O.name(), "was not compiled by ckptcc");
    for (const UnitNote &N : O.Notes)
      if (!N.Summary.Parsed && !N.Summary.HasSites)
        report(O.name(), "Clang cannot parse " + N.File + " (" + N.Summary.ParseError + ")");
  }
  for (const std::string &Path : Linked.SharedWithState)
    if (!Allowed->allows(Path))
      report(Path, "is a shared library without tables");
  return Bad;
}

/// A compiler that is not known to be an MPI's: a program that calls one (\p Real: one is linked, and not a stand-in for a single process) would have no
/// recovery lines, and its ranks save alone.
bool Linker::refuseUnseenMpi(const LinkedSet &Linked, bool Real) {
  for (const LinkedObject &O : Linked.Objects)
    if (Real && !O.Notes.empty() && !O.CallsMpi.empty()) {
      complain(messageOf(Id::MpiPastLayer, {O.name(), *O.CallsMpi.begin(),
                                            "a program with checkpoint sites needs recovery lines: compile and link it with the MPI's own compiler, as --ckpt-cc=mpicc.mpich "
                                            "(cmake and configure: CC=ckptcc CKPT_CC=mpicc.mpich)"}));
      return true;
    }
  return false;
}

/// An MPI program where the layer was never built, or not for this MPI.
bool Linker::refuseMissingLayer() {
  Expected<std::string> Runtime = runtimeDirectory(S.To, Ckptcc);
  if (!Runtime) { // said by finalLink
    consumeError(Runtime.takeError());
    return false;
  }
  if (S.To.Mpi.empty() || (!S.To.MpiHeaders.empty() && !mpiWords(*Runtime, "").empty() && sys::fs::exists(*Runtime + "/libckpt_mpi.a")))
    return false;
  complain("no MPI layer for " + S.To.Mpi + " in " + *Runtime + "; `test/check.sh --setup` builds it where that MPI is installed");
  return true;
}

/// Calls of the MPI library itself, past the layer: it would be given the
/// layer's handles, and a restart would know nothing of them. Compilers only
/// warn of a function without a prototype.
bool Linker::refuseCallsPastLayer(const LinkedSet &Linked) {
  std::set<std::string> Own;
  for (const LinkedObject &O : Linked.Objects)
    Own.insert(O.Defines.begin(), O.Defines.end());
  if (S.To.Mpi.empty())
    return refuseUnseenMpi(Linked, Own.count("PMPI_Init") || any_of(Linked.SharedDefines, [](const auto &L) { return L.second.count("PMPI_Init") != 0; }));
  bool Bad = false;
  for (const LinkedObject &O : Linked.Objects) {
    StringRef File = sys::path::filename(O.Path);
    if (O.Notes.empty() && (File.starts_with("libckpt") || File.starts_with("libmpi") || File.starts_with("libpmpi")))
      continue;
    for (const std::string &Name : O.CallsMpi) {
      if (Own.count(Name))
        continue;
      Bad = true;
      complain(messageOf(Id::MpiPastLayer, {O.name(), Name,
                                            O.Notes.empty() ? "compile it with ckptcc"
                                                            : "it is not in the layer's mpi.h, which has MPI 3.1, or was compiled with --ckpt-mpi=off"}));
    }
  }
  return Bad;
}

/// An allocator under the C library's names: its blocks would be none that an image knows. One in an archive of another compiler's is the linker's to refuse, if it is linked at all.
bool Linker::refuseHeap(const LinkedSet &Linked) {
  bool Bad = false;
  for (const LinkedObject &O : Linked.Objects) {
    if (O.DefinesHeap.empty() || (O.Notes.empty() && !O.Member.empty()))
      continue;
    complain(messageOf(Id::OwnHeap, {O.name(), join(O.DefinesHeap, ", ")}));
    Bad = true;
  }
  return Bad;
}

/// --wrap of functions that the run time stands in for: its calls would not come to the program's.
bool Linker::refuseWraps() {
  bool Bad = false;
  auto name = [&](StringRef Name) {
    static const StringSet<> Ours = {
#define CKPT_WRAP(NAME) #NAME,
#include "ckpt_wraps.def"
#undef CKPT_WRAP
        "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memalign", "strdup", "strndup"};
    if (!Ours.contains(Name))
      return;
    complain(("--wrap=" + Name + ": in a program with sites calls of " + Name + " go to the run time, which would not call __wrap_" + Name).str());
    Bad = true;
  };
  bool Next = false;
  for (const Arg &A : S.CL.Args) {
    SmallVector<StringRef, 8> Parts;
    if (StringRef W = A.Text[0]; W.consume_front("-Wl,"))
      W.split(Parts, ',');
    else if (W == "-Xlinker")
      Parts.push_back(A.Value);
    for (StringRef P : Parts) {
      if (Next)
        name(P);
      Next = P == "--wrap" || P == "-wrap";
      if (P.consume_front("--wrap=") || P.consume_front("-wrap="))
        name(P);
    }
  }
  return Bad;
}

/// What a program with sites cannot be made of; all of it is said at once.
bool Linker::refuse(const LinkedSet &Linked) {
  if (S.CL.Shared) {
    complain(messageOf(Id::SharedSite, {Output}));
    return true;
  }
  if (!S.To.UnusedMpi.empty()) {
    complain(messageOf(Id::MpiOff, {Output}));
    return true;
  }
  bool Main = any_of(Linked.Objects, [](const LinkedObject &O) {
    return any_of(O.Notes, [](const UnitNote &N) { return N.Summary.DefinesMain; });
  });
  if (!Main)
    complain(messageOf(Id::ForeignMain, {Output}));
  bool Past = refuseMissingLayer() || refuseCallsPastLayer(Linked);
  for (const LinkedObject &O : Linked.Objects)
    for (const UnitNote &N : O.Notes)
      for (StringRef F : N.Flags) // headers have no #pragma pack for it
        if (F.consume_front("-fpack-struct") && F != "=8" && F != "=16") {
          complain(N.File + ": -fpack-struct changes the structures of all headers, also those that the runtime shares with it; use #pragma pack");
          Past = true;
        } else if (F == "-fopenacc") {
          complain(N.File + ": constructs of OpenACC are not read, so variables in them could be others than meant; leave -fopenacc out, or use OpenMP");
          Past = true;
        } else if (F.starts_with("-fsso-struct") || F.starts_with("-mlong-double-") || F.starts_with("-mabi=ieeelongdouble") || F.starts_with("-mabi=ibmlongdouble")) {
          complain(N.File + ": " + F + " makes numbers of the unit others than those of the C library and the runtime, which would save them as such; leave it out");
          Past = true;
        }
  bool Heap = refuseHeap(Linked);
  return refuseWraps() || refuseState(Linked) || Past || Heap || !Main;
}

/// Units that Clang cannot parse may be without variables and sites, and still call functions that reach one: a checkpoint does not come past them.
void sayUnparsed(const std::vector<LinkedObject> &Objects, const Closure &C) {
  for (const LinkedObject &O : Objects)
    for (const UnitNote &N : O.Notes) {
      auto Called = find_if(O.Needs, [&](const std::string &Name) { return C.Functions.count(Name) != 0; });
      if (!N.Summary.Parsed && Called != O.Needs.end())
        errs() << N.File << ": warning: "
               << messageOf(Id::NotParsed, {N.Summary.ParseError + "; '" + *Called + "', which it refers to, can reach a checkpoint site, and no checkpoint is taken below a call from there"})
               << "\n";
    }
}

/// The run time cannot send the threads of that library away.
void sayOpenMP(const std::vector<LinkedObject> &Objects) {
  for (const LinkedObject &O : Objects)
    if (O.Needs.count("__kmpc_fork_call"))
      errs() << O.Notes.front().File << ": warning: " << messageOf(Id::OpenMPLlvm, {}) << "\n";
}

/// Put the new objects into the link line; archives are copied for that.
Error Linker::exchange(const std::vector<LinkedObject> &Objects, const std::vector<std::string> &New) {
  std::map<std::string, std::map<size_t, std::string>> Archives;
  for (size_t I = 0; I < Objects.size(); ++I) {
    if (New[I].empty())
      continue;
    if (Objects[I].Member.empty())
      Line.replace(Objects[I].Path, New[I]);
    else
      Archives[Objects[I].Path][Objects[I].MemberIndex] = New[I];
  }
  for (const auto &[Path, Members] : Archives) {
    std::string Copy = S.Temp.file(sys::path::filename(Path));
    if (Error E = writeArchiveWith(Path, Members, Copy))
      return makeError(Path + ": " + toString(std::move(E)));
    Line.replace(Path, Copy);
  }
  return Error::success();
}

/// The runtime first, and all of it: its main and malloc are the program's.
void Linker::addRuntime(const std::string &Directory) {
  Line.before({"-Wl,--whole-archive," + Directory + "/libckpt.a,--no-whole-archive"});
  Words Tail = mpiWords(Directory, "");
  append_range(Tail, Words{"-lm", "-ldl", "-lpthread"});
  // libc.a's malloc comes in as the runtime's back end, with all its names.
  if (is_contained(S.CL.Raw, "-static") || is_contained(S.CL.Raw, "-static-pie"))
    Tail.push_back("-Wl,-z,muldefs");
  // What the program depends on the first link has written; this one would name what is made of it. Linkers heed the last.
  if (any_of(S.CL.Raw, [](StringRef W) { return W.contains("-dependency-file"); }))
    Tail.push_back("-Wl,--dependency-file=" + S.Temp.file("depends"));
  Line.after(Tail);
}

int Linker::finalLink(const LinkedSet &Linked, const std::string &Runtime) {
  std::vector<LinkedObject> Objects;
  std::vector<UnitSummary> Units;
  bool Refused = false;
  for (const LinkedObject &O : Linked.Objects)
    if (!O.Notes.empty())
      Objects.push_back(O);
  if (Error E = nameUnits(Objects)) {
    complain(toString(std::move(E)));
    return 1;
  }
  for (const LinkedObject &O : Objects)
    for (const UnitNote &N : O.Notes)
      Units.push_back(N.Summary);
  Closure C = closeProgram(Units);
  if (Error E = addDefined(Linked, *C.Defined)) {
    complain(toString(std::move(E)));
    return 1;
  }
  if (Error E = addConstants(Linked, C.Constants)) {
    complain(toString(std::move(E)));
    return 1;
  }
  Expected<std::optional<std::set<std::string>>> Shared = sharedNames(Linked, Units, S.CL);
  if (!Shared) {
    complain(toString(Shared.takeError()));
    return 1;
  }
  C.Shared = std::move(*Shared);
  Expected<std::optional<std::set<std::string>>> Others = replaceableNames(Linked, S.CL);
  if (!Others) {
    complain(toString(Others.takeError()));
    return 1;
  }
  if (*Others)
    C.dropReplaced(**Others);
  else
    C.Exact.clear();
  for (const UnitSummary &U : Units)
    if (!C.touches(U)) // of the others, emit() says it
      for (const std::string &Text : U.Refusals) {
        sayFindings(Text);
        Refused = true;
      }
  if (Refused)
    return 1;
  sayUnparsed(Objects, C);
  sayOpenMP(Objects);
  Expected<std::vector<std::string>> New = recompile(S, Objects, C);
  Error E = New ? exchange(Objects, *New) : New.takeError();
  if (E) {
    complain(toString(std::move(E)));
    return 1;
  }
  addRuntime(Runtime);
  Expected<Words> W = Line.words();
  if (!W) {
    complain(toString(W.takeError()));
    return 1;
  }
  // What the linker has to say of the user's files it said the first time.
  RunOptions O;
  O.Stderr = S.Temp.file("messages");
  int Status = runProgram(command(S.To.Compiler, *W, S.Temp), O);
  if (Status) {
    if (Expected<std::string> Said = readWholeFile(O.Stderr))
      errs() << *Said;
    else
      consumeError(Said.takeError());
    complain("linking the instrumented program failed");
  }
  return Status;
}

int Linker::run() {
  if (int Status = compileSources())
    return Status;
  std::string Trace;
  if (int Status = trialLink(Trace))
    return Status;
  if (S.CL.Relocatable) {
    int Status = sayMore(Trace);
    if (!Status)
      keepOutput(Output);
    return Status;
  }
  Expected<LinkedSet> Linked = readLinked(Trace);
  if (!Linked) {
    complain(toString(Linked.takeError()));
    return 1;
  }
  sayUnplaced(*Linked);
  if (hasSite(*Linked)) {
    if (refuse(*Linked))
      return 1;
    Expected<std::string> Runtime = runtimeDirectory(S.To, Ckptcc);
    if (!Runtime) {
      complain(toString(Runtime.takeError()));
      return 1;
    }
    if (int Status = finalLink(*Linked, *Runtime))
      return Status;
  } else if (int Status = sayMore(Trace)) {
    return Status;
  } else if (int Status = takeTrial()) {
    return Status;
  }
  keepOutput(Output);
  return 0;
}

} // namespace

int linkProgram(Session &S, const std::string &Ckptcc) { return Linker(S, Ckptcc).run(); }

} // namespace ckpt
