//===- FreeLists.cpp - lists of memory that was given back --------------------------===//
#include "FreeLists.h"
#include "PointerBody.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool hasCall(const Stmt *S) { return S && (isa<CallExpr>(S) || any_of(S->children(), hasCall)); }

QualType leadsTo(const Expr *E) {
  QualType T = E->getType();
  return T->isPointerType() ? T->getPointeeType().getCanonicalType().getUnqualifiedType() : QualType();
}

/// What is put on top of the memory: what the pointer leads to; of a union, or a structure of one, the member alone that the assignment writes.
QualType linkOf(const Expr *Root, const Expr *To) {
  QualType T = leadsTo(Root);
  const auto *R = T.isNull() ? nullptr : T->getAsRecordDecl();
  while (R && R->isCompleteDefinition() && !R->isUnion() && !R->field_empty() && std::next(R->field_begin()) == R->field_end())
    R = R->field_begin()->getType()->getAsRecordDecl();
  return R && R->isUnion() && To->getType()->isPointerType() ? To->getType().getCanonicalType().getUnqualifiedType() : T;
}

/// `*(void **)p = ...` of what is no pointer: whatever the program is about, one lies there then.
bool isCast(const Expr *Root) {
  const auto *C = dyn_cast<ExplicitCastExpr>(Root);
  QualType From = C ? leadsTo(C->IgnoreParenCasts()) : QualType();
  return !From.isNull() && From != leadsTo(C) && !From->isPointerType() && !hasCall(C);
}

/// struct link { struct link *next, *previous; }: nothing but pointers.
bool isLink(QualType T) {
  const RecordDecl *R = T.isNull() ? nullptr : T->getAsRecordDecl();
  R = R ? R->getDefinition() : nullptr;
  return R && R->isStruct() && !R->field_empty() && all_of(R->fields(), [](const FieldDecl *F) { return F->getType()->isPointerType(); });
}

/// Is the pointer made of one to something else, so that what it leads to may be anything? What has just been allocated is of its type.
bool isConverted(const PointerBody &In, const Expr *Root) {
  if (const auto *C = dyn_cast<ExplicitCastExpr>(Root))
    return leadsTo(C) != leadsTo(C->IgnoreParenCasts());
  auto At = In.Values.find(localIn(Root));
  return At != In.Values.end() && any_of(At->second, [&](const Expr *Value) {
    const Expr *Is = Value->IgnoreParenCasts();
    QualType T = leadsTo(Is);
    return !T.isNull() && !isa<CallExpr>(Is) && T != leadsTo(Root);
  });
}

class Finder : public RecursiveASTVisitor<Finder> {
public:
  explicit Finder(Unit &U) : U(U) {}
  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) && U.inSystemHeader(D->getLocation()))
      return true;
    return RecursiveASTVisitor<Finder>::TraverseDecl(D);
  }
  bool VisitFunctionDecl(FunctionDecl *D) {
    if (D->doesThisDeclarationHaveABody() && U.inText(D->getLocation())) {
      PointerBody In;
      In.TraverseStmt(D->getBody());
      Functions.push_back({D, std::move(In)});
    }
    return true;
  }

  std::vector<std::pair<const FunctionDecl *, PointerBody>> Functions;

private:
  Unit &U;
};

/// Does the function allocate what it hands out as something that it knows itself?
bool knowsType(const Facts &F, const FunctionDecl *D) {
  return any_of(F.Allocations, [&](const Allocation &A) { return A.In == D && !A.Name.empty() && !A.Size.T.isNull() && !isBytes(A.Size.T); });
}

int parameter(const FunctionDecl *D, const Expr *E) {
  const VarDecl *V = E ? localIn(E) : nullptr;
  const auto *P = dyn_cast_or_null<ParmVarDecl>(V);
  return P && P->getDeclContext() == D ? (int)P->getFunctionScopeIndex() : -1;
}

/// Functions that read or write a link, and do nothing else with pointers.
LinkHelpers helpersIn(const std::vector<std::pair<const FunctionDecl *, PointerBody>> &Functions) {
  LinkHelpers Found;
  for (const auto &[D, In] : Functions) {
    if (In.Stores.empty() && In.Returned.size() == 1 && D->getReturnType()->isPointerType())
      if (int P = parameter(D, In.rootOf(In.Returned[0])); P >= 0)
        Found.Getters[D->getCanonicalDecl()] = P;
    if (In.Stores.size() == 1 && In.Returned.empty()) {
      const Expr *Root = In.rootOf(In.Stores[0]);
      int P = parameter(D, Root), Next = parameter(D, In.Stores[0].Value);
      if (P >= 0 && Next >= 0 && isCast(Root)) // of what has members of its own for it nothing is to be said
        Found.Setters[D->getCanonicalDecl()] = {P, Next};
    }
  }
  return Found;
}

} // namespace

FreeLists::FreeLists(Unit &U, const Facts &F) {
  Finder Found(U);
  Found.TraverseDecl(U.ctx().getTranslationUnitDecl());
  const LinkHelpers Helpers = helpersIn(Found.Functions);
  for (auto &Each : Found.Functions)
    Each.second.resolve(Helpers);
  std::vector<ListHead> Given;
  SmallPtrSet<const Type *, 4> Links; // what memory of other types is linked by
  for (const auto &[D, In] : Found.Functions)
    for (const PointerBody::Store &S : In.Stores)
      if (const Expr *Root = S.By ? nullptr : In.rootOf(S); Root && !leadsTo(Root).isNull() && (isCast(Root) || (localIn(Root) && isConverted(In, Root) && (isLink(leadsTo(Root)) || In.pushOf(S)))))
        Links.insert(leadsTo(Root).getTypePtr());
  for (const auto &[D, In] : Found.Functions)
    for (const PointerBody::Store &S : In.Stores) {
      const PointerBody::Store *Heads = In.pushOf(S);
      const Expr *Head = !Heads || localIn(Heads->To) || Heads->To->HasSideEffects(U.ctx()) ? nullptr : Heads->To;
      const Expr *Root = In.rootOf(S);
      if (S.By) { // the setter itself says the rest
        if (Head)
          Pushed.push_back({nullptr, QualType(), Head});
      } else if (!Root || !S.To->getType()->isPointerType() || leadsTo(Root).isNull() || leadsTo(Root)->isIncompleteType() || !Links.contains(leadsTo(Root).getTypePtr())) {
        continue;
      } else {
        bool Local = localIn(Root) && (Heads || (isConverted(In, Root) && isLink(leadsTo(Root))));
        if (!isCast(Root) && !Local)
          continue;
        const auto *C = dyn_cast<ExplicitCastExpr>(Root);
        Pushed.push_back({C ? C->getSubExprAsWritten() : Root, linkOf(Root, S.To), Head});
      }
      if (Heads)
        Given.push_back(headIn(Heads->To));
    }
  for (const auto &[D, In] : Found.Functions) {
    SmallPtrSet<const VarDecl *, 4> Off;
    for (const PointerBody::Store &S : In.Stores) {
      PointerBody::Pop Pop = In.popIn(S);
      if (!Pop.Root)
        continue;
      const auto *C = dyn_cast<ExplicitCastExpr>(Pop.Root);
      ListHead L = headIn(S.To);
      bool Known = any_of(Given, [&](const ListHead &G) { return G.mayBe(L); });
      if (Known)
        Popped.push_back(C ? C->getSubExprAsWritten() : Pop.Root);
      bool Elsewhere = localIn(Pop.Root) && (isCast(Pop.Root) || isLink(leadsTo(Pop.Root)) || (L.Steps && !Given.empty()));
      if (Known || Elsewhere) // another unit, or function, may give it by another name; an iterator's step has the form, too
        Off.insert(Pop.Blocks.begin(), Pop.Blocks.end());
    }
    if (Off.empty() || !leadsToBytes(D->getReturnType()) || knowsType(F, D))
      continue;
    for (const Expr *E : In.Returned)
      if (const VarDecl *V = localIn(E); V && any_of(Off, [&](const VarDecl *O) { return In.isSame(V, O); })) {
        HandedAgain.push_back(E);
        Again.insert(D->getCanonicalDecl());
      }
  }
}

} // namespace ckpt
