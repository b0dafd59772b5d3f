//===- ReplayState.cpp - see ReplayState.h ------------------------------------------===//
#include "ReplayState.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <map>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variable that is read, all of it or a part: x, x.m, x[i] of an array.
const DeclRefExpr *readIn(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    const auto *Decay = dyn_cast<ImplicitCastExpr>(E);
    if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
      E = M->getBase();
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = A->getBase();
    else if (Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
      E = Decay->getSubExpr();
    else
      return dyn_cast<DeclRefExpr>(E);
  }
}

/// What a function does to variables with static storage, and which functions it calls by their names.
class Uses : public RecursiveASTVisitor<Uses> {
public:
  std::vector<const DeclRefExpr *> Reads;
  DenseSet<const VarDecl *> Others; ///< written, or what is done to them is not known
  DenseSet<const VarDecl *> Mentioned;
  std::vector<const FunctionDecl *> Calls;

  bool VisitImplicitCastExpr(ImplicitCastExpr *C) {
    const auto *Decay = dyn_cast<ImplicitCastExpr>(C->getSubExpr()->IgnoreParens());
    bool ForReading = C->getType()->isPointerType() && C->getType()->getPointeeType().isConstQualified() && Decay && Decay->getCastKind() == CK_ArrayToPointerDecay;
    const DeclRefExpr *R = C->getCastKind() == CK_LValueToRValue ? readIn(C->getSubExpr()) : ForReading ? readIn(Decay) : nullptr;
    if (R && isStatic(R)) {
      Read.insert(R);
      Reads.push_back(R);
    }
    return true;
  }
  bool VisitCompoundAssignOperator(CompoundAssignOperator *O) { return changes(O->getLHS()); }
  bool VisitUnaryOperator(UnaryOperator *O) { return !O->isIncrementDecrementOp() || changes(O->getSubExpr()); }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl()))
      Calls.push_back(F);
    else if (isStatic(R)) {
      const auto *V = cast<VarDecl>(R->getDecl())->getCanonicalDecl();
      Mentioned.insert(V);
      if (!Read.count(R))
        Others.insert(V);
    }
    return true;
  }

private:
  /// What was there is read, and something else written.
  bool changes(const Expr *E) {
    const DeclRefExpr *R = readIn(E);
    if (R && isStatic(R))
      Reads.push_back(R);
    return true;
  }
  static bool isStatic(const DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    return V && V->hasGlobalStorage() && isMutable(V);
  }
  DenseSet<const DeclRefExpr *> Read;
};

/// The variables whose addresses pointers may have, with the types that these lead to.
class Addresses : public RecursiveASTVisitor<Addresses> {
public:
  std::vector<std::pair<const VarDecl *, QualType>> Taken;

  bool VisitUnaryOperator(UnaryOperator *O) { return O->getOpcode() != UO_AddrOf || take(O->getSubExpr(), O->getSubExpr()->getType()); }
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) {
    return C->getCastKind() != CK_ArrayToPointerDecay || Indexed.count(C) || take(C->getSubExpr(), C->getType()->getPointeeType());
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) {
    Indexed.insert(A->getBase()->IgnoreParens());
    return true;
  }

private:
  bool take(const Expr *E, QualType T) {
    const DeclRefExpr *R = readIn(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (V && V->hasGlobalStorage() && isMutable(V))
      Taken.push_back({V->getCanonicalDecl(), T.getCanonicalType().getUnqualifiedType()});
    return true;
  }
  DenseSet<const Expr *> Indexed; ///< x in x[i]
};

/// Can another unit write the variable? One that is defined here, and only replayed functions mention, is as good as theirs, unless there is a
/// header for others. The system's are not meant.
bool isOthers(Unit &U, const VarDecl *V, bool MentionedElsewhere) {
  if (V->getFormalLinkage() != Linkage::External)
    return false;
  const VarDecl *Definition = V->getDefinition() ? V->getDefinition() : V->getActingDefinition();
  bool Header = false;
  for (const VarDecl *D : V->redecls()) {
    if (U.sm().isInSystemHeader(U.sm().getExpansionLoc(D->getLocation())))
      return false;
    Header |= Definition && U.fileOf(D->getLocation()) != U.fileOf(Definition->getLocation());
  }
  return !Definition || Header || MentionedElsewhere;
}

} // namespace

void checkReplayState(Unit &U, const Facts &F) {
  if (F.ReplayMarks.empty())
    return;
  std::map<const FunctionDecl *, Uses> All; // by canonical declarations
  for (const FunctionFacts &Fn : F.Functions)
    All[Fn.Decl->getCanonicalDecl()].TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
  std::map<const FunctionDecl *, const CallExpr *> Replayed; // what replayed calls reach, and one of them
  std::vector<std::pair<const FunctionDecl *, const CallExpr *>> Work;
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark))
      if (const FunctionDecl *Callee = C->getDirectCallee())
        Work.push_back({Callee->getCanonicalDecl(), C});
  while (!Work.empty()) {
    auto [Fn, Call] = Work.back();
    Work.pop_back();
    auto It = All.find(Fn);
    if (It == All.end() || !Replayed.try_emplace(Fn, Call).second)
      continue;
    for (const FunctionDecl *Callee : It->second.Calls)
      Work.push_back({Callee->getCanonicalDecl(), Call});
  }
  DenseSet<const VarDecl *> Written, Mentioned, Said; // by what is not replayed
  for (const auto &[Fn, Does] : All)
    if (!Replayed.count(Fn)) {
      Written.insert(Does.Others.begin(), Does.Others.end());
      Mentioned.insert(Does.Mentioned.begin(), Does.Mentioned.end());
    }
  auto isWritten = [&](const VarDecl *V) {
    return !F.Excluded.count(V) && (Written.count(V) || isOthers(U, V, Mentioned.count(V)));
  };
  Addresses Pointers;
  Pointers.TraverseDecl(U.ctx().getTranslationUnitDecl());
  for (const FunctionFacts &Fn : F.Functions) {
    auto It = Replayed.find(Fn.Decl->getCanonicalDecl());
    if (It == Replayed.end())
      continue;
    auto say = [&](const VarDecl *V) {
      if (isWritten(V) && Said.insert(V).second)
        U.report(Id::ReplayState, It->second->getBeginLoc(), {Fn.Decl->getName().str(), V->getName().str()});
    };
    for (const DeclRefExpr *R : All[It->first].Reads) {
      const auto *V = cast<VarDecl>(R->getDecl())->getCanonicalDecl();
      say(V);
      QualType To = V->getType()->isPointerType() ? V->getType()->getPointeeType().getCanonicalType().getUnqualifiedType() : QualType();
      for (auto [Target, T] : Pointers.Taken) // what the function reads by it
        if (T == To)
          say(Target);
    }
  }
}

} // namespace ckpt
