//===- EmitC.cpp - --ckpt-emit-c ------------------------------------------===//
#include "EmitC.h"
#include "Sources.h"

using namespace llvm;

namespace ckpt {

int emitSources(Session &S) {
  Reports Said(errs());
  Sources Program = readSources(S, Said);
  if (Program.Failed || any_of(Program.Units, [](const UnitNote &N) { return !N.Summary.Parsed; }))
    return 1;
  Closure C = closeProgram(Program.summaries());
  EmitOptions Options;
  Options.HeaderText = false;
  Options.add(S.CL.Ckpt);
  std::string Text;
  bool Failed = false;
  for (const UnitNote &N : Program.Units) {
    std::string Findings;
    raw_string_ostream OS(Findings);
    Reports Out(OS);
    EmitResult R = emit(unitInput(N), C, Options, Out);
    sayFindings(OS.str());
    if (!C.touches(N.Summary))
      for (const std::string &Refusal : N.Summary.Refusals)
        sayFindings(Refusal);
    Failed |= R.Failed || (!C.touches(N.Summary) && !N.Summary.Refusals.empty());
    Text += R.Text;
  }
  if (Failed)
    return 1;
  if (S.CL.Output.empty() || S.CL.Output == "-") {
    outs() << Text;
    return 0;
  }
  if (Error E = writeWholeFile(S.CL.Output, Text)) {
    complain(toString(std::move(E)));
    return 1;
  }
  return 0;
}

} // namespace ckpt
