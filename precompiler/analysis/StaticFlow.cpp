//===- StaticFlow.cpp - live static variables backwards through a function --------===//
#include "StaticFlow.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// What stands anywhere in a piece of code.
class Inside : public RecursiveASTVisitor<Inside> {
public:
  std::vector<const DeclRefExpr *> Mentions;
  std::vector<const CallExpr *> Calls;
  bool Repeats = false;
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    Mentions.push_back(R);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    Calls.push_back(C);
    return true;
  }
  bool VisitStmtExpr(StmtExpr *) { return Repeats = true; }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *) { return Repeats = true; }
};

/// Statements that are not known, and jumps out of expressions and parallel regions.
class Unknown : public RecursiveASTVisitor<Unknown> {
public:
  bool Found = false;
  bool TraverseStmtExpr(StmtExpr *S) {
    ++Expressions;
    bool Ok = RecursiveASTVisitor::TraverseStmtExpr(S);
    --Expressions;
    return Ok;
  }
  bool VisitStmt(Stmt *S) {
    bool Jump = isa<ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt, BreakStmt, ContinueStmt, SwitchCase>(S);
    bool Plain = isa<Expr, CompoundStmt, DeclStmt, NullStmt, IfStmt, SwitchStmt, WhileStmt, DoStmt, ForStmt, AttributedStmt, GCCAsmStmt,
                     OMPExecutableDirective, CapturedStmt>(S);
    if (const auto *G = dyn_cast<GCCAsmStmt>(S); G && G->isAsmGoto())
      Plain = false;
    Found |= Jump ? Expressions > 0 : !Plain;
    return !Found;
  }
  bool VisitVarDecl(VarDecl *V) {
    Found |= V->hasAttr<CleanupAttr>();
    return !Found;
  }
  /// Returns a second time, to where others have gone on from.
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *F = C->getDirectCallee();
    StringRef Name = F && F->getIdentifier() ? F->getName() : StringRef();
    Found |= F && (F->hasAttr<ReturnsTwiceAttr>() || Name.contains("setjmp") || Name.contains("vfork") || Name.contains("getcontext"));
    return !Found;
  }

private:
  unsigned Expressions = 0;
};

} // namespace

bool StaticFlow::understands(const Stmt *Body) {
  Unknown U;
  U.TraverseStmt(const_cast<Stmt *>(Body));
  return !U.Found;
}

const StaticFlow::Expression &StaticFlow::look(const Stmt *S) {
  auto [At, New] = Known.try_emplace(S);
  Expression &X = At->second;
  if (!New)
    return X;
  Inside In;
  In.TraverseStmt(const_cast<Stmt *>(S));
  X.Reads.resize(Uses.size());
  X.Writes.resize(Uses.size());
  for (const DeclRefExpr *R : In.Mentions)
    if (int Bit = Uses.readBy(R); Bit >= 0)
      X.Reads.set(Bit);
  X.Inside = std::move(In.Calls);
  X.Repeats = In.Repeats;
  auto surely = [&](const Expr *E) {
    X.Writes |= Writes.by(E);
    forEachEvaluated(E, [&](const Expr *Part) {
      if (const auto *C = dyn_cast<CallExpr>(Part))
        X.Surely.push_back(C);
    });
  };
  if (const auto *E = dyn_cast<Expr>(S)) {
    surely(E);
    const auto *O = dyn_cast<BinaryOperator>(E->IgnoreParens());
    const auto *R = O && O->getOpcode() == BO_Assign ? dyn_cast<DeclRefExpr>(O->getLHS()->IgnoreParens()) : nullptr;
    if (const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr)
      X.Assigned = Uses.number(V);
  } else if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *One : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(One); V && V->hasInit() && V->hasLocalStorage()) {
        surely(V->getInit());
        if (int Bit = Uses.number(V); Bit >= 0)
          X.Writes.set(Bit);
      }
  }
  return X;
}

StaticFlow::Set StaticFlow::beforeExpression(const Stmt *S, const Set &After) {
  const Expression &X = look(S);
  Set Reads = X.Reads, Written = X.Writes;
  for (const CallExpr *C : X.Inside)
    if (const CallEffect *E = Calls.effect(C))
      Reads |= Uses.inCaller(E->Reads, C);
  for (const CallExpr *C : X.Surely)
    if (const CallEffect *E = Calls.effect(C)) {
      Set Not = E->Through;
      Written |= Not.flip();
      for (auto [To, From] : Uses.passedBy(C))
        for (const FullWrites::Fill &Each : E->Fills)
          if (Each.Bit == To && Writes.isAll(C, Each, From))
            Written.set(From);
    }
  for (const CallExpr *C : X.Inside) { // the order of several calls is not known
    Set Live = After;
    if (X.Assigned >= 0)
      Live.reset(X.Assigned);
    Live |= X.Reads;
    for (const CallExpr *Other : X.Inside)
      if (const CallEffect *E = Other != C || X.Repeats ? Calls.effect(Other) : nullptr)
        Live |= Uses.inCaller(E->Reads, Other);
    Calls.liveAfter(C, Live);
  }
  Set Live = After;
  Live.reset(Written);
  return Live |= Reads;
}

void StaticFlow::merge(Set &Into, const Set &More) {
  if (More.test(Into)) {
    Into |= More;
    Changed = true;
  }
}

/// The greatest of what is live at a loop's head; what is found at its end is what its next turn needs.
StaticFlow::Set StaticFlow::loop(const Expr *Cond, const Stmt *Body, const Expr *Inc, const Set &After, const Around &A, bool BodyFirst) {
  auto test = [&](const Set &Turn) {
    Set Either = After;
    Either |= Turn;
    return Cond ? beforeExpression(Cond, Either) : Either;
  };
  Set Turn(Uses.size()); // before the body
  while (true) {
    Set Head = test(Turn);
    Set Next = Inc ? beforeExpression(Inc, Head) : Head;
    Set More = before(Body, Next, {&After, &Next, A.Cases, A.HasDefault});
    if (!More.test(Turn))
      return BodyFirst ? Turn : Head;
    Turn |= More;
  }
}

StaticFlow::Set StaticFlow::readsOf(const ForStmt *L, const FullWrites::Loop &W) {
  Set Reads(Uses.size());
  Inside In;
  In.TraverseStmt(const_cast<Expr *>(L->getCond()));
  In.TraverseStmt(const_cast<Expr *>(L->getInc()));
  In.TraverseStmt(const_cast<Stmt *>(L->getBody()));
  for (const DeclRefExpr *R : In.Mentions)
    if (int Bit = W.Own.count(R) ? -1 : Uses.readBy(R); Bit >= 0)
      Reads.set(Bit);
  for (const CallExpr *C : In.Calls)
    if (const CallEffect *E = Calls.effect(C))
      Reads |= Uses.inCaller(E->Reads, C);
  return Reads;
}

StaticFlow::Set StaticFlow::beforeFor(const ForStmt *L, const Set &After, const Around &A) {
  Set Live = loop(L->getCond(), L->getBody(), L->getInc(), After, A, false);
  auto [At, New] = Loops.try_emplace(L);
  if (New)
    At->second = Writes.by(L);
  Set Written = At->second.Writes;
  if (Filled && is_contained(At->second.Fills, *Filled))
    Written.set(Filled->Bit);
  if (Written.any()) {
    Written.reset(readsOf(L, At->second));
    Live.reset(Written);
  }
  return L->getInit() ? before(L->getInit(), Live, A) : Live;
}

StaticFlow::Set StaticFlow::beforeSwitch(const SwitchStmt *S, const Set &After, const Around &A) {
  Set Cases(Uses.size());
  bool HasDefault = false;
  before(S->getBody(), After, {&After, A.Continue, &Cases, &HasDefault});
  if (!HasDefault)
    Cases |= After;
  Set Live = beforeExpression(S->getCond(), Cases);
  return S->getInit() ? before(S->getInit(), Live, A) : Live;
}

StaticFlow::Set StaticFlow::before(const Stmt *S, const Set &After, const Around &A) {
  if (const auto *B = dyn_cast<CompoundStmt>(S)) {
    Set Live = After;
    for (const Stmt *Part : reverse(B->body()))
      Live = before(Part, Live, A);
    return Live;
  }
  if (const auto *I = dyn_cast<IfStmt>(S)) {
    Set Live = before(I->getThen(), After, A);
    Live |= I->getElse() ? before(I->getElse(), After, A) : After;
    return beforeExpression(I->getCond(), Live);
  }
  if (const auto *L = dyn_cast<ForStmt>(S))
    return beforeFor(L, After, A);
  if (const auto *L = dyn_cast<WhileStmt>(S))
    return loop(L->getCond(), L->getBody(), nullptr, After, A, false);
  if (const auto *L = dyn_cast<DoStmt>(S))
    return loop(L->getCond(), L->getBody(), nullptr, After, A, true);
  if (const auto *W = dyn_cast<SwitchStmt>(S))
    return beforeSwitch(W, After, A);
  if (const auto *C = dyn_cast<SwitchCase>(S)) {
    Set Live = before(C->getSubStmt(), After, A);
    *A.Cases |= Live;
    *A.HasDefault |= isa<DefaultStmt>(C);
    return Live;
  }
  if (const auto *L = dyn_cast<LabelStmt>(S)) {
    Set Live = before(L->getSubStmt(), After, A);
    merge(Labels.try_emplace(L->getDecl(), Uses.size()).first->second, Live);
    merge(AnyLabel, Live);
    return Live;
  }
  if (const auto *T = dyn_cast<AttributedStmt>(S))
    return before(T->getSubStmt(), After, A);
  if (const auto *G = dyn_cast<GotoStmt>(S))
    return Labels.try_emplace(G->getLabel(), Uses.size()).first->second;
  if (const auto *G = dyn_cast<IndirectGotoStmt>(S))
    return beforeExpression(G->getTarget(), AnyLabel);
  if (isa<BreakStmt>(S))
    return *A.Break;
  if (isa<ContinueStmt>(S))
    return *A.Continue;
  if (const auto *R = dyn_cast<ReturnStmt>(S))
    return R->getRetValue() ? beforeExpression(R->getRetValue(), AtExit) : AtExit;
  if (isa<NullStmt>(S))
    return After;
  return beforeExpression(S, After); // also asm, and a construct of OpenMP as one thing that writes nothing surely
}

std::vector<FullWrites::Fill> StaticFlow::fills(const Stmt *Body) {
  std::vector<FullWrites::Fill> Asked, Sure;
  for (const auto &[L, Of] : Loops)
    for (const FullWrites::Fill &Each : Of.Fills)
      if (!is_contained(Asked, Each))
        Asked.push_back(Each);
  for (const FullWrites::Fill &Each : Asked) {
    Filled = &Each;
    if (!run(Body, Set(Uses.size(), true)).test(Each.Bit))
      Sure.push_back(Each);
    Filled = nullptr;
  }
  return Sure;
}

BitVector StaticFlow::run(const Stmt *Body, const BitVector &Exit) {
  Labels.clear();
  AnyLabel = Set(Uses.size());
  AtExit = Exit;
  Set Live;
  do {
    Changed = false;
    Live = before(Body, Exit, {nullptr, nullptr, nullptr, nullptr});
  } while (Changed);
  return Live;
}

} // namespace ckpt
