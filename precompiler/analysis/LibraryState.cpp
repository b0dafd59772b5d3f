//===- LibraryState.cpp - what the C library keeps for the program ---------------===//
#include "LibraryState.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

KeptState libraryState(StringRef Function) {
  return StringSwitch<KeptState>(Function)
#define CKPT_STATE(F, What) .Case(#F, KeptState{What, true})
#define CKPT_ATTRIBUTE(F, What) .Case(#F, KeptState{What, false})
#include "library_state.def"
      .Default({});
}

/// `#pragma ckpt replay` before the statement, if that is the call and begins its line.
static std::vector<Fix> replayFix(Unit &U, const DeclRefExpr *Callee) {
  DynTypedNode At = DynTypedNode::create(*Callee);
  const Stmt *Statement = Callee;
  while (true) {
    DynTypedNodeList Up = U.ctx().getParents(At);
    const auto *P = Up.empty() ? nullptr : Up[0].get<Stmt>();
    if (isa_and_nonnull<CompoundStmt>(P))
      break;
    bool Mine = isa_and_nonnull<CallExpr>(P) ? cast<CallExpr>(P)->getCallee()->IgnoreParenImpCasts() == Callee : isa_and_nonnull<CastExpr>(P);
    const auto *Assign = dyn_cast_or_null<BinaryOperator>(P);
    if (!Mine && !(Assign && Assign->getOpcode() == BO_Assign && Assign->getRHS() == Statement))
      return {};
    Statement = P;
    At = DynTypedNode::create(*P);
  }
  unsigned Begin = U.begin(Statement), Line = U.text().rfind('\n', Begin) + 1;
  StringRef Indent = U.text().slice(Line, Begin);
  if (!Indent.trim().empty() || Statement == Callee)
    return {};
  return {{Begin, Begin, ("#pragma ckpt replay\n" + Indent).str()}};
}

/// `uselocale(NULL)` only asks.
static bool onlyAsks(Unit &U, const DeclRefExpr *R) {
  DynTypedNodeList Up = U.ctx().getParents(*R);
  const auto *Decay = Up.empty() ? nullptr : Up[0].get<ImplicitCastExpr>();
  DynTypedNodeList Above = Decay ? U.ctx().getParents(*Decay) : DynTypedNodeList(DynTypedNode());
  const auto *C = Decay && !Above.empty() ? Above[0].get<CallExpr>() : nullptr;
  return C && C->getCallee()->IgnoreParenImpCasts() == R && R->getDecl()->getName() == "uselocale" && C->getNumArgs() == 1 &&
         C->getArg(0)->IgnoreParenCasts()->isNullPointerConstant(U.ctx(), Expr::NPC_ValueDependentIsNotNull) != Expr::NPCK_NotNull;
}

void checkLibraryState(Unit &U, const Facts &F) {
  std::set<const Expr *> Replayed;
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark))
      Replayed.insert(C->getCallee()->IgnoreParenImpCasts());
  for (const DeclRefExpr *R : F.LibraryState) {
    if (Replayed.count(R) || onlyAsks(U, R))
      continue;
    StringRef Name = R->getDecl()->getName();
    KeptState Kept = libraryState(Name);
    U.report(Kept.Matters ? Id::LibraryState : Id::LibraryAttribute, R->getLocation(), {Name.str(), Kept.What}, replayFix(U, R));
  }
}

} // namespace ckpt
