//===- Explained.h - the reasons of frames and tables in words -------------------===//
//
// Purpose: turns what the emitter has decided (Decisions.h), and what the tables
// say of variables with static storage, into explanations.
//
//===----------------------------------------------------------------------===//
#ifndef CKPT_REWRITE_EXPLAINED_H
#define CKPT_REWRITE_EXPLAINED_H

#include "../Explain.h"
#include "../analysis/Recomputed.h"
#include "../analysis/FirstUse.h"
#include "Frames.h"
#include "StaticLiterals.h"

namespace ckpt {

class Explainer {
public:
  /// \p Out is what \p U reports to.
  Explainer(Unit &U, const Facts &F, const DeadStatics &Dead, const Recomputed &Again, Reports &Out, bool NoLiveness);

  void function(const FunctionFacts &Fn, const std::vector<ResumeDecisions> &Resumes);
  void variables();
  /// ... and of the compound literals outside functions.
  void literals(const StaticLiterals &Named);
  std::vector<Explanation> take() { return std::move(List); }

private:
  struct Note {
    UserPlace At;
    std::string Printed;
  };
  Note note(clang::SourceLocation At, const llvm::Twine &Message);
  void local(const FunctionFacts &Fn, const ResumeDecisions &R, const Decision &D, const ExplainedPlace &Place, const std::string &Heading);
  std::string because(const Decision &D, const FunctionFacts &Fn, const ResumeDecisions &R, clang::SourceLocation &Shown);
  void variable(const clang::VarDecl *V);
  clang::SourceLocation excludedAt(const clang::VarDecl *V) const;
  std::string lineOf(clang::SourceLocation L) const;

  Unit &U;
  const Facts &F;
  const DeadStatics &Dead;
  const Recomputed &Again;
  Reports &Out;
  bool NoLiveness;
  FirstUses Uses;
  std::vector<Explanation> List;
};

} // namespace ckpt
#endif
