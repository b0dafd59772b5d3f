//===- LibraryNames.cpp - what the C library has --------------------------===//
#include "LibraryNames.h"
#include "llvm/Object/ELFObjectFile.h"

using namespace llvm;
using namespace llvm::object;

namespace ckpt {
namespace {

/// Where the compiler's linker would find a file, or the name itself.
std::string pathOf(Session &S, const std::string &File) {
  Words W = S.To.Compiler;
  append_range(W, S.CL.wordsOf({ArgClass::CodeGen}));
  W.push_back("-print-file-name=" + File);
  RunOptions O;
  O.Stdout = S.Temp.file("path");
  O.Stderr = S.Temp.file("messages");
  if (runProgram(W, O))
    return File;
  Expected<std::string> Said = readWholeFile(O.Stdout);
  if (!Said) {
    consumeError(Said.takeError());
    return File;
  }
  return StringRef(*Said).trim().str();
}

void addNames(const std::string &Path, std::set<std::string> &Into) {
  Expected<OwningBinary<ObjectFile>> O = ObjectFile::createObjectFile(Path);
  if (!O)
    return consumeError(O.takeError());
  auto *Library = dyn_cast<ELFObjectFileBase>(O->getBinary());
  if (!Library)
    return;
  for (const ELFSymbolRef &Symbol : Library->getDynamicSymbolIterators()) {
    Expected<StringRef> Name = Symbol.getName();
    if (Name)
      Into.insert(Name->str());
    else
      consumeError(Name.takeError());
  }
}

} // namespace

std::set<std::string> libraryNames(Session &S) {
  std::set<std::string> Names;
  addNames(pathOf(S, "libc.so.6"), Names);
  if (Names.empty()) // no glibc
    return Names;
  addNames(pathOf(S, "libm.so.6"), Names);
  addNames(pathOf(S, "libpthread.so.0"), Names);
  // What it has for each program apart (libc_nonshared.a).
  Names.insert({"atexit", "at_quick_exit", "pthread_atfork", "stat", "fstat", "lstat", "fstatat", "stat64", "fstat64", "lstat64", "fstatat64", "mknod", "mknodat"});
  return Names;
}

} // namespace ckpt
