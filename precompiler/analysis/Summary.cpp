//===- Summary.cpp - a unit's summary and its JSON form -------------------------===//
#include "Summary.h"
#include "Aliases.h"
#include "Externals.h"
#include "FreeLists.h"
#include "ForeignConstants.h"
#include "NoSite.h"
#include "SameAgain.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

UnitSummary makeSummary(Unit &U, const Facts &F) {
  UnitSummary S;
  S.File = U.file();
  const NoSiteFunctions NoSite(U);
  for (const FunctionFacts &X : F.Functions) {
    FunctionSummary Out;
    Out.Name = X.Decl->getName().str();
    Out.IsStatic = X.Decl->getFormalLinkage() != Linkage::External;
    Out.IsVariadic = X.Decl->isVariadic();
    Out.HasSite = X.HasSite;
    Out.NoSite = NoSite.contains(X.Decl);
    Out.NumParams = X.Decl->getNumParams();
    Out.Line = U.line(X.Decl->getLocation());
    std::set<std::string> Calls(X.Calls.begin(), X.Calls.end());
    Out.Calls.assign(Calls.begin(), Calls.end());
    std::set<unsigned> Arity(X.IndirectArity.begin(), X.IndirectArity.end());
    Out.IndirectArity.assign(Arity.begin(), Arity.end());
    S.HasSites |= X.HasSite;
    S.DefinesMain |= X.Decl->isMain();
    for (const std::string &Callee : Calls)
      S.UsesMPI |= StringRef(Callee).starts_with("MPI_");
    S.Functions.push_back(std::move(Out));
  }
  noteExactFunctions(U, F, S);
  for (const FunctionDecl *Fn : F.AddressTaken)
    S.AddressTaken.push_back(Fn->getName().str());
  for (std::string &Name : otherNames(U))
    S.AddressTaken.push_back(std::move(Name));
  for (const clang::Type *T : F.RecastVectors)
    S.RecastVectors.push_back(QualType(T, 0).getAsString());
  llvm::sort(S.RecastVectors);
  bool Listed = !F.LocalStatics.empty() || F.HasStaticLiterals;
  for (const VarDecl *V : F.Globals) {
    Listed |= isListed(F, V);
    if (!isMutable(V) && V->getFormalLinkage() == Linkage::External)
      S.Variables.push_back(linkName(V).str());
  }
  S.Externals = externalNames(U);
  S.NeedsTables = Listed || !F.Allocations.empty() || !F.Literals.empty() ||
                  F.DeclaresLibrarys || !F.LibraryState.empty() || !F.WrappedRefs.empty() || !F.AddressTaken.empty() || !F.ReplayMarks.empty() || !F.TypeMarks.empty() ||
                  !F.ExcludeMarks.empty() || !F.OnRestart.empty() || !F.OnCheckpoint.empty() ||
                  !F.Structures.empty() || !U.changes().empty() || S.HasSites || FreeLists(U, F).any();
  return S;
}

static json::Array strings(const std::vector<std::string> &V) {
  json::Array A;
  for (const std::string &S : V)
    A.push_back(S);
  return A;
}

json::Value UnitSummary::toJSON() const {
  json::Array Fns;
  for (const FunctionSummary &F : Functions) {
    json::Array Arity;
    for (unsigned N : F.IndirectArity)
      Arity.push_back(static_cast<int64_t>(N));
    Fns.push_back(json::Object{{"name", F.Name}, {"static", F.IsStatic}, {"variadic", F.IsVariadic},
                               {"site", F.HasSite}, {"no_site", F.NoSite}, {"params", static_cast<int64_t>(F.NumParams)},
                               {"line", static_cast<int64_t>(F.Line)}, {"calls", strings(F.Calls)},
                               {"indirect", std::move(Arity)}});
    if (F.Exact) {
      json::Object &Last = *Fns.back().getAsObject();
      Last["exact"] = F.Exact->Parameters;
      Last["floating"] = F.Exact->Floating;
      Last["wide"] = F.Exact->Wide;
      Last["needs"] = strings(F.Needs);
      Last["library"] = strings({F.Exact->Library.begin(), F.Exact->Library.end()});
    }
  }
  json::Object O{{"file", File}, {"parsed", Parsed}, {"error", ParseError},
                      {"tables", NeedsTables}, {"sites", HasSites}, {"main", DefinesMain},
                      {"mpi", UsesMPI}, {"functions", std::move(Fns)},
                      {"taken", strings(AddressTaken)}, {"variables", strings(Variables)}, {"refusals", strings(Refusals)}, {"recast", strings(RecastVectors)}};
  if (Externals)
    O["externals"] = strings(*Externals);
  return O;
}

static bool readStrings(const json::Object &O, StringRef Key, std::vector<std::string> &Into) {
  const json::Array *A = O.getArray(Key);
  if (!A)
    return false;
  for (const json::Value &V : *A) {
    auto S = V.getAsString();
    if (!S)
      return false;
    Into.push_back(S->str());
  }
  return true;
}

Expected<UnitSummary> UnitSummary::fromJSON(const json::Value &V) {
  auto bad = [] { return createStringError(inconvertibleErrorCode(), "damaged unit summary"); };
  const json::Object *O = V.getAsObject();
  if (!O)
    return bad();
  UnitSummary S;
  auto File = O->getString("file"), Error = O->getString("error");
  auto Parsed = O->getBoolean("parsed"), Tables = O->getBoolean("tables"),
       Sites = O->getBoolean("sites"), Main = O->getBoolean("main"), MPI = O->getBoolean("mpi");
  const json::Array *Fns = O->getArray("functions");
  if (!File || !Error || !Parsed || !Tables || !Sites || !Main || !MPI || !Fns)
    return bad();
  S.File = File->str();
  S.ParseError = Error->str();
  S.Parsed = *Parsed;
  S.NeedsTables = *Tables;
  S.HasSites = *Sites;
  S.DefinesMain = *Main;
  S.UsesMPI = *MPI;
  if (!readStrings(*O, "taken", S.AddressTaken) || !readStrings(*O, "variables", S.Variables) || !readStrings(*O, "refusals", S.Refusals) || !readStrings(*O, "recast", S.RecastVectors))
    return bad();
  if (O->get("externals") && !readStrings(*O, "externals", S.Externals.emplace()))
    return bad();
  for (const json::Value &X : *Fns) {
    const json::Object *F = X.getAsObject();
    if (!F)
      return bad();
    FunctionSummary Out;
    auto Name = F->getString("name");
    auto Static = F->getBoolean("static"), Variadic = F->getBoolean("variadic"), Site = F->getBoolean("site");
    auto Params = F->getInteger("params"), Line = F->getInteger("line");
    const json::Array *Indirect = F->getArray("indirect");
    if (!Name || !Static || !Variadic || !Site || !Params || !Line || !Indirect ||
        !readStrings(*F, "calls", Out.Calls))
      return bad();
    Out.Name = Name->str();
    Out.IsStatic = *Static;
    Out.IsVariadic = *Variadic;
    Out.HasSite = *Site;
    Out.NoSite = F->getBoolean("no_site").value_or(false);
    Out.NumParams = *Params;
    Out.Line = *Line;
    for (const json::Value &N : *Indirect) {
      auto I = N.getAsInteger();
      if (!I)
        return bad();
      Out.IndirectArity.push_back(*I);
    }
    if (auto Parameters = F->getString("exact")) {
      auto Floating = F->getBoolean("floating"), Wide = F->getBoolean("wide");
      std::vector<std::string> Library;
      if (!Floating || !Wide || !readStrings(*F, "needs", Out.Needs) || !readStrings(*F, "library", Library))
        return bad();
      Out.Exact = ExactFunction{Parameters->str(), *Floating, *Wide, {Library.begin(), Library.end()}, {}};
    }
    S.Functions.push_back(std::move(Out));
  }
  return S;
}

} // namespace ckpt
