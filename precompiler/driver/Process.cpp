//===- Process.cpp - running programs, and what must be cleaned up --------===//
#include "Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

namespace ckpt {
namespace {

// The one piece of state that a signal handler must reach.
volatile sig_atomic_t CaughtSignal = 0;
volatile sig_atomic_t RunningChild = 0;

void onSignal(int Signal) {
  CaughtSignal = Signal;
  if (RunningChild > 0)
    kill(RunningChild, Signal);
}

/// What the programs that we run get, if our own was changed.
rlimit GivenStack;
bool StackGrown = false;

void giveStackBack() {
  if (StackGrown)
    setrlimit(RLIMIT_STACK, &GivenStack);
}

constexpr int Caught[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT};

std::set<std::string> &guarded() {
  static std::set<std::string> Paths;
  return Paths;
}
std::string &tempPath() {
  static std::string Path;
  return Path;
}

void cleanUp() {
  for (const std::string &P : guarded())
    ::unlink(P.c_str());
  guarded().clear();
  if (!tempPath().empty())
    sys::fs::remove_directories(tempPath());
  tempPath().clear();
}

/// In the child: one descriptor to a file.
void redirect(int To, const std::string &Path, int Flags) {
  if (Path.empty())
    return;
  int Fd = open(Path.c_str(), Flags | O_CLOEXEC, 0666);
  if (Fd < 0 || dup2(Fd, To) < 0) {
    dprintf(2, "ckptcc: cannot open %s: %s\n", Path.c_str(), strerror(errno));
    _exit(127);
  }
}

std::vector<char *> pointers(const Words &Command) {
  std::vector<char *> P;
  for (const std::string &W : Command)
    P.push_back(const_cast<char *>(W.c_str()));
  P.push_back(nullptr);
  return P;
}

/// What was ignored when we were started (nohup) stays so.
void defaultSignals() {
  for (int S : Caught) {
    struct sigaction Now;
    if (sigaction(S, nullptr, &Now) == 0 && Now.sa_handler == onSignal)
      signal(S, SIG_DFL);
  }
}

int statusOf(int Raw) {
  return WIFEXITED(Raw) ? WEXITSTATUS(Raw) : 128 + WTERMSIG(Raw);
}

int waitFor(pid_t Pid) {
  int Raw = 0;
  RunningChild = Pid;
  if (CaughtSignal)
    kill(Pid, CaughtSignal);
  while (waitpid(Pid, &Raw, 0) < 0)
    if (errno != EINTR)
      return 127;
  RunningChild = 0;
  dieIfInterrupted();
  return statusOf(Raw);
}

[[noreturn]] void execute(const Words &Command) {
  std::vector<char *> P = pointers(Command);
  giveStackBack();
  execvp(P[0], P.data());
  dprintf(2, "ckptcc: cannot run %s: %s\n", P[0], strerror(errno));
  _exit(127);
}

} // namespace

void growStack() {
  constexpr rlim_t Wanted = 100 << 20; // Linux keeps 128 MiB below the first frame free
  if (getrlimit(RLIMIT_STACK, &GivenStack) != 0 || GivenStack.rlim_cur >= Wanted)
    return;
  rlimit Ours = GivenStack;
  Ours.rlim_cur = std::min(Wanted, GivenStack.rlim_max);
  StackGrown = setrlimit(RLIMIT_STACK, &Ours) == 0;
}

void complain(const Twine &Message) {
  outs().flush();
  errs() << "ckptcc: " << Message << "\n";
}

/// True for the line that a located diagnostic begins with.
static bool beginsFinding(StringRef Text) {
  StringRef Line = Text.take_until([](char C) { return C == '\n'; });
  size_t At = std::min(Line.find(": error: "), Line.find(": warning: "));
  return At != StringRef::npos && !Line.starts_with(" ") && Line.take_front(At).contains(':');
}

void sayFindings(StringRef Text) {
  static std::set<std::string> Said;
  while (!Text.empty()) {
    size_t End = 0; // of the finding: where the next one begins
    do
      End = std::min(Text.find('\n', End), Text.size() - 1) + 1;
    while (End < Text.size() && !beginsFinding(Text.substr(End)));
    if (!beginsFinding(Text) || Said.insert(Text.take_front(End).str()).second)
      errs() << Text.take_front(End);
    Text = Text.substr(End);
  }
}

void catchSignals() {
  for (int S : Caught) {
    struct sigaction A, Old;
    memset(&A, 0, sizeof A);
    A.sa_handler = onSignal;
    sigemptyset(&A.sa_mask);
    if (sigaction(S, nullptr, &Old) == 0 && Old.sa_handler != SIG_IGN)
      sigaction(S, &A, nullptr);
  }
}

void dieIfInterrupted() {
  if (!CaughtSignal)
    return;
  cleanUp();
  int Signal = CaughtSignal;
  signal(Signal, SIG_DFL);
  raise(Signal);
  _exit(128 + Signal);
}

int startProgram(const Words &Command, const RunOptions &O) {
  outs().flush();
  pid_t Pid = fork();
  if (Pid < 0) {
    complain(Twine("cannot fork: ") + strerror(errno));
    return -1;
  }
  if (Pid == 0) {
    defaultSignals();
    for (const auto &[To, Path] : O.Inputs)
      redirect(To, Path, O_RDONLY);
    redirect(1, O.Stdout, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(2, O.Stderr, O_WRONLY | O_CREAT | O_TRUNC);
    if (!O.Directory.empty() && chdir(O.Directory.c_str()) != 0) {
      // The unit's directory is gone: preprocessed text hardly needs it.
    }
    execute(Command);
  }
  RunningChild = Pid;
  return Pid;
}

int finishProgram(int Started) { return Started < 0 ? 127 : waitFor(Started); }

int runProgram(const Words &Command, const RunOptions &O) { return finishProgram(startProgram(Command, O)); }

int becomeProgram(const Words &Command) {
  outs().flush();
  std::vector<char *> P = pointers(Command);
  giveStackBack();
  execvp(P[0], P.data());
  complain(Twine("cannot run ") + P[0] + ": " + strerror(errno));
  return 127;
}

std::vector<int> runTasks(const std::vector<unsigned> &Order, unsigned Jobs, const std::string &Directory,
                          int (*Task)(void *, unsigned), void *Context) {
  unsigned Count = Order.size();
  std::vector<int> Status(Count, 127);
  std::vector<pid_t> Pids(Count, -1);
  auto log = [&](unsigned I) { return Directory + "/task" + std::to_string(I); };
  unsigned Started = 0, Running = 0;
  outs().flush();
  while (Started < Count || Running) {
    if (Started < Count && Running < Jobs && !CaughtSignal) {
      unsigned I = Order[Started++];
      pid_t Pid = fork();
      if (Pid == 0) {
        defaultSignals();
        redirect(2, log(I), O_WRONLY | O_CREAT | O_TRUNC);
        _exit(Task(Context, I));
      }
      Pids[I] = Pid;
      Running += Pid > 0;
      continue;
    }
    int Raw;
    pid_t Done = waitpid(-1, &Raw, 0);
    if (Done < 0 && errno == EINTR && CaughtSignal) {
      for (pid_t P : Pids)
        if (P > 0)
          kill(P, CaughtSignal);
      while (waitpid(-1, &Raw, 0) > 0 || errno == EINTR) {
      }
      dieIfInterrupted();
    }
    if (Done < 0 && errno != EINTR)
      break;
    for (unsigned I = 0; I < Count; ++I)
      if (Done > 0 && Pids[I] == Done) {
        Status[I] = statusOf(Raw);
        Pids[I] = -1;
        --Running;
      }
  }
  dieIfInterrupted();
  for (unsigned I = 0; I < Count; ++I)
    if (auto Text = MemoryBuffer::getFile(log(I)))
      sayFindings((*Text)->getBuffer());
  return Status;
}

TempDir::TempDir() {
  const char *Base = std::getenv("TMPDIR");
  std::string Template = std::string(Base && *Base ? Base : "/tmp") + "/ckptcc-XXXXXX";
  if (!mkdtemp(Template.data())) {
    complain("cannot make a temporary directory " + Template + ": " + strerror(errno));
    return;
  }
  Path = tempPath() = Template;
}

TempDir::~TempDir() { cleanUp(); }

std::string TempDir::file(StringRef Name) {
  std::string Directory = Path + "/" + std::to_string(Counter++);
  (void)sys::fs::create_directory(Directory);
  return Directory + "/" + sys::path::filename(Name).str();
}

bool removable(const std::string &Path) {
  sys::fs::file_status S;
  return sys::fs::status(Path, S) || S.type() == sys::fs::file_type::regular_file;
}

void guardOutput(const std::string &Path) {
  if (removable(Path))
    guarded().insert(Path);
}

void keepOutput(const std::string &Path) { guarded().erase(Path); }

Expected<std::string> readWholeFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false, /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  if (!Buffer)
    return makeError("cannot read " + Path + ": " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

Error writeWholeFile(const std::string &Path, StringRef Content) {
  std::error_code EC;
  raw_fd_ostream OS(Path, EC, sys::fs::OF_None);
  if (!EC) {
    OS << Content;
    OS.close();
    EC = OS.error();
    OS.clear_error();
  }
  return EC ? makeError("cannot write " + Path + ": " + EC.message()) : Error::success();
}

} // namespace ckpt
