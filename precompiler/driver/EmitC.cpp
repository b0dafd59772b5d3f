//===- EmitC.cpp - --ckpt-emit-c and --ckpt-check -------------------------===//
#include "EmitC.h"

using namespace llvm;

namespace ckpt {

int emitSources(Session &S) {
  std::vector<UnitNote> Units;
  std::vector<UnitSummary> Summaries;
  int Worst = 0;
  for (const Arg *Input : S.CL.inputs()) {
    if (!isC(*Input))
      continue;
    Expected<std::string> Text = preprocess(S, *Input);
    if (!Text) {
      complain(toString(Text.takeError()));
      Worst = 1;
      continue;
    }
    UnitNote N;
    if (makeUnit(S, *Input, std::move(*Text), N))
      Worst = 1;
    if (!N.Summary.Parsed) {
      errs() << N.Summary.ParseError << "\n";
      Worst = 1;
    }
    Summaries.push_back(N.Summary);
    Units.push_back(std::move(N));
  }
  if (Worst)
    return Worst;
  if (Units.empty()) {
    complain("no C file given");
    return 1;
  }
  Closure C = closeProgram(Summaries);
  EmitOptions Options;
  Options.HeaderText = false;
  Options.NoLiveness = S.CL.Ckpt.NoLiveness;
  Options.CheckOnly = S.CL.What == Action::Check;
  std::string Out;
  for (const UnitNote &N : Units) {
    std::string Said;
    raw_string_ostream OS(Said);
    EmitResult R = emit(unitInput(N), C, Options, OS);
    sayFindings(OS.str());
    if (!C.touches(N.Summary))
      for (const std::string &Refusal : N.Summary.Refusals)
        sayFindings(Refusal);
    if (R.Failed || (!C.touches(N.Summary) && !N.Summary.Refusals.empty()))
      Worst = 1;
    Out += R.Text;
  }
  if (Worst || Options.CheckOnly)
    return Worst;
  if (S.CL.Output.empty() || S.CL.Output == "-") {
    outs() << Out;
    return 0;
  }
  if (Error E = writeWholeFile(S.CL.Output, Out)) {
    complain(toString(std::move(E)));
    return 1;
  }
  return 0;
}

} // namespace ckpt
