//===- ExactNumbers.h - does a unit compute the same numbers on all machines? ------===//
//
// Purpose: floating-point arithmetic is IEEE 754's to the last bit only without
// contraction to fused operations, without excess precision and without the
// options that let a compiler change expressions (C11 6.5p8, 5.2.4.2.2p9).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_DRIVER_EXACTNUMBERS_H
#define CKPT_DRIVER_EXACTNUMBERS_H

#include "CommandLine.h"

namespace ckpt {

/// By the options that the unit is compiled with, in their order. Said to be if that is sure: -ffp-contract=off, or a standard's -std= with gcc.
bool numbersAreExact(const Words &Flags, llvm::StringRef Triple, bool ByClang);

} // namespace ckpt
#endif
