//===- NoSiteGuards.h - the check in functions of #pragma ckpt no_site -----------===//
//
// Purpose: they are neither inlined nor end in a jump to what they call, so what is
// called from them finds a return address outside of checkpointable functions
// when it hands its frame over, and fails the checkpoint.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_NOSITEGUARDS_H
#define CKPT_REWRITE_NOSITEGUARDS_H

#include "../analysis/Facts.h"

namespace ckpt {

void guardNoSite(Unit &U, const Facts &F);

} // namespace ckpt
#endif
