//===- Graph.h - Clang's graphs of functions, made complete ----------------===//
//
// Purpose: Clang takes the edge past a switch that has a case for each
// enumerator for one that is never taken; a variable of the enumeration may have
// another value all the same (0, flags that were put together). Nor does it take
// the way that `if (sizeof(long) == 8)` does not take here; but on another
// machine it is taken, and what is live must not depend on that. Every analysis
// that must not miss a path completes its graph by this.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_GRAPH_H
#define CKPT_ANALYSIS_GRAPH_H

#include "clang/Analysis/CFG.h"

namespace ckpt {

/// Makes such edges ordinary ones. 0 is allowed.
void completeGraph(clang::CFG *Graph);

/// Has a function ways that only a completed graph has? On these a variable may be live that was never set.
bool hasOtherWays(const clang::Stmt *Body);

} // namespace ckpt
#endif
