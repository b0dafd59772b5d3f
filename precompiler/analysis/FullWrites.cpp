//===- FullWrites.cpp - what writes all of a variable -----------------------------===//
#include "FullWrites.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variable that an expression is the name of.
const VarDecl *nameOf(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  return R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
}

/// The array of a[i], where a is an array and no pointer.
const Expr *arrayOf(const ArraySubscriptExpr *A) {
  const auto *C = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
  return C && C->getCastKind() == CK_ArrayToPointerDecay ? C->getSubExpr()->IgnoreParens() : nullptr;
}

/// Could a body that is entered at its beginning be left, or entered, elsewhere?
class Jumps : public RecursiveASTVisitor<Jumps> {
public:
  bool Found = false;
  bool VisitReturnStmt(ReturnStmt *) { return found(); }
  bool VisitGotoStmt(GotoStmt *) { return found(); }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *) { return found(); }
  bool VisitLabelStmt(LabelStmt *) { return found(); }
  bool VisitAsmStmt(AsmStmt *) { return found(); }
  bool VisitOMPExecutableDirective(OMPExecutableDirective *) { return found(); }
  bool VisitBreakStmt(BreakStmt *) { return Loops || Switches ? true : found(); }
  bool VisitContinueStmt(ContinueStmt *) { return Loops ? true : found(); }
  bool VisitSwitchCase(SwitchCase *) { return Switches ? true : found(); }
  bool TraverseForStmt(ForStmt *S) { return within(Loops, [&] { return RecursiveASTVisitor::TraverseForStmt(S); }); }
  bool TraverseWhileStmt(WhileStmt *S) { return within(Loops, [&] { return RecursiveASTVisitor::TraverseWhileStmt(S); }); }
  bool TraverseDoStmt(DoStmt *S) { return within(Loops, [&] { return RecursiveASTVisitor::TraverseDoStmt(S); }); }
  bool TraverseSwitchStmt(SwitchStmt *S) { return within(Switches, [&] { return RecursiveASTVisitor::TraverseSwitchStmt(S); }); }

private:
  bool found() {
    Found = true;
    return false;
  }
  bool within(unsigned &Depth, function_ref<bool()> Go) {
    ++Depth;
    bool Ok = Go();
    --Depth;
    return Ok;
  }
  unsigned Loops = 0, Switches = 0;
};

/// Is a variable only read?
class OnlyRead : public RecursiveASTVisitor<OnlyRead> {
public:
  OnlyRead(ASTContext &Ctx, const VarDecl *V) : Ctx(Ctx), V(V) {}
  bool Holds = true;
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (R->getDecl() != V)
      return true;
    DynTypedNodeList Parents = Ctx.getParents(*R);
    const auto *C = Parents.size() == 1 ? Parents[0].get<ImplicitCastExpr>() : nullptr;
    return Holds = C && C->getCastKind() == CK_LValueToRValue;
  }

private:
  ASTContext &Ctx;
  const VarDecl *V;
};

/// Mentions of a variable that read its element [i][j]...: the counters of a nest of loops, in one order.
class OwnElement : public RecursiveASTVisitor<OwnElement> {
public:
  OwnElement(ArrayRef<const VarDecl *> Subscripts, const VarDecl *V, DenseSet<const DeclRefExpr *> &Into) : Subscripts(Subscripts), V(V), Into(Into) {}
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *A) {
    const Expr *E = A;
    for (const VarDecl *S : reverse(Subscripts)) {
      const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(E);
      if (!Element || nameOf(Element->getIdx()->IgnoreParenImpCasts()) != S)
        return true;
      E = arrayOf(Element);
    }
    if (const auto *R = dyn_cast_or_null<DeclRefExpr>(E))
      if (const auto *Of = dyn_cast<VarDecl>(R->getDecl()); Of && Of->getCanonicalDecl() == V->getCanonicalDecl())
        Into.insert(R);
    return true;
  }

private:
  ArrayRef<const VarDecl *> Subscripts;
  const VarDecl *V;
  DenseSet<const DeclRefExpr *> &Into;
};

bool isFillName(StringRef Name) {
  Name.consume_front("__builtin_");
  return Name == "memset" || Name == "memcpy" || Name == "memmove";
}

/// What an assignment, or a call that fills memory, is done to; null: another expression.
const Expr *targetOf(const Unit &U, const Expr *E, const Expr *&Size) {
  Size = nullptr;
  if (const auto *O = dyn_cast<BinaryOperator>(E))
    return O->getOpcode() == BO_Assign ? O->getLHS()->IgnoreParens() : nullptr;
  const auto *C = dyn_cast<CallExpr>(E);
  const FunctionDecl *Callee = C ? C->getDirectCallee() : nullptr;
  if (!Callee || !Callee->getIdentifier() || !isFillName(Callee->getName()) || C->getNumArgs() != 3 || !isLibraryFunction(U, Callee))
    return nullptr;
  const Expr *To = C->getArg(0)->IgnoreParens();
  Size = C->getArg(2);
  while (const auto *Cast = dyn_cast<ImplicitCastExpr>(To)) {
    To = Cast->getSubExpr()->IgnoreParens();
    if (Cast->getCastKind() == CK_ArrayToPointerDecay)
      return To;
    if (Cast->getCastKind() != CK_BitCast && Cast->getCastKind() != CK_NoOp)
      return nullptr;
  }
  const auto *O = dyn_cast<UnaryOperator>(To);
  return O && O->getOpcode() == UO_AddrOf ? O->getSubExpr()->IgnoreParens() : nullptr;
}

/// May the user's compiler make another constant of it? Of builtins (constant_p), and of floating-point numbers (excess precision).
bool isCompilers(const Stmt *S) {
  const auto *E = dyn_cast<Expr>(S);
  return E && (isa<CallExpr>(E) || E->getType()->isFloatingType() || any_of(E->children(), [](const Stmt *Child) { return Child && isCompilers(Child); }));
}

} // namespace

void forEachEvaluated(const Expr *E, function_ref<void(const Expr *)> Visit) {
  E = E->IgnoreParens();
  Visit(E);
  auto go = [&](const Expr *Part) { forEachEvaluated(Part, Visit); };
  if (const auto *C = dyn_cast<CastExpr>(E))
    return go(C->getSubExpr());
  if (const auto *O = dyn_cast<BinaryOperator>(E)) {
    go(O->getLHS());
    if (!O->isLogicalOp())
      go(O->getRHS());
  } else if (const auto *O = dyn_cast<UnaryOperator>(E)) {
    go(O->getSubExpr());
  } else if (const auto *O = dyn_cast<ConditionalOperator>(E)) {
    go(O->getCond());
  } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    go(A->getLHS());
    go(A->getRHS());
  } else if (const auto *M = dyn_cast<MemberExpr>(E)) {
    go(M->getBase());
  } else if (const auto *C = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *Callee = C->getDirectCallee();
    if (Callee && Callee->getBuiltinID() && Callee->getName().starts_with("__builtin"))
      return; // of some of these the arguments are not evaluated
    if (Callee && Callee->getIdentifier() && Callee->getName().starts_with("__ckpt"))
      return; // a marker: what on_restart calls is only called by a restart
    for (const Expr *Argument : C->arguments())
      go(Argument);
  }
}

std::optional<uint64_t> FullWrites::constant(const Expr *E) const {
  Expr::EvalResult R;
  if (E->isValueDependent() || isCompilers(E) || !E->EvaluateAsInt(R, U.ctx()) || R.HasSideEffects)
    return std::nullopt;
  APSInt N = R.Val.getInt();
  if (N.isNegative() || N.getActiveBits() > 63)
    return std::nullopt;
  return N.getZExtValue();
}

/// The variable of which \p Target is all, or is what the loops' counters make all of: a[i][j] where i and j run over its dimensions. Else -1.
int FullWrites::written(const Expr *Target, const Nest &Loops) const {
  SmallVector<const Expr *, 4> Subscripts; // innermost first
  const Expr *E = Target->IgnoreParens();
  while (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
    Subscripts.push_back(A->getIdx());
    if (!(E = arrayOf(A)))
      return -1;
  }
  const VarDecl *V = nameOf(E);
  int Number = V ? Uses.number(V) : -1;
  QualType T = V ? V->getType() : QualType();
  SmallPtrSet<const VarDecl *, 4> Used;
  for (const Expr *S : reverse(Subscripts)) {
    const auto *Array = Number < 0 ? nullptr : U.ctx().getAsConstantArrayType(T);
    const VarDecl *Index = nameOf(S->IgnoreParenImpCasts());
    auto Of = find_if(Loops, [&](const Counter &C) { return C.Variable == Index; });
    if (!Array || !Index || Of == Loops.end() || Of->Bound || Array->getSize() != Of->Turns || !Used.insert(Index).second)
      return -1;
    T = Array->getElementType();
  }
  return Number;
}

int FullWrites::writtenBy(const Expr *E, const Nest &Loops) const {
  const Expr *Size, *Target = targetOf(U, E, Size);
  if (!Target || (Size && constant(Size) != static_cast<uint64_t>(U.ctx().getTypeSizeInChars(Target->getType()).getQuantity())))
    return -1;
  return written(Target, Loops);
}

BitVector FullWrites::by(const Expr *E) const {
  BitVector Written(Uses.size());
  forEachEvaluated(E, [&](const Expr *Part) {
    if (int N = writtenBy(Part, {}); N >= 0)
      Written.set(N);
  });
  return Written;
}

/// `for (i = 0; i < N; i++)`, where nothing else changes i and the body is run N times to its end, or for ever.
bool FullWrites::counts(const ForStmt *L, Counter &C) const {
  const Expr *Begin = nullptr;
  if (const auto *D = dyn_cast_or_null<DeclStmt>(L->getInit())) {
    const auto *V = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    C.Variable = V;
    Begin = V ? V->getInit() : nullptr;
  } else if (const auto *O = dyn_cast_or_null<BinaryOperator>(L->getInit()); O && O->getOpcode() == BO_Assign) {
    C.Variable = nameOf(O->getLHS());
    Begin = O->getRHS();
  }
  const VarDecl *V = C.Variable;
  if (!Begin || !V || !V->hasLocalStorage() || !V->getType()->isIntegerType() || V->getType().isVolatileQualified() || F.AddressTakenVars.count(V) ||
      F.InOpenMP.count(V) || constant(Begin) != uint64_t(0) || !L->getInc() || !L->getCond() || L->getConditionVariable())
    return false;
  const Expr *Inc = L->getInc()->IgnoreParens();
  if (const auto *U = dyn_cast<UnaryOperator>(Inc)) {
    if (!U->isIncrementOp() || nameOf(U->getSubExpr()) != V)
      return false;
  } else {
    const auto *A = dyn_cast<CompoundAssignOperator>(Inc);
    if (!A || A->getOpcode() != BO_AddAssign || nameOf(A->getLHS()) != V || constant(A->getRHS()) != uint64_t(1))
      return false;
  }
  const auto *Cond = dyn_cast<BinaryOperator>(L->getCond()->IgnoreParens());
  if (!Cond || nameOf(Cond->getLHS()->IgnoreParenImpCasts()) != V)
    return false;
  std::optional<uint64_t> End = constant(Cond->getRHS());
  C.Bound = End ? nullptr : boundIn(Cond->getRHS());
  if ((!End && !C.Bound) || (Cond->getOpcode() != BO_LT && Cond->getOpcode() != BO_NE && (C.Bound || Cond->getOpcode() != BO_LE)))
    return false;
  C.Turns = End ? *End + (Cond->getOpcode() == BO_LE) : 0;
  Jumps Look;
  Look.TraverseStmt(const_cast<Stmt *>(L->getBody()));
  OnlyRead Index(U.ctx(), V);
  Index.TraverseStmt(const_cast<Stmt *>(L->getBody()));
  return !Look.Found && Index.Holds && (C.Bound || C.Turns > 0);
}

/// The parameter that an expression is, if the function never changes it.
const ParmVarDecl *FullWrites::boundIn(const Expr *E) const {
  const auto *P = dyn_cast_or_null<ParmVarDecl>(nameOf(E->IgnoreParenImpCasts()));
  const auto *Fn = P ? dyn_cast<FunctionDecl>(P->getDeclContext()) : nullptr;
  if (!Fn || !P->getType()->isIntegerType() || P->getType().isVolatileQualified() || F.AddressTakenVars.count(P) || F.InOpenMP.count(P))
    return nullptr;
  OnlyRead Bound(U.ctx(), P);
  Bound.TraverseStmt(Fn->getBody());
  return Bound.Holds ? P : nullptr;
}

/// `p[i] = ...` in a loop by i.
void FullWrites::fill(const Expr *E, const Counter &C, Loop &Into) const {
  const auto *O = dyn_cast<BinaryOperator>(E);
  const auto *A = O && O->getOpcode() == BO_Assign ? dyn_cast<ArraySubscriptExpr>(O->getLHS()->IgnoreParens()) : nullptr;
  const auto *Load = A ? dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens()) : nullptr;
  const auto *P = Load && Load->getCastKind() == CK_LValueToRValue ? dyn_cast_or_null<ParmVarDecl>(nameOf(Load->getSubExpr())) : nullptr;
  int Bit = P ? Uses.parameter(P) : -1;
  if (Bit >= 0 && nameOf(A->getIdx()->IgnoreParenImpCasts()) == C.Variable)
    Into.Fills.push_back({static_cast<unsigned>(Bit), P, C.Bound, C.Turns});
}

bool FullWrites::isAll(const CallExpr *C, const Fill &Of, unsigned Bit) const {
  const auto *Cast = dyn_cast<ImplicitCastExpr>(C->getArg(Of.To->getFunctionScopeIndex())->IgnoreParens());
  while (Cast && Cast->getCastKind() == CK_NoOp)
    Cast = dyn_cast<ImplicitCastExpr>(Cast->getSubExpr()->IgnoreParens());
  const VarDecl *V = Cast && Cast->getCastKind() == CK_ArrayToPointerDecay ? nameOf(Cast->getSubExpr()) : nullptr;
  const auto *Array = V && Bit < Uses.variables() && Uses.number(V) == static_cast<int>(Bit) ? U.ctx().getAsConstantArrayType(V->getType()) : nullptr;
  if (!Array || !U.ctx().hasSameUnqualifiedType(Array->getElementType(), Of.To->getType()->getPointeeType()))
    return false;
  std::optional<uint64_t> Count = Of.Bound ? constant(C->getArg(Of.Bound->getFunctionScopeIndex())) : Of.Count;
  return Count && Array->getSize() == *Count;
}

/// What stands in the body itself, so is run in each turn.
void FullWrites::statements(const Stmt *Body, const Nest &Loops, Loop &Into) const {
  if (const auto *L = dyn_cast_or_null<ForStmt>(Body))
    return collect(L, Loops, Into);
  SmallVector<const Stmt *, 8> Row;
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(Body))
    Row.append(Block->body_begin(), Block->body_end());
  else if (Body)
    Row.push_back(Body);
  for (size_t I = 0; I < Row.size(); ++I) {
    if (isa<CompoundStmt, ForStmt>(Row[I]) && Row[I] != Body)
      statements(Row[I], Loops, Into);
    const auto *E = dyn_cast<Expr>(Row[I]);
    if (!E)
      continue;
    bool MayNotRun = any_of(Loops, [](const Counter &C) { return C.Bound; });
    forEachEvaluated(E, [&](const Expr *Part) {
      if (Loops.size() == 1)
        fill(Part, Loops[0], Into);
      int N = MayNotRun ? -1 : writtenBy(Part, Loops);
      if (N < 0)
        return;
      Into.Writes.set(N);
      SmallVector<const VarDecl *, 4> Subscripts; // outermost first
      const Expr *Size, *Target = targetOf(U, Part, Size);
      while (const auto *A = dyn_cast_or_null<ArraySubscriptExpr>(Target)) {
        Subscripts.insert(Subscripts.begin(), nameOf(A->getIdx()->IgnoreParenImpCasts()));
        Target = arrayOf(A);
      }
      OwnElement Reads(Subscripts, Uses.variable(N), Into.Own);
      for (size_t K = I + 1; K < Row.size(); ++K)
        Reads.TraverseStmt(const_cast<Stmt *>(Row[K]));
    });
  }
}

void FullWrites::collect(const ForStmt *L, Nest Loops, Loop &Into) const {
  Counter C;
  if (!counts(L, C))
    return;
  Loops.push_back(C);
  statements(L->getBody(), Loops, Into);
}

FullWrites::Loop FullWrites::by(const ForStmt *L) const {
  Loop Result;
  Result.Writes.resize(Uses.size());
  collect(L, {}, Result);
  return Result;
}

} // namespace ckpt
