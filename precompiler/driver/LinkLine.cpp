//===- LinkLine.cpp - the user's link command with files exchanged --------===//
#include "LinkLine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ckpt {

std::string LinkLine::exchanged(const std::string &File, std::set<std::string> &Used) const {
  auto It = Files.find(File);
  if (It == Files.end())
    return File;
  Used.insert(File);
  return It->second;
}

/// -lNAME, if the library that the linker found for it is replaced.
std::string LinkLine::library(const Arg &A, std::set<std::string> &Used) const {
  StringRef Name = A.Value;
  std::string File = Name.consume_front(":") ? Name.str() : "lib" + Name.str() + ".a";
  auto isNamed = [&](const std::string &Path) { return any_of(CL.Args, [&](const Arg &In) { return In.Class == ArgClass::Input && In.Value == Path; }); };
  for (bool Named : {false, true}) // one that is named by its path is meant by -l only if there is no other
    for (const auto &[Path, With] : Files)
      if (sys::path::filename(Path) == File && isNamed(Path) == Named) {
        Used.insert(Path);
        return With;
      }
  return {};
}

/// Files and libraries within -Wl,...
std::string LinkLine::commaList(StringRef Word, std::set<std::string> &Used) const {
  SmallVector<StringRef, 8> Parts;
  Word.split(Parts, ',');
  std::string S;
  for (StringRef P : Parts) {
    std::string With = exchanged(P.str(), Used);
    if (P.starts_with("-l")) {
      Arg A;
      A.Value = P.drop_front(2).str();
      std::string Library = library(A, Used);
      if (!Library.empty())
        With = Library;
    }
    S += (S.empty() ? "" : ",") + With;
  }
  return S;
}

Expected<Words> LinkLine::words() const {
  Words W = Head;
  std::set<std::string> Used;
  for (const Arg &A : CL.Args) {
    // Everything is compiled by now.
    if (A.Class == ArgClass::Mode || A.Class == ArgClass::Language || A.Class == ArgClass::Depend ||
        A.Class == ArgClass::Preprocess)
      continue;
    if (A.Class == ArgClass::Input && A.Kind == InputKind::Header) // compiled for itself
      continue;
    if (A.Class == ArgClass::Input) {
      auto It = Sources.find(&A);
      W.push_back(exchanged(It == Sources.end() ? A.Value : It->second, Used));
    } else if (A.Class == ArgClass::Library) {
      std::string File = library(A, Used);
      if (File.empty())
        append_range(W, A.Text);
      else
        W.push_back(File);
    } else if (StringRef(A.Text[0]).starts_with("-Wl,")) {
      W.push_back(commaList(A.Text[0], Used));
    } else if (A.Text[0] == "-Xlinker") {
      W.push_back(A.Text[0]);
      W.push_back(exchanged(A.Value, Used));
    } else {
      append_range(W, A.Text);
    }
  }
  append_range(W, Tail);
  for (const auto &[Path, With] : Files)
    if (!Used.count(Path))
      return makeError(Path + " is linked, but not named on the command line (by a linker script?); name it");
  return W;
}

Error writeArchiveWith(const std::string &Archive, const std::map<size_t, std::string> &Members,
                       const std::string &Output) {
  auto Buffer = MemoryBuffer::getFile(Archive, false, false);
  if (!Buffer)
    return makeError(Archive + ": " + Buffer.getError().message());
  Expected<std::unique_ptr<object::Archive>> A = object::Archive::create((*Buffer)->getMemBufferRef());
  if (!A)
    return A.takeError();
  std::vector<NewArchiveMember> New;
  Error E = Error::success();
  size_t Index = 0;
  for (const object::Archive::Child &C : (*A)->children(E)) {
    auto It = Members.find(Index++);
    Expected<NewArchiveMember> M = It == Members.end() ? NewArchiveMember::getOldMember(C, true)
                                                       : NewArchiveMember::getFile(It->second, true);
    Expected<StringRef> Name = C.getName();
    if (!M || !Name) {
      consumeError(std::move(E));
      if (!Name)
        consumeError(Name.takeError());
      return M ? makeError(Archive + ": damaged archive") : M.takeError();
    }
    M->MemberName = sys::path::filename(*Name);
    New.push_back(std::move(*M));
  }
  if (E)
    return E;
  return writeArchive(Output, New, SymtabWritingMode::NormalSymtab, object::Archive::K_GNU,
                      /*Deterministic=*/true, /*Thin=*/false);
}

} // namespace ckpt
