//===- Explained.cpp - the reasons of frames and tables in words -----------------===//
#include "Explained.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

const char *word(Why W) {
  switch (W) {
  case Why::Dead: return "dead";
  case Why::Excluded: return "excluded";
  case Why::Value: return "value";
  case Why::Expression: return "expression";
  case Why::OpenMP: return "openmp";
  case Why::Read: return "read";
  case Why::Jump: return "jump";
  case Why::Address: return "address";
  }
  llvm_unreachable("a reason");
}

} // namespace

Explainer::Explainer(Unit &U, const Facts &F, const DeadStatics &Dead, const Recomputed &Again, Reports &Out, bool NoLiveness)
    : U(U), F(F), Dead(Dead), Again(Again), Out(Out), NoLiveness(NoLiveness), Uses(U.ctx()) {}

/// Notes belong to findings: this one's, which says nothing itself.
Explainer::Note Explainer::note(SourceLocation At, const Twine &Message) {
  Out.add({Id::Pragma, {}, "", "", {}, {}, ""});
  U.note(At, Message);
  const Finding &Made = Out.all().back();
  return {Made.Notes.back().first, Made.Printed};
}

std::string Explainer::lineOf(SourceLocation L) const { return "line " + std::to_string(U.line(L)); }

SourceLocation Explainer::excludedAt(const VarDecl *V) const {
  for (const Expr *E : F.ExcludedExpressions)
    if (const auto *R = dyn_cast<DeclRefExpr>(E); R && R->getDecl()->getCanonicalDecl() == V->getCanonicalDecl())
      return E->getBeginLoc();
  return {};
}

/// The reason in words. \p Shown is set to the place that shows it, if there is one.
std::string Explainer::because(const Decision &D, const FunctionFacts &Fn, const ResumeDecisions &R, SourceLocation &Shown) {
  auto at = [&](SourceLocation L, const std::string &Before) { return L.isValid() ? Before + lineOf(Shown = L) : ""; };
  switch (D.Reason) {
  case Why::Dead:
    return "nothing reads what it holds here";
  case Why::Excluded:
    return "#pragma ckpt exclude" + at(excludedAt(D.Decl), ", ");
  case Why::Value:
    return "the expression goes on with it behind the call";
  case Why::Expression:
    return "the expression reads it behind the call";
  case Why::OpenMP:
    return "a construct of OpenMP mentions it, and those are not looked into";
  case Why::Read:
    return NoLiveness ? "--ckpt-no-liveness" : "it may be read later" + at(firstReadAfter(Fn.Decl, R.At, D.Decl), ", first at ");
  case Why::Jump:
    return "it may be read when a jump has led back to setjmp";
  case Why::Address: {
    auto Taken = Uses.Taken.find(D.Decl->getCanonicalDecl());
    if (Taken != Uses.Taken.end())
      return "others may read it by its address, which is taken" + at(Taken->second.At, " at ");
    return D.Decl->getType()->isArrayType() ? "it is an array, and not seen to be dead here" : "it has constant members, and is saved as long as it is in scope";
  }
  }
  llvm_unreachable("a reason");
}

void Explainer::local(const FunctionFacts &Fn, const ResumeDecisions &R, const Decision &D, const ExplainedPlace &Place, const std::string &Heading) {
  Explanation E;
  SourceLocation Shown, At = D.Decl ? D.Decl->getLocation() : R.At->getBeginLoc();
  E.Variable = D.User;
  E.Saved = isSaved(D.Reason);
  E.Reason = word(D.Reason);
  E.Place = Place;
  E.Message = "'" + D.User + "' is " + (E.Saved ? "saved" : "not saved") + ": " + because(D, Fn, R, Shown);
  if (Shown.isValid())
    E.Because = note(Shown, E.Message).At;
  Note N = note(At, E.Message);
  E.At = N.At;
  E.Printed = Heading + N.Printed;
  List.push_back(std::move(E));
}

void Explainer::function(const FunctionFacts &Fn, const std::vector<ResumeDecisions> &Resumes) {
  for (const ResumeDecisions &R : Resumes) {
    int Site = siteIndex(R.At);
    const FunctionDecl *Callee = R.At->getDirectCallee();
    ExplainedPlace Place;
    Place.Function = Fn.Decl->getName().str();
    if (Site >= 0)
      Place.Site = U.sites()[Site].Name;
    else
      Place.Callee = Callee ? Callee->getName().str() : "*";
    size_t Saved = count_if(R.Locals, [](const Decision &D) { return isSaved(D.Reason); });
    std::string Where = Site < 0 ? "while this call of " + (Callee ? Place.Callee : "a pointer") + " is under way"
                        : Place.Site.empty() ? "at this site" : "at site '" + Place.Site + "'";
    Note Heading = note(R.At->getBeginLoc(), Twine(Saved) + " of " + Twine(R.Locals.size()) + " variables of " + Place.Function + " are saved " + Where);
    Place.At = Heading.At;
    for (const Decision &D : R.Locals)
      local(Fn, R, D, Place, &D == &R.Locals.front() ? Heading.Printed : "");
  }
}

/// What varRow() in Tables.cpp says of it.
void Explainer::variable(const VarDecl *V) {
  Explanation E;
  E.IsLocal = false;
  E.Variable = V->getName().str();
  bool Excluded = F.Excluded.count(V->getCanonicalDecl());
  bool IsDead = Dead.contains(V);
  const CallExpr *Maker = IsDead ? nullptr : Again.makerOf(V);
  E.Saved = isMutable(V) && !Excluded && !IsDead && !Maker;
  E.Reason = !isMutable(V) ? "constant" : Excluded ? "excluded" : E.Saved ? "static" : IsDead ? "dead" : "recomputed";
  auto Changed = Uses.Changed.find(V->getCanonicalDecl()), Taken = Uses.Taken.find(V->getCanonicalDecl());
  SourceLocation Shown;
  std::string Because;
  auto in = [&](const FirstUses::Place &P) { return lineOf(Shown = P.At) + (P.In ? " in " + P.In->getName().str() : ""); };
  if (!isMutable(V))
    Because = "it is constant";
  else if (Excluded)
    Because = "#pragma ckpt exclude, " + lineOf(Shown = excludedAt(V));
  else if (IsDead)
    Because = "what it holds at a site is never read";
  else if (Maker)
    Because = "a restart makes the call at " + lineOf(Shown = Maker->getBeginLoc()) + " again";
  else if (const CallExpr *C = Again.couldBeMadeBy(V); C && numbersIn(U.ctx(), V->getType()) >= 512)
    Because = "the call at " + lineOf(Shown = C->getBeginLoc()) + " could be made again, but may compute other numbers on other machines (" + (U.exactNumbers() ? "long double, or unsigned long that wraps around" : "-ffp-contract=off settles that for double and float") + ")";
  else if (Changed != Uses.Changed.end())
    Because = "it changes, first at " + in(Changed->second);
  else if (Taken != Uses.Taken.end())
    Because = "it may change by its address, taken at " + in(Taken->second);
  else
    Because = std::string("it is no constant, though nothing in this file changes it") + (V->getFormalLinkage() == Linkage::External ? "" : "; const would leave it out");
  E.Message = "'" + E.Variable + "' is " + (E.Saved ? "saved at every site" : "not saved") + ": " + Because;
  if (Shown.isValid())
    E.Because = note(Shown, E.Message).At;
  Note N = note(V->getLocation(), E.Message);
  E.At = N.At;
  E.Printed = N.Printed;
  List.push_back(std::move(E));
}

void Explainer::variables() {
  for (const VarDecl *V : F.Globals)
    if (!U.inSystemHeader(V->getLocation()))
      variable(V);
  for (const VarDecl *V : F.LocalStatics)
    if (!U.inSystemHeader(V->getLocation()))
      variable(V);
}

/// What literalRow() in Tables.cpp says of them.
void Explainer::literals(const StaticLiterals &Named) {
  for (const StaticLiteral &L : Named.all()) {
    bool Excluded = F.Excluded.count(L.Of->getCanonicalDecl());
    Explanation E;
    E.IsLocal = false;
    E.Variable = L.userName();
    E.Saved = !L.isConstant() && !Excluded;
    E.Reason = L.isConstant() ? "constant" : Excluded ? "excluded" : "static";
    E.Message = "'" + E.Variable + "' is " + (!E.Saved ? "not saved: " : L.Table ? "saved if it has changed: " : "saved at every site: ") +
                (L.isConstant() ? "it is constant" : Excluded ? "#pragma ckpt exclude, of the variable" : "it is no constant") +
                (E.Saved && L.Table ? ", though what leads to it is; const would leave it out" : "");
    Note N = note(L.Literal->getBeginLoc(), E.Message);
    E.At = N.At;
    E.Printed = N.Printed;
    List.push_back(std::move(E));
  }
}

} // namespace ckpt
