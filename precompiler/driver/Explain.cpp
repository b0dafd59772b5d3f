//===- Explain.cpp - --ckpt-explain ------------------------------------------===//
#include "Explain.h"
#include "../Explain.h"
#include "Sources.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace ckpt {
namespace {

enum ExplainStatus { Explained = 0, Bad = 1, Unread = 2 };

void print(const std::vector<Explanation> &List, bool AsJSON) {
  if (!AsJSON) {
    for (const Explanation &E : List)
      errs() << E.Printed;
    return;
  }
  json::Array Objects;
  for (const Explanation &E : List)
    Objects.push_back(toJSON(E));
  outs() << formatv("{0:2}\n", json::Value(std::move(Objects)));
}

} // namespace

int explainSources(Session &S) {
  Reports Out(errs());
  Sources Program = readSources(S, Out);
  std::vector<UnitSummary> Summaries = Program.summaries();
  Closure C = closeProgram(Summaries);
  if (any_of(Summaries, [](const UnitSummary &U) { return U.DefinesMain; }))
    C.Shared = sharedNames(Summaries);
  EmitOptions Options;
  Options.add(S.CL.Ckpt);
  std::vector<Explanation> List;
  bool Failed = false;
  if (none_of(Summaries, [](const UnitSummary &U) { return U.HasSites; }))
    complain("these files have no checkpoint site: nothing is saved");
  else
    for (const UnitNote &N : Program.Units)
      if (N.Summary.Parsed)
        Failed |= !explain(unitInput(N), C, Options, Out, List);
  print(List, S.CL.Ckpt.ExplainAsJSON);
  Failed |= any_of(Out.all(), [](const Finding &F) { return levelOf(F.What) == Level::Error; });
  return Failed ? Bad : Program.Failed ? Unread : Explained;
}

} // namespace ckpt
