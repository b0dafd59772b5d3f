//===- Recomputed.cpp - variables that a restart can make again ----------------------===//
#include "Recomputed.h"
#include "SameAgain.h"
#include "StaticFlow.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Fewer numbers than these are not worth a call: they take no room in an image.
constexpr uint64_t LeastNumbers = 512;

/// All calls of the unit's functions, and where variables are mentioned.
class WholeUnit : public RecursiveASTVisitor<WholeUnit> {
public:
  explicit WholeUnit(const Facts &F) {
    for (const FunctionFacts &Fn : F.Functions)
      Bodies[Fn.Decl->getBody()] = Fn.Decl->getCanonicalDecl();
  }
  struct Place {
    const CallExpr *Call;
    const FunctionDecl *In; ///< canonical, or null: not in a body
  };
  std::map<const FunctionDecl *, std::vector<Place>> Calls; ///< by canonical callees
  std::map<const VarDecl *, std::vector<std::pair<const DeclRefExpr *, const FunctionDecl *>>> Mentions; ///< of those with static storage

  bool TraverseStmt(Stmt *S) {
    const FunctionDecl *Outer = In;
    if (auto At = Bodies.find(S); S && At != Bodies.end())
      In = At->second;
    bool Result = RecursiveASTVisitor::TraverseStmt(S);
    In = Outer;
    return Result;
  }
  bool VisitCallExpr(CallExpr *C) {
    if (const FunctionDecl *Callee = C->getDirectCallee())
      Calls[Callee->getCanonicalDecl()].push_back({C, In});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && V->hasGlobalStorage())
      Mentions[V->getCanonicalDecl()].push_back({R, In});
    return true;
  }

private:
  DenseMap<const Stmt *, const FunctionDecl *> Bodies;
  const FunctionDecl *In = nullptr;
};

/// Does a statement have a label, or a call that \p Is?
class Has : public RecursiveASTVisitor<Has> {
public:
  explicit Has(std::function<bool(const CallExpr *)> Is) : Is(std::move(Is)) {}
  bool Label = false, Call = false, Statements = false;
  bool VisitStmtExpr(StmtExpr *) { return Statements = true; }
  bool VisitLabelStmt(LabelStmt *) { return Label = true; }
  bool VisitCallExpr(CallExpr *C) {
    Call |= Is(C);
    return true;
  }

private:
  std::function<bool(const CallExpr *)> Is;
};

class Search {
public:
  Search(Unit &U, const Facts &F, const StaticUses &Uses, const ProgramCalls &Program) : U(U), Uses(Uses), Program(Program), Whole(F) {
    for (const CallExpr *Mark : F.ReplayMarks)
      Replayed.insert(replayedCall(U, Mark));
    for (const FunctionFacts &Fn : F.Functions) {
      Bodies.insert(Fn.Decl->getCanonicalDecl());
      if (Fn.Decl->isMain())
        Main = Fn.Decl;
    }
  }
  std::vector<const CallExpr *> Makers;
  std::map<const VarDecl *, const CallExpr *> Made; ///< canonical; those that change

  /// Leave out the calls whose numbers may be others on other machines.
  void keepExact(bool Exact) {
    erase_if(Makers, [&](const CallExpr *C) {
      const Reached &R = reach(C->getDirectCallee());
      return R.Wide || (R.Floating && !Exact);
    });
    Made.clear();
    settle();
  }
  void run() {
    if (!Main || Program.MainIsCalled)
      return;
    startUp(Main->getBody());
    if (Makers.empty())
      return;
    Whole.TraverseDecl(U.ctx().getTranslationUnitDecl());
    descend();
    settle();
  }

private:
  struct Reached {
    bool Same = true, Floating = false, Wide = false;
    std::vector<const DeclRefExpr *> Touched;
    std::set<const FunctionDecl *> Functions; ///< canonical
  };

  bool mayReachSite(const Stmt *S) {
    Has H([&](const CallExpr *C) { return siteIndex(C) >= 0 || Program.MayReachSite(C); });
    H.TraverseStmt(const_cast<Stmt *>(S));
    return H.Call;
  }
  /// Calls that are statements and made at most once, in their order, until something may reach a site.
  void startUp(const Stmt *Body) {
    Has H([](const CallExpr *) { return false; });
    H.TraverseStmt(const_cast<Stmt *>(Body));
    if (!H.Label)
      statements(Body);
  }
  /// False: what follows may be behind a site.
  bool statements(const Stmt *S) {
    if (!S)
      return true;
    if (mayReachSite(S)) {
      if (const auto *B = dyn_cast<CompoundStmt>(S))
        for (const Stmt *Part : B->body())
          if (!statements(Part))
            return false;
      intoCallee(S);
      return false;
    }
    if (const auto *B = dyn_cast<CompoundStmt>(S))
      return all_of(B->body(), [&](const Stmt *Part) { return statements(Part); });
    const auto *E = dyn_cast<Expr>(S);
    E = E ? E->IgnoreParens() : nullptr;
    if (const auto *Dropped = dyn_cast_or_null<CastExpr>(E); Dropped && Dropped->getType()->isVoidType())
      E = Dropped->getSubExpr()->IgnoreParens();
    if (const auto *C = dyn_cast_or_null<CallExpr>(E))
      Makers.push_back(C);
    return true;
  }
  /// The call by which the program goes on to its sites (`return run(argc, argv);`): the callee may begin with some.
  void intoCallee(const Stmt *S) {
    const auto *I = dyn_cast<IfStmt>(S);
    const Stmt *Part = I ? I->getCond() : S;
    std::vector<const CallExpr *> Calls;
    Has H([&](const CallExpr *C) {
      if (siteIndex(C) >= 0 || Program.MayReachSite(C))
        Calls.push_back(C);
      return false;
    });
    if (isa<Expr, ReturnStmt, DeclStmt>(Part))
      H.TraverseStmt(const_cast<Stmt *>(Part));
    if (Calls.size() == 1 && siteIndex(Calls[0]) < 0 && !H.Statements)
      Makers.push_back(Calls[0]);
  }
  /// What is not a maker itself, and called once, may have some in it.
  void descend();
  const Reached &reach(const FunctionDecl *Callee);
  bool argument(const Expr *A, std::vector<const DeclRefExpr *> &Given) const;
  bool isMaker(const CallExpr *C, std::vector<const DeclRefExpr *> &Touched, Reached &All);
  void settle();

  Unit &U;
  const StaticUses &Uses;
  const ProgramCalls &Program;
  WholeUnit Whole;
  DenseSet<const FunctionDecl *> Bodies;
  DenseSet<const CallExpr *> Replayed;
  const FunctionDecl *Main = nullptr;
  std::map<const FunctionDecl *, Reached> Known;
};

/// What a function does with all that it calls.
const Search::Reached &Search::reach(const FunctionDecl *Callee) {
  auto [At, New] = Known.try_emplace(Callee->getCanonicalDecl());
  Reached &R = At->second;
  if (!New)
    return R;
  std::vector<const FunctionDecl *> Work{Callee->getCanonicalDecl()};
  if (!Bodies.count(Callee->getCanonicalDecl())) {
    const ExactFunction *X = U.exactFunction(Callee);
    R.Same = X;
    R.Floating = X && X->Floating;
    R.Wide = X && X->Wide;
    return R;
  }
  while (!Work.empty() && R.Same) {
    const FunctionDecl *Next = Work.back();
    Work.pop_back();
    if (!R.Functions.insert(Next).second)
      continue;
    Doing D = whatDoes(U, Next->getDefinition(), &Uses, Bodies);
    R.Same &= D.Same && !Uses.isReplaceable(Next->getDefinition());
    R.Floating |= D.Floating;
    R.Wide |= D.Wide;
    append_range(R.Touched, D.Touched);
    append_range(Work, D.Calls);
  }
  return R;
}

/// A number that is the same on all machines, or a variable whose elements the callee reaches: only those can be given again.
bool Search::argument(const Expr *A, std::vector<const DeclRefExpr *> &Given) const {
  if (A->getType()->isIntegerType() || A->getType()->isSpecificBuiltinType(BuiltinType::Double) || A->getType()->isSpecificBuiltinType(BuiltinType::Float)) {
    Expr::EvalResult V;
    if (A->HasSideEffects(U.ctx()) || !A->EvaluateAsRValue(V, U.ctx()))
      return false;
    if (V.Val.isFloat())
      return V.Val.getFloat().isFinite();
    bool Long = A->getType()->isSpecificBuiltinType(BuiltinType::Long) || A->getType()->isSpecificBuiltinType(BuiltinType::ULong);
    return V.Val.isInt() && U.ctx().getTypeSize(A->getType()) <= (Long && V.Val.getInt().getSignificantBits() > 32 ? 32 : 64);
  }
  const Expr *E = A->IgnoreParenImpCasts();
  if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_AddrOf)
    E = O->getSubExpr()->IgnoreParens();
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  if (!V || !V->hasGlobalStorage() || V->isStaticLocal() || Uses.number(V) < 0)
    return false;
  Given.push_back(R);
  return true;
}

bool Search::isMaker(const CallExpr *C, std::vector<const DeclRefExpr *> &Touched, Reached &All) {
  const FunctionDecl *Callee = C->getDirectCallee();
  if (!Callee || Callee->isVariadic() || Callee->isMain() || Callee->getNumParams() != C->getNumArgs() || (C->getNumArgs() && !Callee->hasPrototype()) || Replayed.count(C))
    return false;
  for (const Expr *A : C->arguments())
    if (!argument(A, Touched))
      return false;
  const Reached &R = reach(Callee);
  bool AtFileScope = any_of(Callee->redecls(), [](const FunctionDecl *D) { return !D->getLexicalParent()->isFunctionOrMethod(); }); // where it is called again
  if (!R.Same || !AtFileScope)
    return false;
  append_range(Touched, R.Touched);
  All.Functions.insert(R.Functions.begin(), R.Functions.end());
  return !Touched.empty();
}

void Search::descend() {
  std::set<const FunctionDecl *> Entered{Main->getCanonicalDecl()};
  for (size_t I = 0; I < Makers.size();) {
    const CallExpr *C = Makers[I];
    const FunctionDecl *Callee = C->getDirectCallee(), *Definition = Callee ? Callee->getDefinition() : nullptr;
    std::vector<const DeclRefExpr *> Touched;
    Reached R;
    if (isMaker(C, Touched, R)) {
      ++I;
      continue;
    }
    Makers.erase(Makers.begin() + I);
    if (!Definition || !Bodies.count(Callee->getCanonicalDecl()) || Uses.isOpen(Definition) || Uses.isReplaceable(Definition) ||
        Whole.Calls[Callee->getCanonicalDecl()].size() != 1 || !Entered.insert(Callee->getCanonicalDecl()).second ||
        !StaticFlow::understands(Definition->getBody()))
      continue;
    std::vector<const CallExpr *> Behind(Makers.begin() + I, Makers.end());
    Makers.resize(I);
    startUp(Definition->getBody());
    append_range(Makers, Behind);
  }
}

/// The most makers of which each touches only what nothing else changes.
void Search::settle() {
  while (!Makers.empty()) {
    std::set<const CallExpr *> Calls(Makers.begin(), Makers.end());
    std::map<const CallExpr *, std::vector<const DeclRefExpr *>> Touched;
    Reached All;
    for (const CallExpr *C : Makers)
      isMaker(C, Touched[C], All);
    std::set<const FunctionDecl *> Theirs; // functions that nothing else calls
    for (const FunctionDecl *Fn : All.Functions)
      if (!Uses.isOpen(Fn->getDefinition()))
        Theirs.insert(Fn);
    for (bool More = true; More;) {
      More = false;
      for (auto At = Theirs.begin(); At != Theirs.end();)
        if (all_of(Whole.Calls[*At], [&](const WholeUnit::Place &P) { return Calls.count(P.Call) || (P.In && Theirs.count(P.In)); }))
          ++At;
        else
          At = Theirs.erase(At), More = true;
    }
    std::set<const DeclRefExpr *> Given; // to makers themselves
    for (const auto &[C, List] : Touched)
      Given.insert(List.begin(), List.end());
    auto isTheirs = [&](const VarDecl *V) {
      return all_of(Whole.Mentions[V], [&](auto &M) { return !Uses.mayChange(M.first) || (M.second && Theirs.count(M.second)) || (Given.count(M.first) && M.second && !All.Functions.count(M.second)); });
    };
    std::vector<const CallExpr *> Left;
    for (const CallExpr *C : Makers)
      if (all_of(Touched[C], [&](const DeclRefExpr *R) { return isTheirs(cast<VarDecl>(R->getDecl())->getCanonicalDecl()); }))
        Left.push_back(C);
    if (Left.size() != Makers.size()) {
      Makers = Left;
      continue;
    }
    for (const CallExpr *C : Makers)
      for (const DeclRefExpr *R : Touched[C])
        if (Uses.mayChange(R))
          Made.insert({cast<VarDecl>(R->getDecl())->getCanonicalDecl(), C});
    return;
  }
}

} // namespace

Recomputed::Recomputed(Unit &U, const Facts &F, const StaticUses *Uses, const DeadStatics &Dead, const ProgramCalls &Program) : Ctx(U.ctx()) {
  if (!Uses)
    return;
  Search S(U, F, *Uses, Program);
  S.run();
  CouldBe.insert(S.Made.begin(), S.Made.end());
  S.keepExact(U.exactNumbers());
  uint64_t Numbers = 0;
  for (const auto &[V, C] : S.Made)
    if (!Dead.contains(V))
      Numbers += numbersIn(Ctx, V->getType());
  if (Numbers < LeastNumbers)
    return;
  Makers = std::move(S.Makers);
  Made.insert(S.Made.begin(), S.Made.end());
}

std::string Recomputed::text(const CallExpr *Maker) const {
  std::string Out = Maker->getDirectCallee()->getName().str() + "(";
  for (const Expr *A : Maker->arguments()) {
    Expr::EvalResult V;
    Out += A == Maker->getArg(0) ? "" : ", ";
    if (A->getType()->isPointerType() || !A->EvaluateAsRValue(V, Ctx)) {
      const Expr *E = A->IgnoreParenImpCasts();
      const auto *O = dyn_cast<UnaryOperator>(E);
      Out += (O ? "&" : "") + cast<DeclRefExpr>((O ? O->getSubExpr() : E)->IgnoreParens())->getDecl()->getName().str();
    } else if (V.Val.isInt()) { // converted as the parameter says
      Out += (V.Val.getInt().isSigned() ? "(long long)0x" : "0x") + utohexstr(V.Val.getInt().isSigned() ? static_cast<uint64_t>(V.Val.getInt().getSExtValue()) : V.Val.getInt().getZExtValue()) + "ULL";
    } else {
      bool Lost;
      APFloat Number = V.Val.getFloat();
      Number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Lost);
      char Text[64];
      snprintf(Text, sizeof Text, "%.17g", Number.convertToDouble());
      Out += Text;
      if (!StringRef(Text).contains('.') && !StringRef(Text).contains('e'))
        Out += ".0";
    }
  }
  return Out + ")";
}

void rewriteMakers(Unit &U, const Recomputed &R) {
  for (const CallExpr *C : R.makers()) {
    U.edits().wrap(U.begin(C), U.end(C), "(ckptg_make_begin(&ckptg_this_unit), ", ", ckptg_make_end(&ckptg_this_unit))");
  }
}

} // namespace ckpt
