//===- Check.cpp - --ckpt-check -------------------------------------------===//
#include "Check.h"
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

} // namespace

int checkSources(Session &S) {
  Reports Out(nulls());
  Sources Program = readSources(S, Out);
  Closure C = closeProgram(Program.summaries());
  EmitOptions Options;
  Options.NoLiveness = S.CL.Ckpt.NoLiveness;
  Options.CheckOnly = true;
  for (const UnitNote &N : Program.Units)
    if (N.Summary.Parsed)
      emit(unitInput(N), C, Options, Out);
  std::vector<Finding> List = sorted(Out.all());
  print(List, S.CL.Ckpt.CheckAsJSON);
  bool WarningsCount = is_contained(S.CL.wordsOf({ArgClass::Warning}), "-Werror");
  if (any_of(List, [&](const Finding &F) { return WarningsCount || levelOf(F.What) == Level::Error; }))
    return Bad;
  return Program.Failed ? Unread : Clean;
}

} // namespace ckpt
