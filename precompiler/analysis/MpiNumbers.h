//===- MpiNumbers.h - layouts and addresses that MPI tells -------------------===//
//
// Purpose: warns, at the user's line, of extents, sizes and displacements that
// MPI calls put into variables which a checkpoint saves, and of objects that
// are given to MPI as characters. See Portability.h for what the program
// computes itself.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_MPINUMBERS_H
#define CKPT_ANALYSIS_MPINUMBERS_H

#include "Kept.h"

namespace ckpt {

void warnOfMpiNumbers(Unit &U, LiveAcross &Live);

} // namespace ckpt
#endif
