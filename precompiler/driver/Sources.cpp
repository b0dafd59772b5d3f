//===- Sources.cpp - C files taken for a whole program --------------------===//
#include "Sources.h"

using namespace llvm;

namespace ckpt {

std::vector<UnitSummary> Sources::summaries() const {
  std::vector<UnitSummary> List;
  for (const UnitNote &N : Units)
    List.push_back(N.Summary);
  return List;
}

Sources readSources(Session &S, Reports &Out) {
  Sources Result;
  for (const Arg *Input : S.CL.inputs()) {
    if (!isC(*Input))
      continue;
    Expected<std::string> Text = preprocess(S, *Input);
    if (!Text) {
      complain(toString(Text.takeError()));
      Result.Failed = true;
      continue;
    }
    UnitNote N;
    Result.Failed |= makeUnit(S, *Input, std::move(*Text), N, Out) != 0;
    Result.Units.push_back(std::move(N));
  }
  return Result;
}

} // namespace ckpt
