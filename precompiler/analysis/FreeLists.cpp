//===- FreeLists.cpp - lists of memory that was given back --------------------------===//
#include "FreeLists.h"
#include "PointerBody.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// What holds a list's first: a variable, a member, or what a pointer leads to (Steps).
struct Head {
  const ValueDecl *Of = nullptr;
  bool Steps = false;
  const ValueDecl *In = nullptr; ///< of a member: the variable that has it, or that leads to it
  /// In one function; elsewhere the list has another name.
  bool operator==(const Head &O) const { return Of == O.Of && Steps == O.Steps && In == O.In; }
  bool mayBe(const Head &O) const { return (Of == O.Of && Steps == O.Steps) || (Steps && O.Steps); }
};

Head headIn(const Expr *E) {
  E = E->IgnoreParenCasts();
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
    E = A->getBase()->IgnoreParenCasts();
  if (const auto *M = dyn_cast<MemberExpr>(E)) {
    const auto *R = dyn_cast<DeclRefExpr>(M->getBase()->IgnoreParenCasts());
    return {M->getMemberDecl(), false, R ? R->getDecl() : nullptr};
  }
  bool Steps = false;
  if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_Deref) {
    E = O->getSubExpr()->IgnoreParenImpCasts();
    Steps = true;
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V ? Head{V, Steps} : Head{};
}

/// The pointer through which an lvalue is reached: `*(void **)p`, `((struct link *)p)->next`, `l->node.next`, `l[0]`; or null.
const Expr *rootOf(const Expr *To) {
  while (true) {
    To = To->IgnoreParenImpCasts();
    if (const auto *M = dyn_cast<MemberExpr>(To)) {
      if (M->isArrow())
        return M->getBase()->IgnoreParenImpCasts();
      To = M->getBase();
    } else if (const auto *O = dyn_cast<UnaryOperator>(To); O && O->getOpcode() == UO_Deref) {
      return O->getSubExpr()->IgnoreParenImpCasts();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(To)) {
      const Expr *Base = A->getBase()->IgnoreParens();
      const auto *Decay = dyn_cast<ImplicitCastExpr>(Base);
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return Base->IgnoreParenImpCasts();
      To = Decay->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

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

/// The assignments of pointers in one function.
class Body : public RecursiveASTVisitor<Body> {
public:
  struct Store {
    const Expr *To, *Value;
  };

  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && V->getType()->isPointerType() && V->getInit())
      Values[V].push_back(V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->getOpcode() != BO_Assign || !O->getType()->isPointerType())
      return true;
    Stores.push_back({O->getLHS(), O->getRHS()});
    if (const VarDecl *V = localIn(O->getLHS()))
      Values[V].push_back(O->getRHS());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt *R) {
    if (R->getRetValue())
      Returned.push_back(R->getRetValue());
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; }

  /// One variable, or one made of the other.
  bool isSame(const VarDecl *A, const VarDecl *B) const { return A && B && (A == B || comesFrom(A, B) || comesFrom(B, A)); }

  /// Of `*(void **)p = list` the `list = p`; or null.
  const Store *pushOf(const Store &S) const {
    const Expr *Root = rootOf(S.To);
    const VarDecl *V = Root ? localIn(Root) : nullptr;
    if (!V)
      return nullptr;
    std::vector<Head> Lists = {headIn(S.Value)};
    if (auto At = Values.find(localIn(S.Value)); At != Values.end()) // first = list; link->next = first;
      for (const Expr *Value : At->second)
        Lists.push_back(headIn(Value));
    for (const Head &L : Lists) {
      if (!L.Of || L == Head{V} || headIn(S.To) == L)
        continue;
      auto At = find_if(Stores, [&](const Store &Other) {
        return headIn(Other.To) == L && !rootIsIn(Other.To, V) && isSame(localIn(Other.Value), V);
      });
      if (At != Stores.end())
        return &*At;
    }
    return nullptr;
  }

  /// `list = *(void **)p`, where p comes from that list.
  const VarDecl *poppedBy(const Store &S) const {
    const Expr *Root = rootOf(S.Value);
    const VarDecl *V = Root ? localIn(Root) : nullptr;
    Head L = headIn(S.To);
    auto At = Values.find(V);
    if (!V || !L.Of || L == Head{V} || At == Values.end())
      return nullptr;
    bool From = any_of(At->second, [&](const Expr *Value) {
      const VarDecl *Other = localIn(Value);
      auto Its = Other && Other != V ? Values.find(Other) : Values.end();
      return headIn(Value) == L || (Its != Values.end() && any_of(Its->second, [&](const Expr *First) { return headIn(First) == L; }));
    });
    return From ? V : nullptr;
  }

  /// Is the pointer made of one to something else, so that what it leads to may be anything? What has just been allocated is of its type.
  bool isConverted(const Expr *Root) const {
    if (const auto *C = dyn_cast<ExplicitCastExpr>(Root))
      return leadsTo(C) != leadsTo(C->IgnoreParenCasts());
    auto At = Values.find(localIn(Root));
    return At != Values.end() && any_of(At->second, [&](const Expr *Value) {
      const Expr *Is = Value->IgnoreParenCasts();
      QualType T = leadsTo(Is);
      return !T.isNull() && !isa<CallExpr>(Is) && T != leadsTo(Root);
    });
  }

  std::vector<Store> Stores;
  std::map<const VarDecl *, std::vector<const Expr *>> Values;
  std::vector<const Expr *> Returned;

private:
  bool comesFrom(const VarDecl *A, const VarDecl *B) const {
    auto At = Values.find(A);
    return At != Values.end() && any_of(At->second, [&](const Expr *Value) { return localIn(Value) == B; });
  }
  /// `l->next = l`?
  static bool rootIsIn(const Expr *To, const VarDecl *V) {
    const Expr *Root = rootOf(To);
    return Root && localIn(Root) == V;
  }
};

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
      Body In;
      In.TraverseStmt(D->getBody());
      if (!In.Stores.empty())
        Functions.push_back({D, std::move(In)});
    }
    return true;
  }

  std::vector<std::pair<const FunctionDecl *, Body>> Functions;

private:
  Unit &U;
};

/// Does the function allocate what it hands out as something that it knows itself?
bool knowsType(const Facts &F, const FunctionDecl *D) {
  return any_of(F.Allocations, [&](const Allocation &A) { return A.In == D && !A.Name.empty() && !A.Size.T.isNull() && !isBytes(A.Size.T); });
}

} // namespace

FreeLists::FreeLists(Unit &U, const Facts &F) {
  Finder Found(U);
  Found.TraverseDecl(U.ctx().getTranslationUnitDecl());
  std::vector<Head> Given;
  SmallPtrSet<const Type *, 4> Links; // what memory of other types is linked by
  for (const auto &[D, In] : Found.Functions)
    for (const Body::Store &S : In.Stores)
      if (const Expr *Root = rootOf(S.To); Root && !leadsTo(Root).isNull() && (isCast(Root) || (localIn(Root) && In.isConverted(Root) && (isLink(leadsTo(Root)) || In.pushOf(S)))))
        Links.insert(leadsTo(Root).getTypePtr());
  for (const auto &[D, In] : Found.Functions)
    for (const Body::Store &S : In.Stores) {
      const Expr *Root = rootOf(S.To);
      if (!Root || !S.To->getType()->isPointerType() || leadsTo(Root).isNull() || leadsTo(Root)->isIncompleteType() || !Links.contains(leadsTo(Root).getTypePtr()))
        continue;
      const Body::Store *Heads = In.pushOf(S);
      bool Local = localIn(Root) && (Heads || (In.isConverted(Root) && isLink(leadsTo(Root))));
      if (!isCast(Root) && !Local)
        continue;
      const auto *C = dyn_cast<ExplicitCastExpr>(Root);
      Pushed.push_back({C ? C->getSubExprAsWritten() : Root, linkOf(Root, S.To), !Heads || localIn(Heads->To) || Heads->To->HasSideEffects(U.ctx()) ? nullptr : Heads->To});
      if (Heads)
        Given.push_back(headIn(Heads->To));
    }
  for (const auto &[D, In] : Found.Functions) {
    SmallPtrSet<const VarDecl *, 4> Off;
    for (const Body::Store &S : In.Stores) {
      const VarDecl *V = In.poppedBy(S);
      if (!V)
        continue;
      Off.insert(V);
      const Expr *Root = rootOf(S.Value);
      const auto *C = dyn_cast<ExplicitCastExpr>(Root);
      Head L = headIn(S.To);
      if (any_of(Given, [&](const Head &G) { return G.mayBe(L); }))
        Popped.push_back(C ? C->getSubExprAsWritten() : Root);
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
