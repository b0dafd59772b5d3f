//===- Main.cpp - ckptcc: a cc whose programs can be checkpointed ---------===//
//
// Purpose: read the command line, find the target, do what is asked:
//   -c, -S      compile with the target's compiler, add a note (Compile.cpp)
//   link        link; with sites: instrument, link again (Link.cpp)
//   --ckpt-...  show the instrumented C (EmitC.cpp), findings (Check.cpp), or reasons (Explain.cpp)
//   all else    the target's compiler does it
//
//===----------------------------------------------------------------------===//
#include "Check.h"
#include "EmitC.h"
#include "Explain.h"
#include "Link.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace ckpt;

namespace {

enum { Unwritten = 74 }; // as `ckpt` ends then

constexpr const char Help[] =
    R"(ckptcc: compiles C programs that can be checkpointed and go on on another machine.

Takes all options of the target's compiler, and
  --ckpt-cc=COMPILER        the target's compiler, with options if need be (or CKPT_CC; default cc)
  --ckpt-mpi=off            build an MPI program as its compiler alone does, without recovery lines (docs/mpi.md)
  --ckpt-annotations=FILE   sites and annotations for sources that must not change: docs/pragmas.md
  --ckpt-emit-c             print the instrumented C of the files given
  --ckpt-check[=json]       print what would not carry over in the files given: docs/diagnostics
  --ckpt-explain[=json]     print why each variable of the files given is saved at each site, or not
  --ckpt-allow=FILE         patterns of linked files whose state need not survive
  --ckpt-unions=bytes       save unions of numbers without a tag as bytes: images go on on the same data layout only
  --ckpt-no-liveness        save every local in scope, not only the live ones
  --ckpt-no-static-liveness save every variable with static storage, not only those that are read again
  --ckpt-no-recompute       save what a restart could compute again, too
  --ckpt-jobs=N             compile N units at a time when linking (default 2)
  --ckpt-help               this text
See ckptcc(1).
)";

/// `#include <ckpt.h>` finds our header, after all directories of the user's.
void addHeader(CommandLine &CL, const std::string &Ckptcc) {
  std::string Directory = headerDirectory(Ckptcc);
  if (Directory.empty() || none_of(CL.Args, isC))
    return;
  Arg A;
  A.Class = ArgClass::Preprocess;
  A.Text = {"-idirafter", Directory};
  append_range(CL.Raw, A.Text);
  CL.Args.push_back(std::move(A));
}

/// MPI programs see our mpi.h: its directory comes before the user's. A wrapper that
/// puts its own before all of them: preprocess() in Compile.cpp.
void addMpiHeader(CommandLine &CL, Target &To, const std::string &Ckptcc) {
  To.MpiHeaders = mpiHeaderDirectory(Ckptcc);
  if (To.Mpi.empty() || To.MpiHeaders.empty() || none_of(CL.Args, isC))
    return;
  Arg A;
  A.Class = ArgClass::Preprocess;
  A.Text = {"-I", To.MpiHeaders};
  CL.Raw.insert(CL.Raw.begin(), A.Text.begin(), A.Text.end());
  CL.Args.insert(CL.Args.begin(), std::move(A));
}

int passThrough(const CommandLine &CL) {
  Words W = CL.Ckpt.Compiler;
  append_range(W, CL.Raw);
  return becomeProgram(W);
}

int help(const CommandLine &CL) {
  outs() << Help;
  outs().flush();
  return is_contained(CL.Raw, "--help") ? passThrough(CL) : 0;
}

int run(CommandLine &CL, const std::string &Ckptcc) {
  if (CL.What == Action::Help)
    return help(CL);
  if (CL.What == Action::PassThrough)
    return passThrough(CL);
  TempDir Temp;
  if (!Temp.valid())
    return 1;
  catchSignals();
  Expected<Target> To = findTarget(CL, Temp);
  if (!To) {
    complain(toString(To.takeError()));
    return 1;
  }
  if (CL.Ckpt.MpiOff)
    std::swap(To->Mpi, To->UnusedMpi);
  addMpiHeader(CL, *To, Ckptcc);
  Session S{CL, *To, Temp, {}, {}, {}};
  if (Error E = readAnnotations(S)) {
    complain(toString(std::move(E)));
    return 1;
  }
  if (Error E = keepPipes(S)) {
    complain(toString(std::move(E)));
    return 1;
  }
  switch (CL.What) {
  case Action::Compile:
  case Action::Assembly:
    return compileAll(S, CL.What == Action::Assembly);
  case Action::Link:
    return linkProgram(S, Ckptcc);
  case Action::Check:
    return checkSources(S);
  case Action::Explain:
    return explainSources(S);
  default:
    return emitSources(S);
  }
}

/// Has all been written? If not, LLVM would end the program as if it had crashed, unless it is told that this is known.
bool wroteAll(raw_fd_ostream &Stream) {
  Stream.flush();
  std::error_code E = Stream.error();
  Stream.clear_error();
  if (E && &Stream == &outs())
    complain("the output cannot be written: " + E.message());
  return !E;
}

/// The status of a program that ends with \p Status. What --ckpt-check and --ckpt-explain say is their output, also as text.
int finish(int Status, Action What) {
  outs().flush();
  dieIfInterrupted(); // SIGPIPE
  bool Written = wroteAll(outs()), Said = wroteAll(errs());
  return Written && (Said || (What != Action::Check && What != Action::Explain)) ? Status : Unwritten;
}

} // namespace

int main(int argc, char **argv) {
  growStack();
  std::string Ckptcc = sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&run));
  Expected<CommandLine> CL = parseCommandLine(ArrayRef<const char *>(argv + 1, argc - 1));
  if (!CL) {
    complain(toString(CL.takeError()));
    return finish(1, Action::Help);
  }
  addHeader(*CL, Ckptcc);
  return finish(run(*CL, Ckptcc), CL->What);
}
