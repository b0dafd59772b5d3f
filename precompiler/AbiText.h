//===- AbiText.h - the headers in runtime/include as strings ---------------------===//
#ifndef CKPT_PRECOMPILER_ABITEXT_H
#define CKPT_PRECOMPILER_ABITEXT_H

namespace ckpt {
inline constexpr const char AbiText[] =
#include "CkptAbiText.inc"
    ;
inline constexpr const char ReplayAbiText[] =
#include "CkptReplayAbiText.inc"
    ;
} // namespace ckpt
#endif
