//===- Switches.h - analyses that can be switched off ----------------------------===//
//
// Purpose: of the command line, of a unit's note, and of emit(): what an analysis
// finds is left out of images; without it all is saved, and the results are the same.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_PRECOMPILER_SWITCHES_H
#define CKPT_PRECOMPILER_SWITCHES_H

namespace ckpt {

struct Switches {
  bool NoLiveness = false;       ///< --ckpt-no-liveness: save every local in scope
  bool NoStaticLiveness = false; ///< --ckpt-no-static-liveness: save every variable with static storage
  bool NoRecompute = false;      ///< --ckpt-no-recompute: save what could be computed again

  void add(const Switches &O) {
    NoLiveness |= O.NoLiveness;
    NoStaticLiveness |= O.NoStaticLiveness;
    NoRecompute |= O.NoRecompute;
  }
};

} // namespace ckpt
#endif
