//===- Explain.h - why a variable is saved ------------------------------------===//
//
// Purpose: for --ckpt-explain, what emit() has decided of each variable at each
// resume point, and of those with static storage, with the reason.
// Input:   a unit and the program's closure, as emit() takes them.
// Output:  explanations in the order of the unit, at the user's lines.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_PRECOMPILER_EXPLAIN_H
#define CKPT_PRECOMPILER_EXPLAIN_H

#include "Pipeline.h"
#include <optional>

namespace ckpt {

/// A site, or a call behind which one is.
struct ExplainedPlace {
  UserPlace At;
  std::string Function, Site, Callee; ///< the site's name; the callee, empty for a site
};

struct Explanation {
  UserPlace At;                        ///< where the variable is declared
  std::string Variable;                ///< its name in images
  bool IsLocal = true, Saved = true;
  std::string Reason;                  ///< one word: docs/tools.md
  std::string Message;
  std::optional<UserPlace> Because;    ///< the line that shows it
  std::optional<ExplainedPlace> Place; ///< of locals
  std::string Printed;                 ///< in Clang's form, behind the heading of its place
};

/// Errors go to \p Out; false if there were any.
bool explain(const UnitInput &In, const Closure &C, const EmitOptions &O, Reports &Out, std::vector<Explanation> &Into);

/// One element of what --ckpt-explain=json prints.
llvm::json::Object toJSON(const Explanation &E);

} // namespace ckpt
#endif
