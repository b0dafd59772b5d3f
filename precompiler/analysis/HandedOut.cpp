//===- HandedOut.cpp - memory that the program's own allocators hand out -----------===//
#include "HandedOut.h"
#include "PlacesBehind.h"
#include "PointerBody.h"
#include "Portability.h"
#include "ToldBlocks.h"
#include "UnitWalk.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <optional>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

enum class From {
  Made,   ///< a block, from its start on
  Parts,  ///< of something that the function has not allocated
  Behind, ///< what lies behind the beginning of a block that it has
  Again,  ///< a block that was given back to the function's list
};

struct Source {
  From Kind;
  const ValueDecl *Of = nullptr;
  const FunctionDecl *By = nullptr; ///< another function of the unit, which has it from there
};

class Finder : public UnitWalk<Finder> {
public:
  Finder(Unit &U, LiveAcross &Live, const Facts &F, const FreeLists &Lists) : UnitWalk(U, Live), F(F), Lists(Lists), Places(U) {}

  bool VisitFunctionDecl(FunctionDecl *D) {
    QualType R = D->getReturnType();
    if (D->doesThisDeclarationHaveABody() && U.inText(D->getLocation()) && leadsToBytes(R)) {
      PointerBody In;
      In.TraverseStmt(D->getBody());
      Functions.push_back({D, std::move(In)});
    }
    return true;
  }
  bool VisitCastExpr(CastExpr *C) {
    const auto *X = dyn_cast<CallExpr>(C->getSubExpr()->IgnoreParenCasts());
    const FunctionDecl *Callee = X ? X->getDirectCallee() : nullptr;
    QualType To = C->getType()->isPointerType() ? C->getType()->getPointeeType() : QualType();
    if (Callee && !To.isNull() && !isBytes(To) && !To->isFunctionType())
      Conversions[Callee->getCanonicalDecl()].push_back({U.ctx().getCanonicalType(To).getUnqualifiedType(), X});
    return true;
  }

  void judge() {
    bool Changed;
    do { // what is returned may be another one's result
      Changed = false;
      for (auto &[D, In] : Functions)
        for (const Expr *E : In.Returned)
          if (auto S = sourceOfReturned(E, In)) {
            auto [At, New] = Sources.try_emplace(D->getCanonicalDecl(), std::make_pair(*S, E));
            bool Better = !New && rank(S->Kind) > rank(At->second.first.Kind);
            if (Better)
              At->second = {*S, E};
            Changed |= New || Better;
          }
    } while (Changed);
    ToldBlocks Told(F);
    for (auto &[D, In] : Functions)
      if (auto At = Sources.find(D->getCanonicalDecl()); At != Sources.end() && At->second.first.Kind != From::Made && !At->second.first.By)
        report(D, At->second.first, At->second.second, In, Told);
  }

private:
  struct Conversion {
    QualType To;
    const CallExpr *Call;
  };

  /// Of several the one of which least is known.
  static int rank(From Kind) { return Kind == From::Made ? 0 : Kind == From::Again ? 1 : 2; }

  std::optional<Source> sourceOfReturned(const Expr *E, const PointerBody &In) {
    Looked.clear();
    return sourceOf(E, In);
  }

  /// Where the memory is from to which an expression leads, if that is one of these kinds. A local is looked at once: what it has from itself is no more.
  std::optional<Source> sourceOf(const Expr *E, const PointerBody &In) {
    bool Offset = false;
    while (true) {
      E = E->IgnoreParenCasts();
      if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp() && B->getType()->isPointerType()) {
        E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
        Offset = true;
      } else if (const auto *A = dyn_cast<UnaryOperator>(E); A && A->getOpcode() == UO_AddrOf) {
        const auto *S = dyn_cast<ArraySubscriptExpr>(A->getSubExpr()->IgnoreParens());
        E = S ? S->getBase() : A->getSubExpr();
        Offset |= S != nullptr;
        if (!S && !isa<MemberExpr>(E->IgnoreParens()))
          return std::nullopt;
      } else {
        break;
      }
    }
    if (const auto *X = dyn_cast<CallExpr>(E))
      return ofCall(X, Offset);
    if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
      auto S = sourceOf(C->getTrueExpr(), In);
      return S ? S : sourceOf(C->getFalseExpr(), In);
    }
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return ofMember(M, In, Offset);
    const auto *R = dyn_cast<DeclRefExpr>(E);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    if (!V)
      return std::nullopt;
    if (V->getType()->isArrayType() ? V->hasGlobalStorage() && V->getType()->getArrayElementTypeNoTypeQual()->isCharType()
                                    : V->hasGlobalStorage() && Offset && leadsToBytes(V->getType()))
      return Source{From::Parts, V};
    return V->hasLocalStorage() && V->getType()->isPointerType() ? ofLocal(V, In, Offset) : std::nullopt;
  }

  std::optional<Source> ofCall(const CallExpr *X, bool Offset) {
    static const StringSet<> Allocate = {"malloc", "calloc", "realloc", "aligned_alloc"};
    const FunctionDecl *Callee = X->getDirectCallee();
    if (!Callee)
      return std::nullopt;
    std::optional<Source> S;
    if (Callee->getIdentifier() && Allocate.contains(Callee->getName()) && isLibraryFunction(U, Callee))
      S = Source{From::Made};
    else if (auto At = Sources.find(Callee->getCanonicalDecl()); At != Sources.end())
      S = Source{At->second.first.Kind, At->second.first.Of, At->first};
    if (S && S->Kind == From::Made && Offset)
      S = Source{From::Behind};
    return S;
  }

  std::optional<Source> ofMember(const MemberExpr *M, const PointerBody &In, bool Offset) {
    const auto *Member = dyn_cast<FieldDecl>(M->getMemberDecl());
    QualType T = M->getType();
    if (!Member)
      return std::nullopt;
    if (T->isArrayType() && T->getArrayElementTypeNoTypeQual()->isCharType()) {
      auto S = M->isArrow() ? sourceOf(M->getBase(), In) : std::nullopt;
      if (!S || S->Kind != From::Made)
        return Source{From::Parts, Member};
      if (!Offset && U.ctx().getFieldOffset(Member) == 0)
        return S;
      return Source{From::Behind, localIn(M->getBase())};
    }
    if (Offset && leadsToBytes(T))
      return Source{From::Parts, Member};
    return std::nullopt;
  }

  std::optional<Source> ofLocal(const VarDecl *V, const PointerBody &In, bool Offset) {
    if (In.isPopped(V))
      return Source{From::Again};
    auto At = In.Values.find(V);
    if (At == In.Values.end() || !Looked.insert(V).second)
      return std::nullopt;
    std::optional<Source> Found;
    for (const Expr *Value : At->second) {
      auto S = sourceOf(Value, In);
      if (S && S->Kind == From::Made && (Offset || In.Moved.count(V)))
        S = Source{From::Behind, V};
      if (S && (!Found || Found->Kind == From::Made))
        Found = S;
    }
    return Found;
  }

  bool isKnownElsewhere(const FunctionDecl *D) const {
    return D->getReturnType()->isVoidPointerType() && (D->getFormalLinkage() == Linkage::External || F.AddressTaken.contains(D->getCanonicalDecl()));
  }

  /// That function and those that return what it returns.
  std::vector<const FunctionDecl *> givers(const FunctionDecl *D) const {
    std::vector<const FunctionDecl *> All = {D->getCanonicalDecl()};
    for (size_t I = 0; I < All.size(); ++I)
      for (const auto &[Giver, Its] : Sources)
        if (Its.first.By == All[I] && !is_contained(All, Giver))
          All.push_back(Giver);
    return All;
  }

  /// Does the run time know where what is behind the structure begins (PlacesBehind), and what the call asks for it to be?
  bool isTold(const Source &S, const CallExpr *Call) const {
    const auto *V = S.Kind == From::Behind ? dyn_cast_or_null<VarDecl>(S.Of) : nullptr;
    const RecordDecl *Front = V ? V->getType()->getPointeeType()->getAsRecordDecl() : nullptr;
    return Front && Places.isTold(Front->getDefinition()) && any_of(F.Allocations, [&](const Allocation &A) {
      return A.Call == Call && !A.Telling.empty() && (A.Size.Is == BlockSize::Exact || A.Size.Is == BlockSize::Several);
    });
  }

  /// Is a place counted in bytes, in a number that stays: `pool + used`, `a->base + a->used`?
  static bool isCounted(const Stmt *E, const PointerBody &In) {
    if (!E)
      return false;
    const auto *X = dyn_cast<Expr>(E);
    const ValueDecl *Stays = X && X->getType()->isIntegerType() ? PointerBody::listIn(X) : nullptr;
    if (Stays && !isa<EnumConstantDecl>(Stays))
      return true;
    if (const VarDecl *V = X ? localIn(X) : nullptr)
      if (auto At = In.Values.find(V); At != In.Values.end())
        return any_of(At->second, [&](const Expr *Value) { return !localIn(Value) && isCounted(Value, In); });
    return any_of(E->children(), [&](const Stmt *C) { return isCounted(C, In); });
  }

  void report(const FunctionDecl *D, const Source &S, const Expr *Where, const PointerBody &In, const ToldBlocks &Told) {
    std::vector<QualType> Types;
    bool Untold = false, Known = false;
    for (const FunctionDecl *Giver : givers(D)) {
      Known |= isKnownElsewhere(Giver);
      for (const Conversion &Each : Conversions[Giver]) {
        if (!is_contained(Types, Each.To))
          Types.push_back(Each.To);
        Untold |= !Told.has(U.ctx(), Each.Call) && !isTold(S, Each.Call);
      }
    }
    bool Unknown = Types.empty() && Known;
    bool Differ = any_of(Types, [&](QualType T) { return !sameLayoutEverywhere(U.ctx(), T); });
    if (S.Kind == From::Parts && Differ && !Untold && isCounted(Where, In))
      U.report(Id::LayoutAsNumber, Where->getBeginLoc(), {("place in '" + S.Of->getName() + "'").str()});
    if (Told.has(S.Of))
      return;
    if (S.Kind == From::Again && Lists.handsAgain(D->getCanonicalDecl()))
      return; // callers say what a block is each time
    if (!Unknown && (!Untold || (S.Kind == From::Again && Types.size() < 2)))
      return;
    std::string What = S.Kind == From::Parts    ? "parts of '" + S.Of->getNameAsString() + "', which is saved as bytes"
                       : S.Kind == From::Behind ? "what lies behind the beginning of a block, of which the block's allocation does not say what it is"
                                                : "blocks that were given back, which are saved as what they were at first";
    std::string As = Types.empty() ? "anything" : "'" + Types[0].getAsString() + "'" + (Types.size() > 1 ? " and '" + Types[1].getAsString() + "'" : "");
    bool Array = S.Kind == From::Parts && isa<VarDecl>(S.Of) && S.Of->getType()->isArrayType();
    std::string Way = Array ? "allocate it, and say where they get parts of it what these hold (#pragma ckpt type)" : "say where they get it what it holds (#pragma ckpt type)";
    U.report(Id::HandedOut, Where->getBeginLoc(), {D->getNameAsString(), What, As, Way});
  }

  const Facts &F;
  const FreeLists &Lists;
  const PlacesBehind Places;
  SmallPtrSet<const VarDecl *, 8> Looked; ///< in the search that goes on
  std::vector<std::pair<const FunctionDecl *, PointerBody>> Functions;
  std::map<const FunctionDecl *, std::vector<Conversion>> Conversions;
  std::map<const FunctionDecl *, std::pair<Source, const Expr *>> Sources; ///< of what they return, and where
};

} // namespace

void warnOfHandedOut(Unit &U, const Facts &F, const FreeLists &Lists, LiveAcross &Live) {
  Finder Found(U, Live, F, Lists);
  Found.run();
  Found.judge();
}

} // namespace ckpt
