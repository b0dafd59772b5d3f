//===- ExactNumbers.cpp - see ExactNumbers.h ----------------------------------------===//
#include "ExactNumbers.h"

using namespace llvm;

namespace ckpt {

bool numbersAreExact(const Words &Flags, StringRef Triple, bool ByClang) {
  bool X86 = Triple.starts_with("x86_64") || (Triple.size() > 4 && Triple[0] == 'i' && Triple.substr(2).starts_with("86"));
  bool Stack = X86 && !Triple.starts_with("x86_64"); // numbers on the x87's stack have more digits
  bool Asked = false, Contracts = true, Standard = false;
  for (size_t I = 0; I < Flags.size(); ++I) {
    StringRef F = Flags[I];
    if (F == "-std" && I + 1 < Flags.size())
      Standard = !StringRef(Flags[++I]).starts_with("gnu");
    else if (F.consume_front("-std="))
      Standard = !F.starts_with("gnu");
    else if (F == "-ansi")
      Standard = true;
    else if (F.consume_front("-ffp-contract="))
      Asked = true, Contracts = F != "off";
    else if (F == "-Ofast" || F == "-ffast-math" || F == "-funsafe-math-optimizations" || F == "-fassociative-math" || F == "-freciprocal-math" ||
             F == "-fsingle-precision-constant" || F == "-frounding-math" || F.starts_with("-ffp-model="))
      return false;
    else if (F.consume_front("-mfpmath="))
      Stack = X86 && F != "sse";
    else if (X86 && (F == "-m32" || F == "-m16"))
      Stack |= !llvm::is_contained(Flags, "-mfpmath=sse");
  }
  return !Stack && (Asked ? !Contracts : Standard && !ByClang);
}

} // namespace ckpt
