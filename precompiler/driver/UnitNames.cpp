//===- UnitNames.cpp - what images call the units of a program ------------===//
#include "UnitNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace ckpt {
namespace {

/// A unit among others of its name.
struct Named {
  UnitNote *Note;
  const LinkedObject *Object;
  SmallVector<std::string, 8> Parts; ///< of its absolute path, the file first
};

std::string withoutDots(StringRef Path) {
  while (Path.consume_front("./"))
    ;
  return Path.str();
}

Named split(UnitNote &N, const LinkedObject &O) {
  SmallString<256> Path(N.File);
  if (!sys::path::is_absolute(Path)) {
    Path = N.Directory;
    sys::path::append(Path, N.File);
  }
  sys::path::remove_dots(Path, true);
  Named Result{&N, &O, {}};
  for (auto It = sys::path::rbegin(Path), End = sys::path::rend(Path); It != End; ++It)
    Result.Parts.push_back(It->str());
  return Result;
}

/// The last parts of a path.
std::string tail(const Named &U, size_t Count) {
  std::string Path;
  for (size_t I = std::min(Count, U.Parts.size()); I-- > 0;)
    Path += (Path.empty() || Path.back() == '/' ? "" : "/") + U.Parts[I];
  return Path;
}

/// What only one unit of a program defines: the first of its external names.
std::string ownName(const Named &U) {
  std::string First;
  auto take = [&](const std::string &Name) {
    if (First.empty() || Name < First)
      First = Name;
  };
  for (const FunctionSummary &F : U.Note->Summary.Functions)
    if (!F.IsStatic)
      take(F.Name);
  if (First.empty() && U.Object->Notes.size() == 1)
    for_each(U.Object->Defines, take);
  return First;
}

bool hasState(const Named &U) { return U.Note->Summary.NeedsTables || U.Note->Summary.HasSites || !U.Note->Summary.Functions.empty(); }

void rename(Named &U, std::string Name) { U.Note->Name = U.Note->Summary.File = std::move(Name); }

/// \p Group are units of one name; \p All are the names that the program's units have.
Error nameGroup(std::vector<Named> &Group, const std::set<std::string> &All) {
  size_t Longest = 0;
  for (const Named &U : Group)
    Longest = std::max(Longest, U.Parts.size());
  for (Named &U : Group) {
    size_t Count = 2; // as short as it can be: the directories above them may have other names elsewhere
    auto isAnothers = [&](const Named &V) { return V.Parts != U.Parts && tail(V, Count) == tail(U, Count); };
    while (Count < Longest && (any_of(Group, isAnothers) || All.count(tail(U, Count))))
      ++Count;
    bool Twice = count_if(Group, [&](const Named &V) { return V.Parts == U.Parts; }) > 1;
    std::string Own = Twice ? ownName(U) : "";
    bool Same = Twice && (Own.empty() || any_of(Group, [&](const Named &V) { return &V != &U && V.Parts == U.Parts && ownName(V) == Own; }));
    if (Same && hasState(U))
      return makeError(U.Object->name() + ": " + U.Note->File + " is linked more than once, and nothing that it defines tells which of them an image means; "
                       "give one of them another name (a file that includes it)");
    rename(U, Twice ? withoutDots(U.Note->File) + " (" + Own + ")" : tail(U, Count));
  }
  return Error::success();
}

} // namespace

Error nameUnits(std::vector<LinkedObject> &Objects) {
  std::map<std::string, std::vector<Named>> ByName;
  std::set<std::string> All;
  for (LinkedObject &O : Objects)
    for (UnitNote &N : O.Notes) {
      ByName[withoutDots(N.File)].push_back(split(N, O));
      All.insert(withoutDots(N.File));
    }
  for (auto &[Name, Group] : ByName)
    if (Group.size() > 1)
      if (Error E = nameGroup(Group, All))
        return E;
  return Error::success();
}

} // namespace ckpt
