//===- Graph.h - Clang's graphs of functions, made complete ----------------===//
//
// Purpose: what Clang takes for never true may be true. It leaves out the way
// that a condition does not take here which is constant, or which its rules for
// warnings say is always the same; but `sizeof(long) == 8` is not so on another
// machine, `__builtin_constant_p(x)` and `1.0f / 3 == (float)(1.0 / 3)` are what
// the user's compiler makes of them, `p > 0 && p < 1` is both for a double, and
// a volatile may be 1 and then 2. Nor has a switch that names each enumerator
// a way past it, though the value may be another one. Every analysis that must
// not miss a path uses graphs in which only a condition chooses that is made of
// literals and enumerators (`while (1)`, `if (DEBUG > 1)`), and not one of
// numbers that may be the machine's (`__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__`).
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_ANALYSIS_GRAPH_H
#define CKPT_ANALYSIS_GRAPH_H

#include "clang/AST/Decl.h"
#include "clang/Analysis/CFG.h"
#include <memory>

namespace clang {
class AnalysisDeclContext;
}

namespace ckpt {

/// The graph of a function's body, every expression an element. 0: Clang has none.
std::unique_ptr<clang::CFG> completeGraph(const clang::FunctionDecl *F);

/// The same, as the one that the context's analyses use; before any of them.
clang::CFG *completeGraph(clang::AnalysisDeclContext &Context);

/// Has a function ways that only a completed graph has? On these a variable may be live that was never set.
bool hasOtherWays(const clang::FunctionDecl *F);

} // namespace ckpt
#endif
