//===- Depends.cpp - dependency files: their names, and side files in them ===//
#include "Depends.h"
#include "Process.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ckpt {
namespace {

/// Dependency files of a command that also links are named after the program, those of an object after that.
std::string defaultFile(const CommandLine &CL, const Arg &Input, const std::string &Object) {
  bool Links = CL.What == Action::Link;
  if (Links && CL.Output.empty())
    return ("a-" + sys::path::stem(Input.Value) + ".d").str();
  SmallString<128> File(Links ? CL.Output : Object);
  sys::path::replace_extension(File, "d");
  return File.str().str();
}

/// As make reads it.
std::string quoted(StringRef Name) {
  std::string Out;
  for (char C : Name) {
    if (C == ' ' || C == '\t' || C == '#')
      Out += '\\';
    Out += C == '$' ? "$$" : std::string(1, C);
  }
  return Out;
}

} // namespace

Words dependWords(const CommandLine &CL, const Arg &Input, const std::string &Object, const std::string &Made) {
  bool Links = CL.What == Action::Link;
  if (!CL.WritesDepends || (!Links && Made == Object && CL.What != Action::Assembly))
    return {};
  Words W;
  if (!CL.HasDependFile && (Links || Made != Object))
    W = {"-MF", defaultFile(CL, Input, Object)};
  if (!CL.HasDependTarget)
    append_range(W, Words{"-MQ", CL.Output.empty() ? (sys::path::stem(Input.Value) + ".o").str() : CL.Output});
  return W;
}

Error addDepends(const CommandLine &CL, const Arg &Input, const std::string &Object) {
  if (!CL.WritesDepends || CL.Ckpt.Annotations.empty())
    return Error::success();
  std::string File = defaultFile(CL, Input, Object);
  bool Phony = false;
  for (const Arg &A : CL.Args) {
    if (A.Class == ArgClass::Depend && StringRef(A.Text[0]).starts_with("-MF"))
      File = A.Value;
    Phony |= A.Text[0] == "-MP";
  }
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status) || Status.type() != sys::fs::file_type::regular_file)
    return Error::success();
  Expected<std::string> Text = readWholeFile(File);
  if (!Text)
    return Text.takeError();
  size_t End = 0; // of the first rule: the line's end that no backslash hides
  while ((End = Text->find('\n', End)) != std::string::npos && End && (*Text)[End - 1] == '\\')
    ++End;
  if (End == std::string::npos)
    return Error::success();
  std::string Added, Rules;
  for (const std::string &Side : CL.Ckpt.Annotations) {
    Added += " \\\n " + quoted(Side);
    if (Phony)
      Rules += quoted(Side) + ":\n";
  }
  return writeWholeFile(File, Text->substr(0, End) + Added + Text->substr(End) + Rules);
}

} // namespace ckpt
