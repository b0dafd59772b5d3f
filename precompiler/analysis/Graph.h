//===- Graph.h - Clang's graphs of functions, made complete ----------------===//
//
// Purpose: Clang takes the edge past a switch that has a case for each
// enumerator for one that is never taken; a variable of the enumeration may have
// another value all the same (0, flags that were put together). Every analysis
// that must not miss a path asks for its graph through this.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_GRAPH_H
#define CKPT_ANALYSIS_GRAPH_H

#include "clang/Analysis/CFG.h"

namespace ckpt {

/// Makes the edges past such switches ordinary ones. 0 is allowed.
void completeSwitches(clang::CFG *Graph);

} // namespace ckpt
#endif
