//===- Linked.cpp - what a link really takes in ---------------------------===//
#include "Linked.h"
#include "Process.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace ckpt {
namespace {

/// Writable sections that hold no state of the program: what the loader fills.
bool isLoaderSection(StringRef Name) {
  for (StringRef P : {".data.rel.ro", ".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors",
                      ".tm_clone_table", ".got", ".eh_frame", ".toc", ".opd", ".dynamic", ".plt", ".jcr"})
    if (Name.starts_with(P))
      return true;
  return false;
}

bool holdsState(const SectionRef &S) {
  constexpr uint64_t Both = ELF::SHF_ALLOC | ELF::SHF_WRITE;
  Expected<StringRef> Name = S.getName();
  if (!Name) {
    consumeError(Name.takeError());
    return false;
  }
  return (ELFSectionRef(S).getFlags() & Both) == Both && !isLoaderSection(*Name);
}

/// Writable data of a relocatable object.
bool objectHasState(const ObjectFile &O) {
  return any_of(O.sections(), [](const SectionRef &S) { return holdsState(S) && S.getSize() > 0; });
}

/// Definitions in memory that is only read, no code and no texts that the linker joins. What assembler defines often has no size: it goes on to the next
/// name, or to its section's end.
std::map<std::string, uint64_t> constantsOf(const ELFObjectFileBase &O) {
  std::map<std::string, uint64_t> Sizes;
  std::map<SectionRef, std::set<uint64_t>> Starts;
  std::vector<std::pair<ELFSymbolRef, SectionRef>> Found;
  for (const ELFSymbolRef &S : O.symbols()) {
    Expected<section_iterator> Section = S.getSection();
    Expected<uint64_t> At = S.getAddress();
    Expected<StringRef> Name = S.getName();
    bool Mark = Name && Name->starts_with("$"); // of code and data in one section
    consumeError(Name.takeError());
    if (!Mark && Section && At && *Section != O.section_end() && (S.getELFType() == ELF::STT_OBJECT || S.getELFType() == ELF::STT_NOTYPE)) {
      uint64_t Flags = ELFSectionRef(**Section).getFlags();
      if ((Flags & (ELF::SHF_ALLOC | ELF::SHF_WRITE | ELF::SHF_EXECINSTR | ELF::SHF_MERGE)) == ELF::SHF_ALLOC) {
        Starts[**Section].insert(*At);
        Found.push_back({S, **Section});
      }
    }
    consumeError(Section.takeError());
    consumeError(At.takeError());
  }
  for (const auto &[S, Section] : Found) {
    if (S.getBinding() == ELF::STB_LOCAL)
      continue;
    uint64_t At = cantFail(S.getAddress());
    auto Next = Starts[Section].upper_bound(At);
    uint64_t End = Next == Starts[Section].end() ? Section.getAddress() + Section.getSize() : *Next;
    Sizes[cantFail(S.getName()).str()] = S.getSize() ? S.getSize() : End - At;
  }
  return Sizes;
}

/// Names of variables that the compiler's start-up files bring into a library.
bool isStartupVariable(StringRef Name) {
  return Name == "__dso_handle" || Name == "__TMC_END__" || Name.starts_with("completed.") ||
         Name.starts_with("dtor_idx.");
}

/// A variable of the library's own in writable memory.
bool isStateSymbol(const ELFSymbolRef &S) {
  Expected<StringRef> Name = S.getName();
  Expected<section_iterator> Section = S.getSection();
  if (!Name || !Section) {
    consumeError(Name.takeError());
    consumeError(Section.takeError());
    return false;
  }
  uint8_t Type = S.getELFType();
  return (Type == ELF::STT_OBJECT || Type == ELF::STT_TLS) && S.getSize() > 0 && !isStartupVariable(*Name) &&
         *Section != S.getObject()->section_end() && holdsState(**Section);
}

/// A shared library's writable data, the start-up files' own taken off: they
/// have one word of data and one flag. Where the library has been stripped,
/// variables that it does not export only show as more than that.
bool libraryHasState(const ELFObjectFileBase &O) {
  uint64_t Word = O.getBytesInAddress(), Data = 0, Zeros = 0;
  for (const SectionRef &S : O.sections())
    if (holdsState(S))
      (S.isBSS() ? Zeros : Data) += S.getSize();
  if (Data > Word || Zeros > Word)
    return true;
  for (const ELFSymbolRef &S : O.symbols())
    if (isStateSymbol(S))
      return true;
  for (const ELFSymbolRef &S : O.getDynamicSymbolIterators())
    if (isStateSymbol(S))
      return true;
  return false;
}

void addExports(const ELFObjectFileBase &O, std::set<std::string> &Functions, std::set<std::string> &Others) {
  for (const ELFSymbolRef &S : O.getDynamicSymbolIterators()) {
    Expected<uint32_t> Flags = S.getFlags();
    Expected<StringRef> Name = S.getName();
    if (Flags && Name)
      (!(*Flags & SymbolRef::SF_Undefined) && S.getELFType() == ELF::STT_FUNC ? Functions : Others).insert(Name->split('@').first.str());
    consumeError(Flags.takeError());
    consumeError(Name.takeError());
  }
}

/// MPI_Send, PMPI_Send, MPIX_Query_cuda_support.
bool isMpiName(StringRef Name) {
  Name.consume_front("P");
  return Name.starts_with("MPI_") || Name.starts_with("MPIX_");
}

class Reader {
public:
  Error run(StringRef Trace);
  LinkedSet Result;

private:
  Error file(const std::string &Path);
  Error thinArchive(const std::string &Path);
  Error members(const std::string &Path, const std::set<std::string> &Wanted);
  Error object(const ObjectFile &O, const std::string &Path, StringRef Member, size_t Index);

  struct Place {
    std::string Archive, Member;
    size_t Index;
  };
  std::map<std::string, Place> Thin; ///< real path of a thin archive's member
};

struct Named {
  std::string Path, Member;
};

/// A line of the trace: a file, `(archive)member` (GNU ld) or
/// `archive(member)` (gold, lld, mold).
Named split(StringRef Line) {
  if (Line.starts_with("(")) {
    size_t Close = Line.rfind(')');
    if (Close != StringRef::npos && Close + 1 < Line.size())
      return {Line.slice(1, Close).str(), Line.drop_front(Close + 1).str()};
  }
  if (Line.ends_with(")") && !sys::fs::exists(Line)) {
    size_t Open = Line.rfind('(');
    if (Open != StringRef::npos && sys::fs::exists(Line.take_front(Open)))
      return {Line.take_front(Open).str(), Line.drop_front(Open + 1).drop_back().str()};
  }
  return {Line.str(), ""};
}

Error Reader::object(const ObjectFile &O, const std::string &Path, StringRef Member, size_t Index) {
  LinkedObject L;
  L.Path = Path;
  L.Member = Member.str();
  L.MemberIndex = Index;
  if (Error E = inspectObject(O, L))
    return makeError(L.name() + ": " + toString(std::move(E)));
  Result.Objects.push_back(std::move(L));
  return Error::success();
}

Error Reader::file(const std::string &Path) {
  file_magic Magic;
  if (identify_magic(Path, Magic))
    return Error::success(); // a line that is no file
  if (Magic == file_magic::bitcode) {
    LinkedObject L;
    L.Path = Path;
    L.HasState = L.IsOpaque = true;
    Result.Objects.push_back(std::move(L));
    return Error::success();
  }
  if (Magic == file_magic::archive)
    return thinArchive(Path);
  if (Magic != file_magic::elf_relocatable && Magic != file_magic::elf_shared_object) {
    Result.Texts.push_back(Path);
    return Error::success();
  }
  Expected<OwningBinary<ObjectFile>> O = ObjectFile::createObjectFile(Path);
  if (!O)
    return makeError(Path + ": " + toString(O.takeError()));
  if (Magic == file_magic::elf_relocatable) {
    SmallString<256> Real;
    auto It = sys::fs::real_path(Path, Real) ? Thin.end() : Thin.find(Real.str().str());
    return It == Thin.end() ? object(*O->getBinary(), Path, "", 0)
                            : object(*O->getBinary(), It->second.Archive, It->second.Member, It->second.Index);
  }
  auto *Library = dyn_cast<ELFObjectFileBase>(O->getBinary());
  if (Library && libraryHasState(*Library))
    Result.SharedWithState.push_back(Path);
  if (Library)
    addExports(*Library, Result.SharedDefines[Path], Result.SharedMentions[Path]);
  return Error::success();
}

/// The linker names a thin archive's members by their own paths.
Error Reader::thinArchive(const std::string &Path) {
  Expected<OwningBinary<Binary>> B = createBinary(Path);
  if (!B)
    return makeError(Path + ": " + toString(B.takeError()));
  auto *A = dyn_cast<Archive>(B->getBinary());
  if (!A || !A->isThin())
    return Error::success();
  Error E = Error::success();
  size_t Index = 0;
  for (const Archive::Child &C : A->children(E)) {
    size_t Here = Index++;
    Expected<std::string> File = C.getFullName();
    Expected<StringRef> Name = C.getName();
    SmallString<256> Real;
    if (File && Name && !sys::fs::real_path(*File, Real))
      Thin[Real.str().str()] = {Path, sys::path::filename(*Name).str(), Here};
    consumeError(File.takeError());
    consumeError(Name.takeError());
  }
  return E;
}

Error Reader::members(const std::string &Path, const std::set<std::string> &Wanted) {
  Expected<OwningBinary<Binary>> B = createBinary(Path);
  if (!B)
    return makeError(Path + ": " + toString(B.takeError()));
  auto *A = dyn_cast<Archive>(B->getBinary());
  if (!A)
    return makeError(Path + ": not an archive");
  Error E = Error::success();
  size_t Index = 0;
  for (const Archive::Child &C : A->children(E)) {
    size_t Here = Index++;
    Expected<StringRef> Name = C.getName();
    if (!Name) {
      consumeError(std::move(E));
      return Name.takeError();
    }
    if (!Wanted.count(Name->str()) && !Wanted.count(sys::path::filename(*Name).str()))
      continue;
    Expected<std::unique_ptr<Binary>> M = C.getAsBinary();
    if (!M) {
      consumeError(M.takeError()); // a text file in an archive
      continue;
    }
    if (auto *O = dyn_cast<ObjectFile>(M->get()))
      if (Error Bad = object(*O, Path, *Name, Here)) {
        consumeError(std::move(E));
        return Bad;
      }
  }
  return E;
}

Error Reader::run(StringRef Trace) {
  std::set<std::string> Seen;
  std::map<std::string, std::set<std::string>> Members;
  std::vector<std::string> Order;
  SmallVector<StringRef, 64> Lines;
  Trace.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (StringRef Line : Lines) {
    Named N = split(Line.rtrim('\r'));
    if (!N.Member.empty()) {
      if (Members[N.Path].empty())
        Order.push_back(N.Path);
      Members[N.Path].insert(sys::path::filename(N.Member).str());
    } else if (Seen.insert(N.Path).second) {
      if (Error E = file(N.Path))
        return E;
    }
  }
  for (const std::string &Path : Order)
    if (Error E = members(Path, Members[Path]))
      return E;
  return Error::success();
}

} // namespace

bool isHeapFunction(StringRef Name) {
  static const StringSet<> Heap = {"malloc", "calloc", "realloc", "free", "reallocarray", "aligned_alloc", "posix_memalign", "memalign", "valloc", "pvalloc",
                                   "malloc_usable_size", "malloc_trim", "malloc_stats", "malloc_info", "mallopt", "mallinfo", "mallinfo2"};
  return Heap.contains(Name);
}

Error inspectObject(const ObjectFile &O, LinkedObject &Into) {
  Expected<std::vector<UnitNote>> Notes = readNotes(O);
  if (!Notes)
    return Notes.takeError();
  Into.Notes = std::move(*Notes);
  Into.HasState = objectHasState(O);
  if (const auto *Elf = dyn_cast<ELFObjectFileBase>(&O))
    Into.Constants = constantsOf(*Elf);
  for (const SymbolRef &S : O.symbols()) {
    Expected<uint32_t> Flags = S.getFlags();
    Expected<StringRef> Name = S.getName();
    if (!Flags || !Name) {
      consumeError(Flags.takeError());
      consumeError(Name.takeError());
      continue;
    }
    Into.HasState |= (*Flags & SymbolRef::SF_Common) != 0;
    Into.IsOpaque |= Name->starts_with("__gnu_lto_");
    if ((*Flags & SymbolRef::SF_Global) && !(*Flags & SymbolRef::SF_Undefined))
      Into.Defines.insert(Name->str());
    if ((*Flags & SymbolRef::SF_Global) && !(*Flags & (SymbolRef::SF_Undefined | SymbolRef::SF_Weak)) && isHeapFunction(*Name))
      Into.DefinesHeap.insert(Name->str());
    if (*Flags & SymbolRef::SF_Undefined)
      Into.Needs.insert(Name->str());
    if ((*Flags & SymbolRef::SF_Undefined) && isMpiName(*Name))
      Into.CallsMpi.insert(Name->str());
  }
  return Error::success();
}

bool saysMore(StringRef Trace) {
  SmallVector<StringRef, 64> Lines;
  Trace.split(Lines, '\n', -1, /*KeepEmpty=*/false);
  return any_of(Lines, [](StringRef Line) {
    StringRef Path = Line.rtrim('\r');
    bool Temporary = Path.starts_with("/") && Path.ends_with(".o") && !Path.contains(' '); // of link-time optimisation, gone by now
    return !Temporary && !sys::fs::exists(split(Path).Path);
  });
}

Expected<LinkedSet> readLinked(StringRef Trace) {
  Reader R;
  if (Error E = R.run(Trace))
    return E;
  return R.Result;
}

Error AllowList::add(StringRef Pattern) {
  Texts.push_back(std::make_unique<std::string>(Pattern.str()));
  Expected<GlobPattern> G = GlobPattern::create(*Texts.back());
  if (!G)
    return G.takeError();
  Patterns.push_back(std::move(*G));
  return Error::success();
}

Expected<AllowList> AllowList::load(const Words &Files) {
  AllowList L;
  for (const char *Pattern : {
#define CKPT_ALLOWED(P) P,
#include "Allowed.def"
       })
    if (Error E = L.add(Pattern))
      return E;
  for (const std::string &File : Files) {
    Expected<std::string> Text = readWholeFile(File);
    if (!Text)
      return Text.takeError();
    SmallVector<StringRef, 16> Lines;
    StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines) {
      Line = Line.split('#').first.trim();
      if (Line.empty())
        continue;
      if (Error E = L.add(Line))
        return makeError(File + ": " + toString(std::move(E)));
    }
  }
  return L;
}

bool AllowList::allows(StringRef Path) const {
  StringRef Name = sys::path::filename(Path);
  for (const GlobPattern &G : Patterns)
    if (G.match(Name) || G.match(Path))
      return true;
  return false;
}

} // namespace ckpt
