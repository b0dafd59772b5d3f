//===- Closure.cpp - which functions can reach a site ---------------------------===//
//
// Purpose: summaries of all units of a link in, closure out. A call through a
// pointer may reach every function of the program whose address is taken and
// that takes that many arguments.
// A function that nothing of the program calls and whose address nobody takes
// is left as it is: only code that ckptcc did not compile could call it, whose
// frames no checkpoint has. (Libraries have many of these.) Should it be called
// and a site be reached all the same, the checkpoint fails and names it. So are
// functions of #pragma ckpt no_site.
//
//===----------------------------------------------------------------------===//
#include "../Pipeline.h"
#include <map>

using namespace llvm;

namespace ckpt {
namespace {

std::string key(const UnitSummary &U, const FunctionSummary &F) {
  return F.IsStatic ? U.File + ":" + F.Name : F.Name;
}

struct Node {
  const UnitSummary *Unit;
  const FunctionSummary *Function;
};

/// Keys of the functions that main, a function whose address is taken or one with a site of its own can call. Of a program whose main is not
/// among its units: all.
std::set<std::string> calledFunctions(const std::multimap<std::string, Node> &ByName, const std::set<std::string> &Taken) {
  std::set<std::string> Called;
  std::vector<Node> Work;
  auto call = [&](const std::string &Key) {
    auto [First, Last] = ByName.equal_range(Key);
    if (First != Last && Called.insert(Key).second)
      for (auto I = First; I != Last; ++I)
        Work.push_back(I->second);
  };
  bool All = !ByName.count("main");
  for (const auto &[Key, N] : ByName)
    if (All || Key == "main" || N.Function->HasSite || Taken.count(Key))
      call(Key);
  while (!Work.empty()) {
    Node N = Work.back();
    Work.pop_back();
    if (N.Function->NoSite) // what only it calls has no frame of ours above
      continue;
    for (const std::string &Callee : N.Function->Calls) {
      call(N.Unit->File + ":" + Callee);
      call(Callee);
    }
  }
  return Called;
}

} // namespace

bool Closure::contains(const UnitSummary &U, const FunctionSummary &F) const {
  return Functions.count(key(U, F));
}

bool Closure::touches(const UnitSummary &U) const {
  for (const FunctionSummary &F : U.Functions)
    if (contains(U, F) || (F.NoSite && !Functions.empty()))
      return true;
  return false;
}

std::optional<std::set<std::string>> sharedNames(const std::vector<UnitSummary> &Units) {
  std::set<std::string> Known, Shared;
  for (const UnitSummary &U : Units) {
    if (!U.Externals)
      return std::nullopt;
    for (const std::string &Name : std::set<std::string>(U.Externals->begin(), U.Externals->end()))
      if (!Known.insert(Name).second)
        Shared.insert(Name);
  }
  return Shared;
}

void Closure::dropReplaced(const std::set<std::string> &Others) {
  for (bool More = true; More;) { // what needs one that goes goes, too
    More = false;
    for (auto At = Exact.begin(); At != Exact.end();) {
      bool Replaced = Others.count(At->first) || any_of(At->second.Library, [&](const std::string &Name) { return Others.count(Name) || (Defined && Defined->count(Name)); }) ||
                      any_of(At->second.Needs, [&](const std::string &Name) { return !Exact.count(Name); });
      More |= Replaced;
      At = Replaced ? Exact.erase(At) : std::next(At);
    }
  }
}

/// Functions that are exact, as far as all that they need are. One of several definitions may be another's.
static std::map<std::string, ExactFunction> exactFunctions(const std::vector<UnitSummary> &Units) {
  std::map<std::string, ExactFunction> Exact;
  std::map<std::string, const FunctionSummary *> From;
  std::map<std::string, unsigned> Definitions;
  for (const UnitSummary &U : Units)
    for (const FunctionSummary &F : U.Functions)
      if (!F.IsStatic) {
        ++Definitions[F.Name];
        From[F.Name] = &F;
      }
  for (const auto &[Name, F] : From)
    if (F->Exact && Definitions[Name] == 1) {
      Exact[Name] = *F->Exact;
      Exact[Name].Needs = F->Needs;
    }
  for (bool More = true; More;) {
    More = false;
    for (auto At = Exact.begin(); At != Exact.end();) {
      bool Known = true;
      for (const std::string &Name : From[At->first]->Needs) {
        auto Needed = Exact.find(Name);
        Known &= Needed != Exact.end();
        if (Needed == Exact.end())
          continue;
        ExactFunction &X = At->second;
        const size_t Library = X.Library.size();
        const bool Wide = X.Wide, Floating = X.Floating;
        X.Library.insert(Needed->second.Library.begin(), Needed->second.Library.end());
        X.Wide |= Needed->second.Wide;
        X.Floating |= Needed->second.Floating;
        More |= X.Library.size() != Library || X.Wide != Wide || X.Floating != Floating;
      }
      More |= !Known;
      At = Known ? std::next(At) : Exact.erase(At);
    }
  }
  return Exact;
}

Closure closeProgram(const std::vector<UnitSummary> &Units) {
  std::multimap<std::string, Node> ByName; // by key
  std::set<std::string> Taken;             // keys of address-taken functions
  for (const UnitSummary &U : Units) {
    std::set<std::string> Statics;
    for (const FunctionSummary &F : U.Functions) {
      ByName.insert({key(U, F), {&U, &F}});
      if (F.IsStatic)
        Statics.insert(F.Name);
    }
    for (const std::string &Name : U.AddressTaken)
      Taken.insert(Statics.count(Name) ? U.File + ":" + Name : Name);
  }
  const std::set<std::string> Called = calledFunctions(ByName, Taken);
  Closure C;
  C.Defined.emplace();
  for (const UnitSummary &U : Units)
    for (const FunctionSummary &F : U.Functions)
      if (!F.IsStatic)
        C.Defined->insert(F.Name);
  for (const UnitSummary &U : Units)
    C.RecastVectors.insert(U.RecastVectors.begin(), U.RecastVectors.end());
  C.Exact = exactFunctions(Units);
  C.dropReplaced({});
  C.MainIsCalled = Taken.count("main");
  for (const auto &[Key, N] : ByName)
    C.MainIsCalled |= llvm::is_contained(N.Function->Calls, "main");
  auto add = [&](const UnitSummary &U, const FunctionSummary &F) {
    if (!C.Functions.insert(key(U, F)).second)
      return false;
    if (Taken.count(key(U, F))) {
      if (F.IsVariadic)
        C.VariadicAtLeast = std::min(C.VariadicAtLeast, F.NumParams);
      else
        C.IndirectArities.insert(F.NumParams);
    }
    return true;
  };
  auto reaches = [&](const UnitSummary &U, const FunctionSummary &F) {
    if (F.HasSite || F.NoSite)
      return F.HasSite;
    for (const std::string &Callee : F.Calls)
      if (C.Functions.count(U.File + ":" + Callee) || C.Functions.count(Callee))
        return true;
    for (unsigned N : F.IndirectArity)
      if (C.IndirectArities.count(N) || N >= C.VariadicAtLeast)
        return true;
    return false;
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (const UnitSummary &U : Units)
      for (const FunctionSummary &F : U.Functions)
        if (!C.contains(U, F) && Called.count(key(U, F)) && reaches(U, F))
          Changed |= add(U, F);
  }
  // The runtime's main calls the program's, also where that reaches no site.
  if (!C.Functions.empty())
    for (const UnitSummary &U : Units)
      for (const FunctionSummary &F : U.Functions)
        if (F.Name == "main" && !F.IsStatic)
          C.Functions.insert(key(U, F));
  return C;
}

} // namespace ckpt
