//===- SharedNames.cpp - names that several parts of a program know -------===//
#include "SharedNames.h"
#include "Process.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ckpt {
namespace {

using Names = std::set<std::string>;

void addWords(StringRef Text, Names &Into) {
  auto isWord = [](char C) { return isAlnum(C) || C == '_' || C == '$' || (C & 0x80); };
  while (!(Text = Text.drop_until(isWord)).empty()) {
    Into.insert(Text.take_while(isWord).str());
    Text = Text.drop_while(isWord);
  }
}

/// Options that name symbols. \returns false if one names a file that would have to be read, or exports all: then libraries find what they like. (What the
/// linker exports without being asked is no guide: for s390x it is all that is reached by the table of offsets.)
bool addOptions(const CommandLine &CL, Names &Into) {
  bool Follows = false;
  for (StringRef W : CL.Raw) {
    if (Follows || W.starts_with("-Wl,") || W.starts_with("-u") || W.starts_with("-e") || W.starts_with("--")) {
      for (StringRef Known : {"-T", "--script", "-script", "-R", "--just-symbols", "-just-symbols", "--version-script", "--dynamic-list", "--default-script", "-dT", "--retain-symbols-file",
                              "--section-ordering-file", "@", "-E", "--export-dynamic", "-export-dynamic",
                              "-dynamic-list", "--gc-keep-exported"})
        for (StringRef Part : split(W.starts_with("-Wl,") ? W.drop_front(4) : W, ','))
          if (Part.starts_with(Known))
            return false;
      addWords(W, Into);
    }
    if (W.starts_with("-specs") || W.starts_with("--specs") || W.starts_with("-T") || W == "-rdynamic")
      return false;
    Follows = W == "-Xlinker" || W == "-u" || W == "-e" || W == "--entry" || W == "-z";
  }
  return true;
}

/// \returns false if one cannot be read.
bool addScripts(const LinkedSet &Linked, const AllowList &Libraries, Names &Into) {
  for (const std::string &Script : Linked.Texts) {
    if (Libraries.allows(Script))
      continue;
    Expected<std::string> Text = readWholeFile(Script);
    if (!Text) {
      consumeError(Text.takeError());
      return false;
    }
    addWords(*Text, Into);
  }
  return true;
}

} // namespace

Expected<std::optional<Names>> replaceableNames(const LinkedSet &Linked, const CommandLine &CL) {
  Names Others, Known;
  Expected<AllowList> Libraries = AllowList::load({});
  if (!Libraries)
    return Libraries.takeError();
  if (!addOptions(CL, Others) || !addScripts(Linked, *Libraries, Others) || Others.count("muldefs") || any_of(CL.Raw, [](StringRef W) { return W.contains("allow-multiple-definition"); }))
    return std::nullopt;
  for (const LinkedObject &O : Linked.Objects) {
    if (O.IsOpaque)
      return std::nullopt;
    if (O.Notes.empty() && Libraries->allows(O.Path)) // the C library's, where it is linked statically: as where it is not
      continue;
    for (const std::string &Name : O.Defines)
      if (O.Notes.size() != 1 || !Known.insert(Name).second)
        Others.insert(Name);
  }
  for (const auto &[Path, Functions] : Linked.SharedDefines)
    if (!Libraries->allows(Path))
      Others.insert(Functions.begin(), Functions.end());
  return Others;
}

Expected<std::optional<Names>> sharedNames(const LinkedSet &Linked, const std::vector<UnitSummary> &Units, const CommandLine &CL) {
  std::vector<UnitSummary> Parsed;
  copy_if(Units, std::back_inserter(Parsed), [](const UnitSummary &U) { return U.Parsed; }); // nothing is added to the others: their objects' names are all
  std::optional<Names> Shared = sharedNames(Parsed);
  Names Known;
  if (!Shared || !addOptions(CL, *Shared))
    return std::nullopt;
  for (const LinkedObject &O : Linked.Objects) {
    if (O.IsOpaque && (O.Notes.empty() || any_of(O.Notes, [](const UnitNote &N) { return !N.Summary.Parsed; })))
      return std::nullopt;
    if (O.Notes.size() > 1) // what they need of each other does not show
      Shared->insert(O.Defines.begin(), O.Defines.end());
    Names All = O.Defines;
    All.insert(O.Needs.begin(), O.Needs.end());
    for (const std::string &Name : All)
      if (!Known.insert(Name).second)
        Shared->insert(Name);
  }
  Expected<AllowList> Libraries = AllowList::load({});
  if (!Libraries)
    return Libraries.takeError();
  if (!addScripts(Linked, *Libraries, *Shared))
    return std::nullopt;
  for (const auto &[Path, Names] : Linked.SharedMentions)
    Shared->insert(Names.begin(), Names.end());
  for (const auto &[Path, Functions] : Linked.SharedDefines) // the C library's do not call what a program has under their names (C11 7.1.3)
    if (!Libraries->allows(Path))
      Shared->insert(Functions.begin(), Functions.end());
  return Shared;
}

} // namespace ckpt
