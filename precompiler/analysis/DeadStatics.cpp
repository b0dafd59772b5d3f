//===- DeadStatics.cpp - variables that no site must save -------------------------===//
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
    for (unsigned I : Uses.automatic().set_bits())
      Functions[Index.lookup(Uses.homeOf(I)->getCanonicalDecl())].Locals.set(I);
  }
  /// Variables that are needed at a site, or may be at any time.
  BitVector needed();
  /// Of the locals of the function that a call stands in those that nobody reads when it has returned, nor while it is under way, by an address that it is given.
  std::map<const CallExpr *, BitVector> deadAround() const;

  const CallEffect *effect(const CallExpr *C) override;
  void liveAfter(const CallExpr *C, const BitVector &Live) override;

private:
  struct Function {
    Function(const FunctionDecl *D, const StaticUses &Uses, const FullWrites &Writes, CallSink &Calls)
        : Decl(D), Replaceable(Uses.isReplaceable(D)), Flow(std::make_unique<StaticFlow>(Uses, Writes, Calls)), Effect{BitVector(Uses.size()), BitVector(Uses.size())},
          AtExit(Uses.size()), Locals(Uses.size()) {}
    const FunctionDecl *Decl;
    bool Replaceable;
    std::unique_ptr<StaticFlow> Flow;
    CallEffect Effect;
    BitVector AtExit, Locals;     ///< Locals: its own variables. AtExit: live when it has returned, wherever that leads
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
  struct Call {
    unsigned In;    ///< the function that it stands in
    BitVector Live; ///< of that one's locals
  };
  std::map<const CallExpr *, Call> Around;
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
  if (Functions[Current].Locals.any()) {
    BitVector &Own = Around.try_emplace(C, Call{Current, BitVector(Uses.size())}).first->second.Live;
    Own |= AfterCall;
    for (auto [To, From] : Uses.passedBy(C))
      Own.set(From);
  }
  BitVector Live = Uses.onlyVariables(AfterCall);
  Live.reset(Uses.automatic()); // of other calls of their functions, or in frames above
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
      BitVector Reads = F.Flow->run(F.Decl->getBody(), None), Through = F.Replaceable ? All : F.Flow->run(F.Decl->getBody(), All);
      Reads.reset(Uses.automatic()); // its own, which are not its caller's, though that may be the same function
      Through |= Uses.automatic();
      bool New = add(F.Effect.Reads, Reads);
      New |= add(F.Effect.Through, Through);
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

std::map<const CallExpr *, BitVector> Analysis::deadAround() const {
  std::map<const CallExpr *, BitVector> Dead;
  for (const auto &[C, Found] : Around) {
    BitVector Locals = Functions[Found.In].Locals;
    Dead[C] = Locals.reset(Found.Live);
  }
  return Dead;
}

} // namespace

DeadStatics::DeadStatics(Unit &U, const Facts &F, const ProgramCalls &Program, ArrayRef<const FunctionFacts *> Frames, bool Off) {
  if (Off || any_of(F.Functions, [](const FunctionFacts &X) { return !StaticFlow::understands(X.Decl->getBody()); }))
    return;
  Uses = std::make_unique<StaticUses>(U, F, Frames);
  if (!Uses->variables())
    return;
  Analysis Flow(U, F, *Uses, Program);
  BitVector Needed = Flow.needed();
  for (unsigned I = 0; I < Uses->variables(); ++I)
    if (!Needed.test(I) && !Uses->automatic().test(I))
      Dead.insert(Uses->variable(I)->getCanonicalDecl());
  for (const auto &[Call, Locals] : Flow.deadAround())
    for (unsigned I : Locals.set_bits())
      DeadLocals[Call].insert(Uses->variable(I)->getCanonicalDecl());
}

bool DeadStatics::containsAt(const CallExpr *C, const VarDecl *V) const {
  auto At = DeadLocals.find(C);
  return At != DeadLocals.end() && At->second.count(V->getCanonicalDecl());
}

} // namespace ckpt
