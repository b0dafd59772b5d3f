//===- Process.h - running programs, and what must be cleaned up ----------===//
//
// Purpose: run the target's compiler with redirections; a directory for
// temporary files that goes away however the driver ends.
// Invariants: after SIGINT, SIGTERM, SIGHUP, SIGQUIT or SIGPIPE the running
// program is stopped, temporary and half-made output files are removed, and the
// driver dies by the same signal.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_PROCESS_H
#define CKPT_DRIVER_PROCESS_H

#include "CommandLine.h"
#include <utility>

namespace ckpt {

struct RunOptions {
  std::vector<std::pair<int, std::string>> Inputs; ///< descriptors that are files to read; standard input is ours if it is none of them
  std::string Stdout;    ///< file, or empty: ours
  std::string Stderr;    ///< file, or empty: ours
  std::string Directory; ///< to run in, or empty: ours
};

/// Run a program and wait. Its status; 128 + n if it died by signal n; 127
/// (with a message) if it cannot be started.
int runProgram(const Words &Command, const RunOptions &O = {});

/// The same in two steps; one program at a time. What start returns is for
/// finish, which waits.
int startProgram(const Words &Command, const RunOptions &O = {});
int finishProgram(int Started);

/// Become that program. Returns 127 only if it cannot be started.
int becomeProgram(const Words &Command);

/// Run \p Jobs tasks at a time, each in a process of its own, begun in \p Order,
/// which has each of 0, 1, ... once; what a task prints on stderr is shown in the order of their numbers.
/// \returns each task's status.
std::vector<int> runTasks(const std::vector<unsigned> &Order, unsigned Jobs, const std::string &Directory,
                          int (*Task)(void *Context, unsigned Index), void *Context);

/// Expressions and blocks are nested as deeply as the program's author, or what wrote the program, likes, and Clang descends into
/// them: more stack for this process, not for those it runs. gcc gives itself 64 MiB.
void growStack();

/// Install the signal handlers.
void catchSignals();
/// If a signal has come: clean up and die by it.
void dieIfInterrupted();

/// Made once, at the start; removed by its destructor.
class TempDir {
public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir &) = delete;
  TempDir &operator=(const TempDir &) = delete;
  /// A new file name that ends in \p Name; its directory exists.
  std::string file(llvm::StringRef Name);
  const std::string &path() const { return Path; }
  bool valid() const { return !Path.empty(); }

private:
  std::string Path;
  unsigned Counter = 0;
};

/// Is it a regular file, or none yet (not /dev/null)?
bool removable(const std::string &Path);

/// Remove this file if the driver ends before keepOutput().
void guardOutput(const std::string &Path);
void keepOutput(const std::string &Path);

llvm::Expected<std::string> readWholeFile(const std::string &Path);
llvm::Error writeWholeFile(const std::string &Path, llvm::StringRef Content);

/// Print text with located diagnostics on stderr: each of them, with the notes
/// that follow it, once in this process. Several units may have the same header.
void sayFindings(llvm::StringRef Text);

/// `ckptcc: ` and the message, on stderr.
void complain(const llvm::Twine &Message);

} // namespace ckpt
#endif
