//===- ReplayedCalls.cpp - what replayed calls make again -------------------------===//
#include "ReplayedCalls.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <map>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

const DeclRefExpr *calleeOf(const CallExpr *C) { return dyn_cast<DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts()); }

/// All mentions of functions: in which function they stand, and whether they are calls.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  bool VisitFunctionDecl(FunctionDecl *D) {
    Current = D->getCanonicalDecl();
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->isFileVarDecl())
      Current = nullptr;
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    if (const DeclRefExpr *R = calleeOf(C))
      Called.insert(R);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl())) {
      In[R] = Current;
      Of[F->getCanonicalDecl()].push_back(R);
    }
    return true;
  }
  DenseMap<const DeclRefExpr *, const FunctionDecl *> In;
  DenseSet<const DeclRefExpr *> Called;
  std::map<const FunctionDecl *, std::vector<const DeclRefExpr *>> Of;

private:
  const FunctionDecl *Current = nullptr;
};

} // namespace

ReplayedCalls::ReplayedCalls(Unit &U, const Facts &F) {
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark))
      if (const DeclRefExpr *R = calleeOf(C))
        Replayed.insert(R);
  if (Replayed.empty())
    return;
  Mentions All;
  All.TraverseDecl(U.ctx().getTranslationUnitDecl());
  In = std::move(All.In);
  for (bool More = true; More;) {
    More = false;
    for (const auto &[Fn, Places] : All.Of) {
      bool Only = all_of(Places, [&, Of = Fn](const DeclRefExpr *R) { return All.Called.count(R) && (covers(R) || In.lookup(R) == Of); });
      if (Fn->isExternallyVisible()) // other units may call it
        continue;
      bool Called = any_of(Places, [&](const DeclRefExpr *R) { return covers(R); });
      More |= Only && Called && Again.insert(Fn).second;
    }
  }
}

bool ReplayedCalls::covers(const DeclRefExpr *Callee) const { return Replayed.count(Callee) || Again.count(In.lookup(Callee)); }

bool ReplayedCalls::covers(const CallExpr *Call) const {
  const DeclRefExpr *R = calleeOf(Call);
  return R && covers(R);
}

} // namespace ckpt
