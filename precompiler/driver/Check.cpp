//===- Check.cpp - --ckpt-check -------------------------------------------===//
#include "Check.h"
#include "LibraryNames.h"
#include "Sources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;

namespace ckpt {
namespace {

enum CheckStatus { Clean = 0, Bad = 1, Unread = 2 };

/// Each finding once (several units may have the same header), in the order of
/// the files and of their lines.
std::vector<Finding> sorted(const std::vector<Finding> &All) {
  std::vector<Finding> List;
  std::set<std::string> Seen;
  std::map<std::string, size_t> Rank;
  for (const Finding &F : All) {
    Rank.try_emplace(F.At.File, Rank.size());
    if (Seen.insert(F.Printed).second)
      List.push_back(F);
  }
  stable_sort(List, [&](const Finding &A, const Finding &B) {
    return std::make_tuple(Rank[A.At.File], A.At.Line, A.At.Column) < std::make_tuple(Rank[B.At.File], B.At.Line, B.At.Column);
  });
  return List;
}

/// A union that a thousand variables hold is one thing to mend: its first
/// holder is named, the others are counted.
std::vector<Finding> joined(std::vector<Finding> List) {
  std::map<std::tuple<Id, std::string, unsigned, unsigned>, std::pair<size_t, unsigned>> Known; // first, how many
  std::vector<Finding> Out;
  for (Finding &F : List) {
    if ((F.What == Id::UnionUntagged || F.What == Id::LibraryUnion) && !F.Notes.empty()) {
      const UserPlace &It = F.Notes[0].first;
      auto [At, New] = Known.try_emplace(std::make_tuple(F.What, It.File, It.Line, It.Column), Out.size(), 0);
      if (!New) {
        ++At->second.second;
        continue;
      }
    }
    Out.push_back(std::move(F));
  }
  for (const auto &Entry : Known) {
    auto [Index, More] = Entry.second;
    if (!More)
      continue;
    Finding &F = Out[Index];
    std::string Text = std::to_string(More) + " more variables and blocks have it";
    F.Notes.push_back({F.At, Text});
    F.Printed += F.At.File + ":" + std::to_string(F.At.Line) + ":" + std::to_string(F.At.Column) + ": note: " + Text + "\n";
  }
  return Out;
}

void print(const std::vector<Finding> &List, bool AsJSON) {
  if (!AsJSON) {
    for (const Finding &F : List)
      errs() << F.Printed;
    return;
  }
  json::Array Objects;
  for (const Finding &F : List)
    Objects.push_back(toJSON(F));
  outs() << formatv("{0:2}\n", json::Value(std::move(Objects)));
}

/// Is a macro 64, by the command line or by a line of the sources?
bool is64(const Session &S, StringRef Macro) {
  std::string Given = (Macro + "=64").str(), Written = ("#define " + Macro + " 64").str();
  if (any_of(S.CL.Raw, [&](StringRef W) { return W == "-D" + Given || W == Given; }))
    return true;
  return any_of(S.CL.inputs(), [&](const Arg *Input) {
    Expected<std::string> Text = readWholeFile(fileOf(S, *Input));
    if (Text)
      return StringRef(*Text).contains(Written);
    consumeError(Text.takeError());
    return false;
  });
}

CheckInput inputFor(Session &S, const Sources &Program) {
  CheckInput In;
  In.Library = libraryNames(S);
  In.Time64 = is64(S, "_TIME_BITS");
  In.CharSignGiven = any_of(S.CL.Raw, [](StringRef W) { return W == "-fsigned-char" || W == "-funsigned-char" || W == "-fno-signed-char"; });
  for (const UnitNote &N : Program.Units) {
    In.UsesMPI |= N.Summary.UsesMPI;
    for (const FunctionSummary &F : N.Summary.Functions)
      if (!F.IsStatic) // no other unit calls it
        In.Defined.insert(F.Name);
  }
  return In;
}

} // namespace

int checkSources(Session &S) {
  Reports Out(nulls());
  Sources Program = readSources(S, Out);
  Closure C = closeProgram(Program.summaries());
  EmitOptions Options;
  Options.add(S.CL.Ckpt);
  CheckInput Input = inputFor(S, Program);
  Options.Check = &Input;
  for (const UnitNote &N : Program.Units)
    if (N.Summary.Parsed)
      emit(unitInput(N), C, Options, Out);
  std::vector<Finding> List = joined(sorted(Out.all()));
  print(List, S.CL.Ckpt.CheckAsJSON);
  bool WarningsCount = is_contained(S.CL.wordsOf({ArgClass::Warning}), "-Werror");
  if (any_of(List, [&](const Finding &F) { return WarningsCount || levelOf(F.What) == Level::Error; }))
    return Bad;
  return Program.Failed ? Unread : Clean;
}

} // namespace ckpt
