//===- SameAgain.h - what functions do when they are called again -------------------===//
//
// Purpose: does a function do the same whenever, and wherever, it is called with
// the same arguments and variables? It uses nothing but those: no files, no heap,
// no addresses as numbers, no bytes of numbers, and only functions of the library
// that keep nothing and whose results are told to the last bit.
// Output:  for one function of a unit; for a unit's functions that others may call,
// what the link step must know of them (FunctionSummary::Exact).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_SAMEAGAIN_H
#define CKPT_ANALYSIS_SAMEAGAIN_H

#include "StaticUses.h"

namespace ckpt {

struct Doing {
  bool Same = true;                                ///< nothing else was found. Of what follows all is known then
  bool Floating = false, Wide = false;             ///< Wide: numbers that are of another format, or wrap around elsewhere, on other machines
  std::vector<const clang::DeclRefExpr *> Touched; ///< variables of StaticUses
  std::vector<const clang::FunctionDecl *> Calls;  ///< of the unit, canonical
  std::set<std::string> Needs;                     ///< other units' functions, by the linker's names, as long as nothing is known of them
  std::set<std::string> Library;                   ///< functions of the library that it calls
};

/// \p Uses    null: no variable with static storage counts as one that is used in ways that are seen
/// \p Bodies  the unit's functions, canonical
Doing whatDoes(Unit &U, const clang::FunctionDecl *Definition, const StaticUses *Uses, const llvm::DenseSet<const clang::FunctionDecl *> &Bodies);

/// Fills in what the link step must know of the functions of a unit that use no variable with static storage. \p S has them in the order of \p F.
void noteExactFunctions(Unit &U, const Facts &F, UnitSummary &S);

} // namespace ckpt
#endif
