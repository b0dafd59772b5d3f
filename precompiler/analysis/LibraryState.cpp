//===- LibraryState.cpp - what the C library keeps for the program ---------------===//
#include "LibraryState.h"
#include "ReplayedCalls.h"
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

/// Can the run time record a value of the type, as an argument or behind one (runtime/objects/replay_value.c)?
static bool isRecordable(const ASTContext &Ctx, QualType T, int Depth = 0) {
  T = T.getCanonicalType();
  if (Depth > 8)
    return false;
  if (const auto *P = T->getAs<clang::PointerType>())
    return P->getPointeeType()->isFunctionType() || isRecordable(Ctx, P->getPointeeType(), Depth + 1);
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return isRecordable(Ctx, A->getElementType(), Depth + 1);
  if (const RecordDecl *R = T->getAsRecordDecl()) {
    const RecordDecl *D = R->getDefinition();
    return D && !D->isUnion() && !D->hasFlexibleArrayMember() &&
           all_of(D->fields(), [&](const FieldDecl *F) { return !F->isBitField() && isRecordable(Ctx, F->getType(), Depth + 1); });
  }
  return (T->isIntegerType() && Ctx.getTypeSize(T) <= 64) || T->isSpecificBuiltinType(BuiltinType::Float) ||
         T->isSpecificBuiltinType(BuiltinType::Double);
}

/// Numbers in pointers (LC_GLOBAL_LOCALE) can.
static bool canBeReplayed(const ASTContext &Ctx, const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  for (unsigned I = 0; F && I < C->getNumArgs(); ++I) {
    const Expr *A = C->getArg(I);
    bool Number = A->IgnoreParenCasts()->getType()->isIntegerType() && A->IgnoreParenCasts()->isEvaluatable(Ctx);
    if (!Number && !isRecordable(Ctx, I < F->getNumParams() ? F->getParamDecl(I)->getType() : A->getType()))
      return false;
  }
  return F && (C->getType()->isVoidType() || C->getType()->isPointerType() || isRecordable(Ctx, C->getType()));
}

/// `#pragma ckpt replay` before the statement, if that is the call, can be made again, and begins its line.
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
    const auto *Call = dyn_cast_or_null<CallExpr>(P);
    if (Call && Mine && !canBeReplayed(U.ctx(), Call))
      return {};
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
  if (F.LibraryState.empty())
    return;
  ReplayedCalls Replayed(U, F);
  for (const DeclRefExpr *R : F.LibraryState) {
    if (Replayed.covers(R) || onlyAsks(U, R))
      continue;
    StringRef Name = R->getDecl()->getName();
    KeptState Kept = libraryState(Name);
    U.report(Kept.Matters ? Id::LibraryState : Id::LibraryAttribute, R->getLocation(), {Name.str(), Kept.What}, replayFix(U, R));
  }
}

} // namespace ckpt
