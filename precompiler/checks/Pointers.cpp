//===- Pointers.cpp - pointers that mean something by their value -----------------===//
#include "Checks.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <map>

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variable whose object an expression surely leads into: an array's name, &x, &x[i].
const VarDecl *objectOf(const Expr *E) {
  E = bare(E);
  if (const auto *O = dyn_cast<UnaryOperator>(E))
    if (O->getOpcode() == UO_AddrOf) {
      E = bare(O->getSubExpr());
      while (!isa<DeclRefExpr>(E)) {
        if (const auto *M = dyn_cast<MemberExpr>(E); M && !M->isArrow())
          E = bare(M->getBase());
        else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E); A && bare(A->getBase())->getType()->isArrayType())
          E = bare(A->getBase());
        else
          return nullptr;
      }
      return dyn_cast<VarDecl>(cast<DeclRefExpr>(E)->getDecl());
    }
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAdditiveOp() && B->getType()->isPointerType())
    return objectOf(B->getLHS());
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R && R->getType()->isArrayType() ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

const Expr *addressIn(const Expr *E) {
  const auto *X = dyn_cast<CastExpr>(E->IgnoreParenImpCasts());
  return X && X->getCastKind() == CK_PointerToIntegral ? X->getSubExpr() : nullptr;
}

bool makesNumberOfAddress(const Expr *E) {
  const auto *X = dyn_cast<CastExpr>(E);
  if (X && X->getCastKind() == CK_PointerToIntegral)
    return true;
  return any_of(E->children(), [](const Stmt *S) {
    const auto *Part = dyn_cast_or_null<Expr>(S);
    return Part && makesNumberOfAddress(Part);
  });
}

/// Which parameter of the function a loaded pointer comes from: p->x, *(T **)p.
const ParmVarDecl *loadedFrom(const Expr *E) {
  E = bare(E);
  if (isa<DeclRefExpr>(E))
    return nullptr;
  while (true) {
    if (const auto *M = dyn_cast<MemberExpr>(E))
      E = bare(M->getBase());
    else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E))
      E = bare(A->getBase());
    else if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_Deref)
      E = bare(O->getSubExpr());
    else
      break;
  }
  const auto *R = dyn_cast<DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  // const struct entry *p = a;
  const auto *From = V && V->hasLocalStorage() && V->hasInit() ? dyn_cast<DeclRefExpr>(bare(V->getInit())) : nullptr;
  return dyn_cast_or_null<ParmVarDecl>(From ? From->getDecl() : V);
}

/// Addresses that a function compares as numbers, each by what its expression says.
class Compared : public RecursiveASTVisitor<Compared> {
public:
  explicit Compared(ASTContext &Ctx) : Ctx(Ctx) {}

  bool VisitBinaryOperator(BinaryOperator *O) {
    const Expr *L = O->isRelationalOp() ? addressIn(O->getLHS()) : nullptr, *R = O->isRelationalOp() ? addressIn(O->getRHS()) : nullptr;
    if (L && R) {
      bool Less = O->getOpcode() == BO_LT || O->getOpcode() == BO_LE;
      One X{said(Less ? L : R), said(Less ? R : L), Less ? L : R, Less ? R : L, nullptr, nullptr, {}};
      place(O, X);
      All[O] = std::move(X);
    }
    return true;
  }

  /// One of two that say whether an address lies between two others: `lo <= p && p < hi`, or one where the other is so or is not. The same member
  /// of two objects is none of these, nor are elements of one array: so lists and tables are sorted.
  bool isRangeCheck(const BinaryOperator *O) const {
    auto At = All.find(O);
    if (At == All.end() || alike(At->second.Low, At->second.High))
      return false;
    const One &X = At->second;
    return any_of(All, [&](const auto &Entry) {
      const One &Y = Entry.second;
      bool Between = (Y.HighId == X.LowId && Y.LowId != X.HighId && !alike(Y.Low, X.High)) || (Y.LowId == X.HighId && Y.HighId != X.LowId && !alike(X.Low, Y.High));
      return Between && (X.Whole == Y.Whole || (X.If && Y.Inside.count(X.If)) || (Y.If && X.Inside.count(Y.If)));
    });
  }

private:
  struct One {
    FoldingSetNodeID LowId, HighId;
    const Expr *Low, *High;
    const Expr *Whole;                  ///< all that is connected by && and ||
    const Stmt *If;                     ///< that it is the condition of
    SmallPtrSet<const Stmt *, 8> Inside;///< ifs that it is in
  };
  void place(const BinaryOperator *O, One &X) const {
    const Stmt *S = O;
    bool Connected = true;
    X.Whole = O;
    while (true) {
      DynTypedNodeList Parents = Ctx.getParents(*S);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Stmt>();
      if (!P)
        return;
      const auto *B = dyn_cast<BinaryOperator>(P);
      const auto *N = dyn_cast<UnaryOperator>(P);
      const auto *Branch = dyn_cast<IfStmt>(P);
      if (Connected && Branch && Branch->getCond() == S)
        X.If = Branch;
      else if (Branch)
        X.Inside.insert(Branch);
      Connected &= isa<ParenExpr, ImplicitCastExpr>(P) || (B && B->isLogicalOp()) || (N && N->getOpcode() == UO_LNot);
      if (Connected)
        X.Whole = cast<Expr>(P);
      S = P;
    }
  }
  FoldingSetNodeID said(const Expr *E) const {
    FoldingSetNodeID Id;
    bare(E)->Profile(Id, Ctx, true);
    return Id;
  }
  /// The same member, or elements of the same array.
  static bool alike(const Expr *A, const Expr *B) {
    A = bare(A), B = bare(B);
    const auto *M = dyn_cast<MemberExpr>(A), *N = dyn_cast<MemberExpr>(B);
    const auto *S = dyn_cast<ArraySubscriptExpr>(A), *T = dyn_cast<ArraySubscriptExpr>(B);
    return (M && N && M->getMemberDecl() == N->getMemberDecl()) || (S && T && S->getType() == T->getType());
  }
  ASTContext &Ctx;
  std::map<const BinaryOperator *, One> All;
};

/// Variables that have nothing but addresses of blocks that the unit allocates for them.
class BlockHolders : public RecursiveASTVisitor<BlockHolders> {
public:
  explicit BlockHolders(CheckContext &C) : C(C) { TraverseDecl(C.U.ctx().getTranslationUnitDecl()); }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getInit())
      set(V, V->getInit());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *O) {
    if (const VarDecl *V = O->isAssignmentOp() ? variable(O->getLHS()) : nullptr)
      set(V, O->getOpcode() == BO_Assign ? O->getRHS() : nullptr);
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    if (const VarDecl *V = O->isIncrementDecrementOp() || O->getOpcode() == UO_AddrOf ? variable(O->getSubExpr()) : nullptr)
      set(V, nullptr);
    return true;
  }
  /// The variable that an expression is, or begins with, if it is one of them.
  const VarDecl *in(const Expr *E) const {
    E = bare(E);
    while (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (!B->isAdditiveOp() || !B->getLHS()->getType()->isPointerType())
        return nullptr;
      E = bare(B->getLHS());
    }
    const VarDecl *V = variable(E);
    return V && Blocks.count(V->getCanonicalDecl()) && !Others.count(V->getCanonicalDecl()) ? V->getCanonicalDecl() : nullptr;
  }

private:
  static const VarDecl *variable(const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(bare(E));
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    return V && V->getType()->isPointerType() && !isa<ParmVarDecl>(V) && V->getFormalLinkage() != Linkage::External ? V : nullptr;
  }
  void set(const VarDecl *V, const Expr *Value) {
    if (!V->getType()->isPointerType())
      return;
    const auto *X = Value ? dyn_cast<CallExpr>(bare(Value)) : nullptr;
    StringRef Name = X ? calledLibrary(C, X) : "";
    if (Name == "malloc" || Name == "calloc" || Name == "aligned_alloc")
      Blocks.insert(V->getCanonicalDecl());
    else if (!Value || !Value->isNullPointerConstant(C.U.ctx(), Expr::NPC_ValueDependentIsNotNull))
      Others.insert(V->getCanonicalDecl());
  }
  CheckContext &C;
  DenseSet<const VarDecl *> Blocks, Others;
};

class Pointers : public CheckWalk<Pointers> {
public:
  explicit Pointers(CheckContext &C) : CheckWalk(C), Holders(C) {}

  bool VisitBinaryOperator(BinaryOperator *O) {
    bool Difference = O->getOpcode() == BO_Sub;
    if (!O->isRelationalOp() && !Difference)
      return true;
    const Expr *L = O->getLHS(), *R = O->getRHS();
    bool ByNumber = addressIn(L) && addressIn(R) && !Difference;
    if (ByNumber)
      L = addressIn(L), R = addressIn(R);
    if (!L->getType()->isPointerType() || !R->getType()->isPointerType())
      return true;
    const VarDecl *A = objectOf(L), *B = objectOf(R);
    if (!A && !B)
      A = Holders.in(L), B = Holders.in(R);
    bool Apart = A && B && A != B;
    const ParmVarDecl *P = loadedFrom(L), *Q = loadedFrom(R);
    bool Ordered = P && Q && P != Q && isComparator();
    if (Apart || (ByNumber && !(A && A == B) && !isRangeCheck(O)) || Ordered)
      U.report(Id::PointerOrder, O->getBeginLoc());
    return true;
  }

  bool VisitCastExpr(CastExpr *X) {
    if (X->getCastKind() == CK_PointerToIntegral && isIndex(X))
      U.report(Id::PlacedByAddress, X->getBeginLoc());
    if (X->getCastKind() != CK_IntegralToPointer || X->isEvaluatable(U.ctx()))
      return true;
    const Expr *From = X->getSubExpr(), *Source = bare(From);
    if (Source->getType()->isPointerType() || Source->getType()->isArrayType())
      return true; // it has always been one
    // A number that was narrower than a pointer is none that an address was put into.
    bool Wide = U.ctx().getTypeSize(Source->getType()) >= U.ctx().getTypeSize(X->getType());
    if ((makesNumberOfAddress(From) || Wide) && Keep.keeps(X, Current, Followed::Pointer))
      U.report(Id::NumberAsAddress, X->getBeginLoc());
    return true;
  }

private:
  bool isRangeCheck(const BinaryOperator *O) {
    if (!Current)
      return false;
    auto [At, New] = InFunction.try_emplace(Current, U.ctx());
    if (New)
      At->second.TraverseStmt(Current->getBody());
    return At->second.isRangeCheck(O);
  }
  std::map<const FunctionDecl *, Compared> InFunction;
  BlockHolders Holders;

  /// p + (16 - (uintptr_t)p % 16) only rounds.
  static bool sameVariable(const Expr *A, const Expr *B) {
    const auto *R = dyn_cast<DeclRefExpr>(A), *S = dyn_cast<DeclRefExpr>(B);
    return R && S && R->getDecl() == S->getDecl();
  }

  /// A number made of an address, on its way.
  struct Flow {
    const Expr *Address;   ///< what was made a number
    bool Reduced = false;  ///< by % or &: else it is an address that is computed with
    bool Masked = false;   ///< by & with a constant: to index a table, or to see how it is aligned
    SmallPtrSet<const VarDecl *, 4> Through;
  };

  bool isIndex(const Expr *E) {
    Flow F{bare(E), false, false, {}};
    return isIndex(E, F);
  }

  /// Does the number, through arithmetic, conversions and local variables, become an index?
  bool isIndex(const Expr *E, Flow &F) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      if (const auto *V = Parents.empty() ? nullptr : Parents[0].get<VarDecl>())
        return isIndexIn(V, F);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      if (!P)
        return false;
      if (const auto *A = dyn_cast<ArraySubscriptExpr>(P))
        return A->getIdx() == E && (F.Reduced || (F.Masked && isTable(A)));
      const auto *O = dyn_cast<BinaryOperator>(P);
      if (O && O->isAdditiveOp() && O->getType()->isPointerType())
        return F.Reduced && E->getType()->isIntegerType() && (F.Through.empty() || O->getOpcode() == BO_Add) &&
               !sameVariable(F.Address, bare(O->getLHS() == E ? O->getRHS() : O->getLHS()));
      if (O && O->getOpcode() == BO_Assign && O->getRHS() == E)
        return isIndexIn(variable(O->getLHS()), F);
      if (O && (O->isAssignmentOp() || O->isComparisonOp() || O->isLogicalOp() || O->isCommaOp()))
        return false;
      if (O && E->getType()->isIntegerType())
        reduce(O, O->getLHS() == E, F);
      else if (!isa<ParenExpr>(P) && !(isa<CastExpr>(P) && P->getType()->isIntegerType()))
        return false;
      E = P;
    }
  }

  void reduce(const BinaryOperator *O, bool Left, Flow &F) {
    BinaryOperatorKind Kind = O->isCompoundAssignmentOp() ? BinaryOperator::getOpForCompoundAssignment(O->getOpcode()) : O->getOpcode();
    bool Constant = (Left ? O->getRHS() : O->getLHS())->isEvaluatable(U.ctx());
    F.Reduced |= (Kind == BO_Rem && Left) || (Kind == BO_And && !Constant);
    F.Masked |= Kind == BO_And && Constant;
  }

  static const VarDecl *variable(const Expr *E) {
    const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
    return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  }

  /// The places of a local variable, in the function that is looked at.
  class Mentions : public RecursiveASTVisitor<Mentions> {
  public:
    explicit Mentions(const VarDecl *V) : V(V) {}
    bool VisitDeclRefExpr(DeclRefExpr *R) {
      if (R->getDecl() == V)
        Found.push_back(R);
      return true;
    }
    const VarDecl *V;
    std::vector<const DeclRefExpr *> Found;
  };

  /// Does what a local variable holds become an index?
  bool isIndexIn(const VarDecl *V, Flow &F) {
    if (!V || !V->hasLocalStorage() || !V->getType()->isIntegerType() || !Current || !F.Through.insert(V).second)
      return false;
    Mentions Of(V);
    Of.TraverseStmt(Current->getBody());
    for (const DeclRefExpr *R : Of.Found) { // h %= 64
      DynTypedNodeList Parents = U.ctx().getParents(*R);
      const auto *O = Parents.empty() ? nullptr : Parents[0].get<BinaryOperator>();
      if (O && O->isCompoundAssignmentOp() && O->getLHS() == R)
        reduce(O, true, F);
    }
    return any_of(Of.Found, [&](const DeclRefExpr *R) {
      Flow Each = F;
      bool Is = isIndex(R, Each);
      F.Through = Each.Through;
      return Is;
    });
  }

  /// Not "0123456789abcdef"[n & 15], nor a table of constants.
  static bool isTable(const ArraySubscriptExpr *A) { return !A->getType().isConstQualified() && !isa<clang::StringLiteral>(bare(A->getBase())); }

  /// int f(const void *, const void *), or the like, that somebody is given: for sorting.
  bool isComparator() const {
    return Current && Current->getNumParams() == 2 && Current->getReturnType()->isIntegerType() &&
           C.F.AddressTaken.contains(Current->getCanonicalDecl()) &&
           all_of(Current->parameters(), [](const ParmVarDecl *P) { return P->getType()->isPointerType(); });
  }
};

} // namespace

void checkPointers(CheckContext &C) { Pointers(C).run(); }

} // namespace ckpt
