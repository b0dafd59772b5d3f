//===- Summary.h - a unit's summary ---------------------------------------------===//
//
// Purpose: what the link step must know of a unit, from its facts.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_SUMMARY_H
#define CKPT_ANALYSIS_SUMMARY_H

#include "Facts.h"

namespace ckpt {

UnitSummary makeSummary(Unit &U, const Facts &F);

} // namespace ckpt
#endif
