//===- Sources.h - C files taken for a whole program ----------------------===//
//
// Purpose: the C files of a command line, preprocessed and summarised, for
// what looks at sources only (--ckpt-emit-c, --ckpt-check).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_SOURCES_H
#define CKPT_DRIVER_SOURCES_H

#include "Compile.h"

namespace ckpt {

struct Sources {
  std::vector<UnitNote> Units;
  bool Failed = false; ///< one could not be preprocessed, or has a wrong pragma
  std::vector<UnitSummary> summaries() const;
};

Sources readSources(Session &S, Reports &Out);

} // namespace ckpt
#endif
