//===- Note.cpp - what an object file says of its source ------------------===//
#include "Note.h"
#include "ExactNumbers.h"
#include "Process.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/ObjCopy/ConfigManager.h"
#include "llvm/ObjCopy/ObjCopy.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace llvm::support;

namespace ckpt {
namespace {

constexpr StringLiteral Magic = "ckptnote";
constexpr uint32_t Version = 6;
constexpr size_t HeadSize = 32;
constexpr uint64_t MaxRaw = uint64_t(1) << 32;

class Writer {
public:
  void add(StringRef S) {
    char Size[8];
    endian::write64le(Size, S.size());
    Body.append(Size, 8);
    Body.append(S.data(), S.size());
    ++Count;
  }
  std::string take() {
    char Head[4];
    endian::write32le(Head, Count);
    return std::string(Head, 4) + Body;
  }

private:
  std::string Body;
  uint32_t Count = 0;
};

/// The strings of a note's raw content, every size checked.
Expected<std::vector<StringRef>> splitStrings(StringRef Raw) {
  auto bad = [] { return makeError("damaged note"); };
  if (Raw.size() < 4)
    return bad();
  uint32_t Count = endian::read32le(Raw.data());
  Raw = Raw.drop_front(4);
  std::vector<StringRef> Strings;
  for (uint32_t I = 0; I < Count; ++I) {
    if (Raw.size() < 8)
      return bad();
    uint64_t Size = endian::read64le(Raw.data());
    Raw = Raw.drop_front(8);
    if (Size > Raw.size())
      return bad();
    Strings.push_back(Raw.take_front(Size));
    Raw = Raw.drop_front(Size);
  }
  return Strings;
}

Expected<UnitNote> decodeOne(StringRef Raw) {
  Expected<std::vector<StringRef>> Strings = splitStrings(Raw);
  if (!Strings)
    return Strings.takeError();
  size_t At = 0;
  bool Ran = false;
  auto next = [&]() -> std::string {
    if (At < Strings->size())
      return (*Strings)[At++].str();
    Ran = true;
    return {};
  };
  auto list = [&] {
    Words W;
    unsigned Count = 0;
    if (StringRef(next()).getAsInteger(10, Count) || Count > Strings->size())
      Ran = true;
    else
      while (Count--)
        W.push_back(next());
    return W;
  };
  UnitNote N;
  N.Triple = next();
  N.Directory = next();
  N.File = next();
  N.Compiler = list();
  N.Flags = list();
  N.ByClang = next() == "1";
  N.NoLiveness = next() == "1";
  N.NoStaticLiveness = next() == "1";
  N.NoRecompute = next() == "1";
  N.UnionsAsBytes = next() == "1";
  std::string Summary = next();
  N.Text = next();
  if (Ran || At != Strings->size() || N.Compiler.empty())
    return makeError("damaged note");
  Expected<json::Value> V = json::parse(Summary);
  if (!V)
    return V.takeError();
  Expected<UnitSummary> S = UnitSummary::fromJSON(*V);
  if (!S)
    return S.takeError();
  N.Summary = std::move(*S);
  return N;
}

} // namespace

std::string encodeNote(const UnitNote &N) {
  Writer W;
  auto list = [&](const Words &L) {
    W.add(std::to_string(L.size()));
    for (const std::string &S : L)
      W.add(S);
  };
  W.add(N.Triple);
  W.add(N.Directory);
  W.add(N.File);
  list(N.Compiler);
  list(N.Flags);
  W.add(N.ByClang ? "1" : "0");
  W.add(N.NoLiveness ? "1" : "0");
  W.add(N.NoStaticLiveness ? "1" : "0");
  W.add(N.NoRecompute ? "1" : "0");
  W.add(N.UnionsAsBytes ? "1" : "0");
  std::string Summary;
  raw_string_ostream(Summary) << N.Summary.toJSON();
  W.add(Summary);
  W.add(N.Text);
  std::string Raw = W.take();
  SmallVector<uint8_t, 0> Packed;
  compression::zstd::compress(arrayRefFromStringRef(Raw), Packed);
  char Head[HeadSize];
  memcpy(Head, Magic.data(), 8);
  endian::write32le(Head + 8, Version);
  endian::write32le(Head + 12, 0);
  endian::write64le(Head + 16, Packed.size());
  endian::write64le(Head + 24, Raw.size());
  return std::string(Head, HeadSize) + toStringRef(ArrayRef<uint8_t>(Packed)).str();
}

Expected<std::vector<UnitNote>> decodeNotes(StringRef Content) {
  std::vector<UnitNote> Notes;
  while (true) {
    // A linker may pad between the parts.
    Content = Content.ltrim('\0');
    if (Content.empty())
      return Notes;
    if (Content.size() < HeadSize || !Content.starts_with(Magic))
      return makeError("damaged note");
    if (endian::read32le(Content.data() + 8) != Version)
      return makeError("note of another version of ckptcc: compile the unit again");
    uint64_t Stored = endian::read64le(Content.data() + 16), Size = endian::read64le(Content.data() + 24);
    Content = Content.drop_front(HeadSize);
    if (Stored > Content.size() || Size > MaxRaw)
      return makeError("damaged note");
    SmallVector<uint8_t, 0> Raw;
    if (Error E = compression::zstd::decompress(arrayRefFromStringRef(Content.take_front(Stored)), Raw, Size))
      return E;
    Expected<UnitNote> N = decodeOne(toStringRef(ArrayRef<uint8_t>(Raw)));
    if (!N)
      return N.takeError();
    Notes.push_back(std::move(*N));
    Content = Content.drop_front(Stored);
  }
}

Expected<std::vector<UnitNote>> readNotes(const object::ObjectFile &O) {
  std::vector<UnitNote> Notes;
  for (const object::SectionRef &S : O.sections()) {
    Expected<StringRef> Name = S.getName();
    if (!Name)
      return Name.takeError();
    if (*Name != NoteSection)
      continue;
    Expected<StringRef> Content = S.getContents();
    if (!Content)
      return Content.takeError();
    Expected<std::vector<UnitNote>> More = decodeNotes(*Content);
    if (!More)
      return More.takeError();
    for (UnitNote &N : *More)
      Notes.push_back(std::move(N));
  }
  return Notes;
}

Error addNote(const std::string &ObjectFile, const std::string &Note) {
  sys::fs::file_status Status;
  if (sys::fs::status(ObjectFile, Status) || Status.type() != sys::fs::file_type::regular_file)
    return Error::success();
  Expected<std::string> Content = readWholeFile(ObjectFile);
  if (!Content)
    return Content.takeError();
  if (identify_magic(*Content) != file_magic::elf_relocatable)
    return Error::success();
  Expected<std::unique_ptr<object::ObjectFile>> O =
      object::ObjectFile::createObjectFile(MemoryBufferRef(*Content, ObjectFile));
  if (!O)
    return O.takeError();
  objcopy::ConfigManager Config;
  Config.Common.InputFilename = Config.Common.OutputFilename = ObjectFile;
  Config.Common.AddSection.emplace_back(NoteSection, MemoryBuffer::getMemBuffer(Note, "", false));
  Config.Common.SetSectionFlags[NoteSection] = {NoteSection, objcopy::SectionFlag::SecExclude | objcopy::SectionFlag::SecReadonly};
  std::string Out;
  raw_string_ostream OS(Out);
  if (Error E = objcopy::executeObjcopyOnBinary(Config, **O, OS))
    return E;
  return writeWholeFile(ObjectFile, OS.str());
}

std::string noteAsAssembly(const std::string &Note) {
  std::string S = "\t.section\t" + NoteSection.str() + ",\"e\",%progbits\n";
  for (size_t I = 0; I < Note.size(); I += 32) {
    S += "\t.byte\t";
    for (size_t K = I; K < Note.size() && K < I + 32; ++K)
      S += (K > I ? "," : "") + std::to_string(static_cast<unsigned char>(Note[K]));
    S += "\n";
  }
  return S;
}

UnitInput unitInput(const UnitNote &N) {
  UnitInput In;
  In.Text = N.Text;
  In.File = N.File;
  In.Name = N.Name;
  In.Triple = N.Triple;
  In.ParseFlags = N.Flags;
  In.Directory = N.Directory;
  In.UnionsAsBytes = N.UnionsAsBytes;
  In.ByClang = N.ByClang;
  In.ExactNumbers = numbersAreExact(N.Flags, N.Triple, N.ByClang);
  In.Color = errs().has_colors();
  return In;
}

} // namespace ckpt
