//===- DeadStatics.cpp - variables with static storage that no site must save -----===//
#include "DeadStatics.h"
#include "../frontend/Parse.h"
#include "StaticFlow.h"
#include "clang/AST/Attr.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

class Analysis : public CallSink {
public:
  Analysis(Unit &U, const Facts &F, const StaticUses &Uses, const ProgramCalls &Program)
      : Uses(Uses), Program(Program), Writes(U, F, Uses), AtSites(Uses.size()), Outside(Uses.size()) {
    for (const FunctionFacts &X : F.Functions) {
      Index[X.Decl->getCanonicalDecl()] = Functions.size();
      Functions.emplace_back(X.Decl, Uses, Writes, *this);
    }
  }
  /// Variables that are needed at a site, or may be at any time.
  BitVector needed();

  const CallEffect *effect(const CallExpr *C) override;
  void liveAfter(const CallExpr *C, const BitVector &Live) override;

private:
  struct Function {
    Function(const FunctionDecl *D, const StaticUses &Uses, const FullWrites &Writes, CallSink &Calls)
        : Decl(D), Replaceable(Uses.isReplaceable(D)), Flow(std::make_unique<StaticFlow>(Uses, Writes, Calls)), Effect{BitVector(Uses.size()), BitVector(Uses.size())},
          AtExit(Uses.size()) {}
    const FunctionDecl *Decl;
    bool Replaceable;
    std::unique_ptr<StaticFlow> Flow;
    CallEffect Effect;
    BitVector AtExit;             ///< live when it has returned, wherever that leads
    std::set<unsigned> Callers;
    bool Queued = false;
  };
  int calleeOf(const CallExpr *C) const;
  bool add(BitVector &Into, const BitVector &More) {
    bool New = More.test(Into);
    Into |= More;
    return New;
  }
  void queue(unsigned I) {
    if (!Functions[I].Queued)
      Work.push_back(I);
    Functions[I].Queued = true;
  }
  template <typename Step> void drain(Step Do);
  void findEffects();
  void findExits();

  const StaticUses &Uses;
  const ProgramCalls &Program;
  FullWrites Writes;
  std::vector<Function> Functions;
  DenseMap<const FunctionDecl *, unsigned> Index; ///< by canonical declarations
  std::vector<unsigned> Work;
  unsigned Current = 0;
  bool Exits = false;
  BitVector AtSites, Outside; ///< live at sites; and behind calls that leave the unit and may reach a site
};

int Analysis::calleeOf(const CallExpr *C) const {
  const FunctionDecl *Callee = C->getDirectCallee();
  auto At = Callee ? Index.find(Callee->getCanonicalDecl()) : Index.end();
  return At == Index.end() ? -1 : static_cast<int>(At->second);
}

const CallEffect *Analysis::effect(const CallExpr *C) {
  int I = calleeOf(C);
  if (I < 0)
    return nullptr;
  Functions[I].Callers.insert(Current);
  return &Functions[I].Effect;
}

void Analysis::liveAfter(const CallExpr *C, const BitVector &AfterCall) {
  if (!Exits)
    return;
  const BitVector Live = Uses.onlyVariables(AfterCall);
  if (siteIndex(C) >= 0) {
    AtSites |= Live;
    return;
  }
  int I = calleeOf(C);
  if (I >= 0 && add(Functions[I].AtExit, Live))
    queue(I);
  if ((I >= 0 && !Functions[I].Replaceable) || !Program.MayReachSite(C))
    return;
  AtSites |= Live;
  if (add(Outside, Live))
    for (unsigned K = 0; K < Functions.size(); ++K)
      if ((Uses.isOpen(Functions[K].Decl) || (Functions[K].Decl->isMain() && Program.MainIsCalled)) && add(Functions[K].AtExit, Outside))
        queue(K);
}

template <typename Step> void Analysis::drain(Step Do) {
  for (unsigned I = 0; I < Functions.size(); ++I)
    queue(I);
  while (!Work.empty()) {
    Current = Work.back();
    Work.pop_back();
    Functions[Current].Queued = false;
    Do(Functions[Current]);
  }
}

/// Both grow from nothing: what a call reads first, and what it may leave unwritten. What it fills is found once these are known.
void Analysis::findEffects() {
  const BitVector None(Uses.size()), All(Uses.size(), true);
  auto grow = [&] {
    drain([&](Function &F) {
      bool New = add(F.Effect.Reads, F.Flow->run(F.Decl->getBody(), None));
      New |= add(F.Effect.Through, F.Replaceable ? All : F.Flow->run(F.Decl->getBody(), All));
      if (New)
        for (unsigned Caller : F.Callers)
          queue(Caller);
    });
  };
  grow();
  bool Fills = false;
  for (Function &F : Functions)
    if (!F.Replaceable) {
      F.Effect.Fills = F.Flow->fills(F.Decl->getBody());
      Fills |= !F.Effect.Fills.empty();
    }
  if (!Fills)
    return;
  for (Function &F : Functions) // again: with these, calls read less and write more
    F.Effect.Reads = F.Effect.Through = None;
  grow();
}

void Analysis::findExits() {
  Exits = true;
  drain([&](Function &F) { F.Flow->run(F.Decl->getBody(), BitVector(F.AtExit)); });
}

BitVector Analysis::needed() {
  findEffects();
  BitVector Needed(Uses.size());
  for (const Function &F : Functions)
    if (Uses.isOpen(F.Decl) || (F.Decl->isMain() && Program.MainIsCalled))
      Needed |= F.Effect.Reads;
  findExits();
  return Needed |= AtSites;
}

} // namespace

DeadStatics::DeadStatics(Unit &U, const Facts &F, const ProgramCalls &Program, bool Off) {
  if (Off || any_of(F.Functions, [](const FunctionFacts &X) { return !StaticFlow::understands(X.Decl->getBody()); }))
    return;
  StaticUses Uses(U, F);
  if (!Uses.variables())
    return;
  BitVector Needed = Analysis(U, F, Uses, Program).needed();
  for (unsigned I = 0; I < Uses.variables(); ++I)
    if (!Needed.test(I))
      Dead.insert(Uses.variable(I)->getCanonicalDecl());
}

} // namespace ckpt
