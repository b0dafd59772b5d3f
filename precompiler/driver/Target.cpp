//===- Target.cpp - the compiler that makes the target's code -------------===//
#include "Target.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace ckpt {
namespace {

/// What two compilers say of one target, in one spelling: no vendor, i686 for
/// all of i386 to i686, arm for armv7 and its like.
std::string normalised(StringRef Said) {
  Triple T(Triple::normalize(Said));
  std::string Arch = T.getArchName().str();
  if (T.getArch() == Triple::x86)
    Arch = "i686";
  else if (T.getArch() == Triple::arm || T.getArch() == Triple::thumb)
    Arch = "arm";
  else if (Arch == "amd64")
    Arch = "x86_64";
  else if (Arch == "ppc" || Arch == "powerpcspe")
    Arch = "powerpc";
  std::string S = Arch + "-" + T.getOSName().str();
  if (!T.getEnvironmentName().empty())
    S += "-" + T.getEnvironmentName().str();
  return S;
}

/// -m32 and -m64 choose between the two targets of one gcc.
std::string withWordSize(const std::string &TripleName, const CommandLine &CL) {
  Triple T(TripleName);
  for (const Arg &A : CL.Args) {
    Triple V = T;
    if (A.Text[0] == "-m32")
      V = T.get32BitArchVariant();
    else if (A.Text[0] == "-m64")
      V = T.get64BitArchVariant();
    else
      continue;
    if (V.getArch() != Triple::UnknownArch)
      T = V;
  }
  return T.str() == TripleName ? TripleName : normalised(T.str());
}

/// Words of the command line that choose the target.
Words targetWords(const CommandLine &CL) {
  Words W;
  for (const Arg &A : CL.Args)
    if (StringRef(A.Text[0]).starts_with("--target=") || A.Text[0] == "-target")
      append_range(W, A.Text);
  return W;
}

/// The directory above bin/, in the build tree or where ckptcc is installed.
std::string prefixOf(const std::string &Ckptcc) {
  return sys::path::parent_path(sys::path::parent_path(Ckptcc)).str();
}

} // namespace

Expected<Target> findTarget(const CommandLine &CL, TempDir &Temp) {
  Target T;
  T.Compiler = CL.Ckpt.Compiler;
  Words Ask = T.Compiler;
  append_range(Ask, targetWords(CL));
  Ask.push_back("-dumpmachine");
  RunOptions O;
  O.Stdout = Temp.file("machine");
  if (int Status = runProgram(Ask, O))
    return makeError("'" + Ask[0] + " -dumpmachine' failed with status " + Twine(Status) +
                     "; is it a C compiler? (--ckpt-cc, CKPT_CC)");
  Expected<std::string> Said = readWholeFile(O.Stdout);
  if (!Said)
    return Said.takeError();
  Words Asked = T.Compiler;
  append_range(Asked, CL.Ckpt.CompilerOptions);
  T.Mpi = mpiOf(Asked, Temp);
  T.Clang = isClang(Asked, Temp);
  T.Triple = withWordSize(normalised(StringRef(*Said).trim()), CL);
  return T;
}

bool isClang(const Words &Compiler, TempDir &Temp) {
  if (any_of(Compiler, [](const std::string &W) { return !StringRef(W).starts_with("-") && sys::path::filename(W).contains("clang"); }))
    return true;
  Words Ask = Compiler;
  append_range(Ask, Words{"-E", "-dM", "-x", "c", "/dev/null"});
  RunOptions O;
  O.Stdout = Temp.file("macros");
  O.Stderr = Temp.file("messages");
  if (runProgram(Ask, O))
    return false;
  Expected<std::string> Macros = readWholeFile(O.Stdout);
  if (Macros)
    return StringRef(*Macros).contains("#define __clang__ ");
  consumeError(Macros.takeError());
  return false;
}

std::string mpiOf(const Words &Compiler, TempDir &Temp) {
  if (none_of(Compiler, [](const std::string &W) { return sys::path::filename(W).contains("mpi"); }))
    return "";
  Words Ask = Compiler;
  std::string Source = Temp.file("mpi.c");
  if (Error E = writeWholeFile(Source, "#include <mpi.h>\n")) {
    consumeError(std::move(E));
    return "";
  }
  append_range(Ask, Words{"-E", "-dM", Source});
  RunOptions O;
  O.Stdout = Temp.file("mpi.macros");
  O.Stderr = Temp.file("messages");
  if (runProgram(Ask, O))
    return "";
  Expected<std::string> Macros = readWholeFile(O.Stdout);
  if (!Macros) {
    consumeError(Macros.takeError());
    return "";
  }
  StringRef M = *Macros;
  return M.contains("#define MPICH_VERSION") ? "mpich" : M.contains("#define OPEN_MPI ") ? "openmpi" : "";
}

std::string mpiHeaderDirectory(const std::string &Ckptcc) {
  std::string Directory = prefixOf(Ckptcc) + "/include/ckpt/mpi";
  return sys::fs::exists(Directory + "/mpi.h") ? Directory : "";
}

std::string headerDirectory(const std::string &Ckptcc) {
  std::string Directory = prefixOf(Ckptcc) + "/include/ckpt";
  return sys::fs::exists(Directory + "/ckpt.h") ? Directory : "";
}

Expected<std::string> runtimeDirectory(const Target &T, const std::string &Ckptcc) {
  std::string Prefix = prefixOf(Ckptcc);
  for (const char *Middle : {"/lib/", "/lib/ckpt/"}) {
    std::string Directory = Prefix + Middle + T.Triple;
    if (sys::fs::exists(Directory + "/libckpt.a"))
      return Directory;
  }
  return makeError("no runtime for " + T.Triple + " in " + Prefix + "/lib; `test/check.sh --setup` builds it");
}

Words command(const Words &Compiler, const Words &Rest, TempDir &Temp) {
  Words W = Compiler;
  size_t Size = 0;
  for (const std::string &R : Rest)
    Size += R.size() + 1;
  if (Size < 100000) {
    append_range(W, Rest);
    return W;
  }
  std::string Text;
  for (const std::string &R : Rest) {
    for (char C : R) {
      if (C == '\\' || C == '"' || C == '\'' || isspace(static_cast<unsigned char>(C)))
        Text += '\\';
      Text += C;
    }
    Text += R.empty() ? "\"\"\n" : "\n";
  }
  std::string File = Temp.file("arguments");
  if (Error E = writeWholeFile(File, Text))
    complain(toString(std::move(E)));
  W.push_back("@" + File);
  return W;
}

} // namespace ckpt
