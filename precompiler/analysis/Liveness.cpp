//===- Liveness.cpp - which locals a resume point must save -------------------===//
#include "Liveness.h"
#include "Graph.h"
#include "../frontend/Markers.h"
#include "../frontend/Parse.h"
#include "clang/Analysis/Analyses/LiveVariables.h"
#include "clang/Analysis/AnalysisDeclContext.h"

using namespace clang;

namespace ckpt {
namespace {

/// LiveVariables shows its state right before it steps backwards over a
/// statement, which is the state after that statement has run.
class AfterCalls : public LiveVariables::Observer {
public:
  using Map = llvm::DenseMap<const Stmt *, llvm::DenseSet<const VarDecl *>>;
  explicit AfterCalls(Map &Into) : Into(Into) {}
  void observeStmt(const Stmt *S, const CFGBlock *,
                   const LiveVariables::LivenessValues &V) override {
    if (!isa<CallExpr>(S))
      return;
    auto &Set = Into[S];
    for (const VarDecl *D : V.liveDecls)
      Set.insert(D);
  }

private:
  Map &Into;
};

} // namespace

Liveness::Liveness(const FunctionDecl *F, bool Off) : Off(Off) {
  AnalysisDeclContext Context(nullptr, F);
  completeGraph(Context);
  std::unique_ptr<LiveVariables> Live = LiveVariables::create(Context);
  if (!Live)
    return;
  AfterCalls Observer(After);
  Live->runOnAllBlocks(Observer);
  for (const auto &[Call, Set] : After)
    if (int Site = nowOf(cast<CallExpr>(Call)); Site >= 0)
      Now.try_emplace(Site, Call);
}

bool Liveness::isReadAfter(const Expr *Call, const VarDecl *V) const {
  int Site = siteIndex(Call);
  auto First = Site >= 0 ? Now.find(Site) : Now.end(); // what on_restart does comes first
  auto Found = After.find(First == Now.end() ? Call : First->second);
  return Found == After.end() || Found->second.count(V);
}

} // namespace ckpt
