//===- Allocations.cpp - calls that make blocks, and of what --------------===//
#include "Allocations.h"
#include "clang/AST/ParentMapContext.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

void AllocationNotes::cast(const CastExpr *C) {
  const auto *R = C->getCastKind() == CK_BitCast ? dyn_cast<DeclRefExpr>(C->getSubExpr()->IgnoreParenImpCasts()) : nullptr;
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  QualType To = C->getType()->isPointerType() ? C->getType()->getPointeeType() : QualType();
  if (!V || !V->getType()->isVoidPointerType() || To.isNull() || To->isVoidType())
    return;
  To = U.ctx().getCanonicalType(To).getUnqualifiedType();
  if (auto [At, New] = UsedAs.try_emplace(V, To); !New && At->second != To)
    At->second = QualType();
}

void AllocationNotes::noteAligned(const CallExpr *C, const FunctionDecl *In) {
  const auto *Out = C->getNumArgs() == 3 ? dyn_cast<UnaryOperator>(C->getArg(0)->IgnoreParenCasts()) : nullptr;
  QualType P = Out && Out->getOpcode() == UO_AddrOf ? Out->getSubExpr()->getType() : QualType();
  if (!P.isNull() && P->isPointerType() && !P->isVoidPointerType() && U.inText(C->getBeginLoc()))
    F.Allocations.push_back({C, "posix_memalign", "posix_memalign", P->getPointeeType(), {}, In});
}

void AllocationNotes::noteOut(const CallExpr *C, const FunctionDecl *Callee, const FunctionDecl *In, bool InParameter) {
  bool MPI = Callee->getName() == "MPI_Alloc_mem";
  if (!In || InParameter || !U.inText(C->getBeginLoc()) || (!MPI && isLibraryFunction(U, Callee)))
    return;
  Allocation A{C, "", "", QualType(), {}, In};
  for (const Expr *Arg : C->arguments()) {
    QualType To = Arg->getType();
    const auto *Address = dyn_cast<UnaryOperator>(Arg->IgnoreParenCasts());
    if (!To->isPointerType() || !(To->getPointeeType()->isVoidPointerType() || (MPI && To->isVoidPointerType())) || !Address ||
        Address->getOpcode() != UO_AddrOf)
      continue;
    QualType P = Address->getSubExpr()->getType();
    if (A.Out || !P->isPointerType() || P->isVoidPointerType() || P->getPointeeType()->isCharType())
      return;
    A.Out = Arg->IgnoreImpCasts();
    A.Assigned = P->getPointeeType();
  }
  if (A.Out)
    F.Allocations.push_back(A);
}

void AllocationNotes::define(const Expr *Variable, const Expr *Value) {
  const auto *R = dyn_cast<DeclRefExpr>(Variable->IgnoreParens());
  if (const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr; V && V->isLocalVarDecl())
    F.Definitions[V].push_back(Value);
}

void AllocationNotes::note(const CallExpr *C, const FunctionDecl *Callee, const FunctionDecl *In, bool InParameter) {
  QualType Result = C->getType();
  if (Callee && Callee->getIdentifier() && Callee->getName() == "posix_memalign" && isLibraryFunction(U, Callee))
    noteAligned(C, In);
  else if (Callee && Callee->getIdentifier())
    noteOut(C, Callee, In, InParameter);
  if (!Result->isPointerType() || !U.inText(C->getBeginLoc()))
    return;
  Allocation A{C, "", "", QualType(), {}, In};
  A.InParameter = InParameter;
  static const StringSet<> Known = {"malloc", "calloc", "realloc", "aligned_alloc"};
  if (Callee && Callee->getIdentifier() && isLibraryFunction(U, Callee))
    A.Library = Callee->getName();
  if (Known.contains(A.Library))
    A.Name = A.Library;
  else if (returnsText(A.Library))
    A.Assigned = Result->getPointeeType();
  else if (!Result->isVoidPointerType() && !(A.Library.empty() && Result->getPointeeType()->isCharType()) &&
           !(A.Recast = Result->getPointeeType()->isStructureType()))
    return;
  const Expr *E = C;
  while (const Expr *P = passedOn(E)) {
    if (isa<CastExpr>(P) && P->getType()->isPointerType() && !P->getType()->isVoidPointerType())
      A.Assigned = P->getType()->getPointeeType();
    E = P;
  }
  if (A.Recast && (A.Assigned.isNull() || !A.Assigned->isStructureType()))
    return;
  if (A.Assigned.isNull())
    A.Holder = holder(E);
  if (!A.Name.empty() || !A.Assigned.isNull() || A.Holder)
    F.Allocations.push_back(A);
}

const Expr *AllocationNotes::passedOn(const Expr *E) {
  DynTypedNodeList Parents = U.ctx().getParents(*E);
  const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
  if (const auto *Either = dyn_cast_or_null<AbstractConditionalOperator>(P); Either && Either->getCond() != E && Either->getType()->isPointerType())
    return P;
  return isa_and_nonnull<CastExpr, ParenExpr>(P) ? P : nullptr;
}

const VarDecl *AllocationNotes::holder(const Expr *E) {
  DynTypedNodeList Parents = U.ctx().getParents(*E);
  if (Parents.empty())
    return nullptr;
  const auto *V = Parents[0].get<VarDecl>();
  if (const auto *B = Parents[0].get<BinaryOperator>(); B && B->getOpcode() == BO_Assign && B->getRHS() == E)
    if (const auto *R = dyn_cast<DeclRefExpr>(B->getLHS()->IgnoreParens()))
      V = dyn_cast<VarDecl>(R->getDecl());
  return V && V->isLocalVarDecl() && V->hasLocalStorage() && V->getType()->isVoidPointerType() ? V : nullptr;
}

bool AllocationNotes::isUsedAs(const VarDecl *Holder, QualType T) const {
  auto At = UsedAs.find(Holder);
  return !T.isNull() && At != UsedAs.end() && At->second == U.ctx().getCanonicalType(T).getUnqualifiedType();
}

void AllocationNotes::finish() {
  std::map<const FunctionDecl *, Reaching> Graphs;
  auto isTaken = [&](const VarDecl *V) { return F.AddressTakenVars.count(V) != 0; };
  for (Allocation &A : F.Allocations) {
    const Reaching *Reach = A.In ? &Graphs.try_emplace(A.In, A.In).first->second : nullptr;
    A.Size = sizeAskedFor(A.Call, A.Library, {F.Definitions, Reach, isTaken, U.ctx()}, A.Telling);
    if (A.Holder && isUsedAs(A.Holder, A.Size.T))
      A.Assigned = A.Size.T;
  }
  llvm::erase_if(F.Allocations, [&](const Allocation &A) {
    if (A.Name.empty() && A.Assigned.isNull())
      return true;
    return A.Recast && (A.Size.T.isNull() || !U.ctx().hasSameUnqualifiedType(A.Size.T, A.Assigned));
  });
}

} // namespace ckpt
