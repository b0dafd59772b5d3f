//===- Variadic.cpp - unnamed arguments after a restart -----------------------===//
#include "Variadic.h"
#include "Graph.h"
#include "clang/Analysis/CFG.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

using namespace clang;

namespace ckpt {
namespace {

bool isStart(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F)
    return false;
  unsigned Id = F->getBuiltinID();
  return Id == Builtin::BI__builtin_va_start || Id == Builtin::BI__builtin_ms_va_start || Id == Builtin::BI__builtin_stdarg_start || Id == Builtin::BIva_start;
}

} // namespace

std::vector<const CallExpr *> lateStarts(const FunctionDecl *F, llvm::function_ref<bool(const CallExpr *)> IsResume) {
  std::vector<const CallExpr *> Late;
  std::unique_ptr<CFG> Graph = completeGraph(F);
  if (!Graph)
    return Late;
  llvm::DenseSet<const CFGBlock *> After; // blocks that are entered after a resume point
  llvm::SmallVector<const CFGBlock *, 16> Work;
  auto calls = [](const CFGBlock *B, auto Do) {
    for (const CFGElement &E : *B)
      if (auto S = E.getAs<CFGStmt>())
        if (const auto *C = dyn_cast<CallExpr>(S->getStmt()))
          Do(C);
  };
  auto leave = [&](const CFGBlock *B) {
    for (const CFGBlock *Next : B->succs())
      if (Next && After.insert(Next).second)
        Work.push_back(Next);
  };
  for (const CFGBlock *B : *Graph) {
    bool Passed = false;
    calls(B, [&](const CallExpr *C) { Passed |= IsResume(C); });
    if (Passed)
      leave(B);
  }
  while (!Work.empty())
    leave(Work.pop_back_val());
  for (const CFGBlock *B : *Graph) {
    bool Passed = After.count(B);
    calls(B, [&](const CallExpr *C) {
      if (Passed && isStart(C))
        Late.push_back(C);
      Passed |= IsResume(C);
    });
  }
  return Late;
}

} // namespace ckpt
