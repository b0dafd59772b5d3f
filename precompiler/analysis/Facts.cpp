//===- Facts.cpp - what a unit contains --------------------------------------===//
#include "Facts.h"
#include "../frontend/Markers.h"
#include "Allocations.h"
#include "HeaderCode.h"
#include "LibraryState.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

StringRef linkName(const FunctionDecl *Fn) {
  StringRef Name = Fn->getName();
  if (const auto *Label = Fn->getMostRecentDecl()->getAttr<AsmLabelAttr>())
    Name = Label->getLabel();
  Name.consume_front("\01");
  return Name;
}

bool isWrappedName(StringRef Name) {
  static const StringSet<> Names = {
#define CKPT_WRAP(NAME) #NAME,
#include "ckpt_wraps.def"
#undef CKPT_WRAP
  };
  return Names.contains(Name);
}

bool isMutable(const VarDecl *V) {
  QualType T = V->getASTContext().getBaseElementType(V->getType());
  return !T.isConstQualified();
}

/// May others than the unit's own code have a constant's address? Other units, or what walks through a section from end to end.
static bool isKnownElsewhere(const VarDecl *V) {
  return V->getFormalLinkage() == Linkage::External || V->hasAttr<SectionAttr>() || V->hasAttr<UsedAttr>() || V->hasAttr<RetainAttr>();
}

bool isListed(const Facts &F, const VarDecl *V) {
  if (isMutable(V))
    return true;
  QualType T = V->getType();
  return T->isArrayType() || T->isRecordType() || isKnownElsewhere(V) || F.AddressTakenVars.count(V) || F.AddressTakenVars.count(V->getCanonicalDecl());
}

bool isLibraryFunction(const Unit &U, const FunctionDecl *F) {
  if (!F || !F->getIdentifier() || F->getFormalLinkage() != Linkage::External || U.programDefines(linkName(F)))
    return false;
  const FunctionDecl *First = F->getFirstDecl();
  if (First->isImplicit() || First->getBuiltinID())
    return !F->hasBody() || U.inSystemHeader(F->getLocation());
  return U.inSystemHeader(First->getLocation()) && (!F->isDefined() || isLibrarysInline(F));
}

bool isProvidedFunction(const Unit &U, const FunctionDecl *F) {
  return isLibraryFunction(U, F) || (F && U.isLinked() && isDeclaredOnly(F) && !U.programDefines(linkName(F)));
}

bool isDeclaredOnly(const FunctionDecl *F) {
  return F->getIdentifier() && F->getFormalLinkage() == Linkage::External && !F->isDefined();
}

namespace {

/// The variable an lvalue is part of: x, x.m, x[i] of an array, (x).
const VarDecl *baseVariable(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    if (const auto *R = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(R->getDecl());
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      if (M->isArrow())
        return nullptr;
      E = M->getBase();
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(E)) {
      const auto *Decay = dyn_cast<ImplicitCastExpr>(A->getBase()->IgnoreParens());
      if (!Decay || Decay->getCastKind() != CK_ArrayToPointerDecay)
        return nullptr;
      E = Decay->getSubExpr();
    } else if (const auto *O = dyn_cast<UnaryOperator>(E)) {
      if (O->getOpcode() != UO_Real && O->getOpcode() != UO_Imag &&
          O->getOpcode() != UO_Extension)
        return nullptr;
      E = O->getSubExpr();
    } else {
      return nullptr;
    }
  }
}

/// Variables mentioned in a stretch of code.
class Mentions : public RecursiveASTVisitor<Mentions> {
public:
  explicit Mentions(DenseSet<const VarDecl *> &Into) : Into(Into) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    if (const auto *V = dyn_cast<VarDecl>(R->getDecl()))
      Into.insert(V);
    return true;
  }

private:
  DenseSet<const VarDecl *> &Into;
};

class Collector : public RecursiveASTVisitor<Collector> {
public:
  Collector(Unit &U, Facts &F) : U(U), F(F), Headers(U), Allocations(U, F) {}
  bool shouldVisitImplicitCode() const { return false; }

  bool TraverseDecl(Decl *D) {
    if (D && !isa<TranslationUnitDecl>(D) && D->getLocation().isValid() &&
        !U.inText(D->getLocation()))
      return true; // the prelude's
    return RecursiveASTVisitor::TraverseDecl(D);
  }

  bool TraverseFunctionDecl(FunctionDecl *D) {
    if (!D->doesThisDeclarationHaveABody())
      return RecursiveASTVisitor::TraverseFunctionDecl(D);
    if (U.inSystemHeader(D->getLocation()) && !Headers.isProgrammed(D))
      return true;
    F.Functions.push_back({});
    F.Functions.back().Decl = D;
    if (std::optional<Hook> H = hookOf(D))
      (*H == Hook::Restart ? F.OnRestart : F.OnCheckpoint).push_back(D);
    const FunctionDecl *Outer = Current;
    size_t OuterIndex = Index;
    Current = D;
    Index = F.Functions.size() - 1;
    bool Ok = RecursiveASTVisitor::TraverseFunctionDecl(D);
    Current = Outer;
    Index = OuterIndex;
    return Ok;
  }

  // Operands that are not evaluated call and store nothing.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->isArgumentType() || (E->getKind() == UETT_SizeOf && E->getTypeOfArgument()->isVariableArrayType())) // C11 6.5.3.4p2
      return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
    ++Unevaluated;
    bool Ok = RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
    --Unevaluated;
    return Ok;
  }

  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    if (L.getUnderlyingExpr()->getType()->isVariablyModifiedType())
      return RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L);
    ++Unevaluated;
    bool Ok = RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L);
    --Unevaluated;
    return Ok;
  }

  // What a header's table that nothing uses has the addresses of may be nowhere.
  bool TraverseVarDecl(VarDecl *V) {
    return (V->isFileVarDecl() && U.inSystemHeader(V->getLocation()) && !Headers.isReached(V)) || RecursiveASTVisitor::TraverseVarDecl(V);
  }

  bool TraverseParmVarDecl(ParmVarDecl *V) {
    ++InParameter;
    bool Ok = RecursiveASTVisitor::TraverseParmVarDecl(V);
    --InParameter;
    return Ok;
  }

  bool VisitVarDecl(VarDecl *V) {
    if (isa<ParmVarDecl>(V))
      return true;
    if (Current)
      F.HomeOf[V] = Current;
    if (const auto *Cleanup = V->getAttr<CleanupAttr>(); Cleanup && Current)
      F.Functions[Index].Calls.push_back(Cleanup->getFunctionDecl()->getName().str());
    if (V->isLocalVarDecl() && V->hasInit())
      F.Definitions[V].push_back(V->isStaticLocal() ? nullptr : V->getInit());
    if (V->isStaticLocal())
      F.LocalStatics.push_back(V);
    else if (V->isFileVarDecl() && !Seen.count(V->getCanonicalDecl())) {
      const VarDecl *Definition = V->getActingDefinition();
      if (!Definition)
        Definition = V->getDefinition();
      if (Definition && (!U.inSystemHeader(Definition->getLocation()) || !isMutable(Definition))) { // with variables, a header is the program's
        Seen.insert(V->getCanonicalDecl());
        F.Globals.push_back(Definition);
      }
    }
    return true;
  }

  /// What is no variable is reported by checkExcluded.
  void exclude(const Expr *What) {
    F.ExcludedExpressions.push_back(What);
    const auto *R = dyn_cast<DeclRefExpr>(What);
    if (const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr)
      F.Excluded.insert(V->getCanonicalDecl());
  }

  bool VisitTagDecl(TagDecl *T) {
    if (Current && T->isThisDeclarationADefinition()) {
      F.LocalTags.push_back(T);
      F.HomeOf[T] = Current;
    }
    const auto *R = dyn_cast<RecordDecl>(T);
    if (R && R->isStruct() && R->isThisDeclarationADefinition() && !U.inSystemHeader(R->getLocation()))
      F.Structures.push_back(R);
    return true;
  }

  bool VisitTypedefNameDecl(TypedefNameDecl *T) {
    if (const Expr *What = excludedBy(T))
      exclude(What);
    KnowsDatatypes |= !Current && T->getName() == "MPI_Datatype";
    if (Current) {
      F.LocalTypedefs.push_back(T);
      F.HomeOf[T] = Current;
    }
    return true;
  }

  bool VisitCallExpr(CallExpr *C) {
    if (Unevaluated)
      return true;
    const FunctionDecl *Callee = C->getDirectCallee();
    if (Callee)
      DirectCallees.insert(C->getCallee()->IgnoreParenImpCasts());
    if (Callee && Callee->getIdentifier() && Callee->getName() == "__ckpt_replay") {
      F.ReplayMarks.push_back(C);
      return true;
    }
    if (Callee && Callee->getIdentifier() && (Callee->getName() == "__ckpt_type" || Callee->getName() == "__ckpt_type_before")) {
      F.TypeMarks.push_back(C);
      return true;
    }
    if (hookMark(C)) {
      F.HookMarks.push_back(C);
      return true;
    }
    if (const Expr *What = excludedBy(C)) {
      F.ExcludeMarks.push_back(C);
      exclude(What);
      return true;
    }
    if (excludedBlock(C)) {
      F.ExcludeMarks.push_back(C);
      return true;
    }
    if (siteIndex(C) >= 0) {
      F.SiteCalls.push_back(C);
      if (Current)
        F.Functions[Index].HasSite = true;
      return true;
    }
    if (Current) {
      if (Callee && Callee->getIdentifier())
        F.Functions[Index].Calls.push_back(Callee->getName().str());
      else if (!Callee)
        F.Functions[Index].IndirectArity.push_back(C->getNumArgs());
    }
    Allocations.note(C, Callee, Current, InParameter);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *Fn = dyn_cast<FunctionDecl>(R->getDecl());
    if (!Fn || Unevaluated || !U.inText(R->getLocation()))
      return true;
    if (Fn->getIdentifier() && isWrappedName(linkName(Fn)) && isProvidedFunction(U, Fn))
      F.WrappedRefs.push_back(R);
    if (Fn->getIdentifier() && libraryState(Fn->getName()).What && isProvidedFunction(U, Fn))
      F.LibraryState.push_back(R);
    F.DeclaresLibrarys |= Fn->getIdentifier() && isDeclaredOnly(Fn) && !isLibraryFunction(U, Fn) && (isWrappedName(linkName(Fn)) || libraryState(Fn->getName()).What);
    if (!DirectCallees.count(R) && Fn->getIdentifier() && !Fn->getBuiltinID())
      F.AddressTaken.insert(Fn->getCanonicalDecl());
    else if (!DirectCallees.count(R) && Fn->getIdentifier() &&
             !Fn->getName().starts_with("__builtin"))
      F.AddressTaken.insert(Fn->getCanonicalDecl());
    return true;
  }

  bool VisitUnaryOperator(UnaryOperator *O) {
    if (O->getOpcode() == UO_AddrOf && !Unevaluated)
      if (const VarDecl *V = baseVariable(O->getSubExpr()))
        F.AddressTakenVars[V] = true;
    if (O->isIncrementDecrementOp() || O->getOpcode() == UO_AddrOf)
      Allocations.define(O->getSubExpr(), nullptr);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *O) {
    if (O->isAssignmentOp())
      Allocations.define(O->getLHS(), O->getOpcode() == BO_Assign ? O->getRHS() : nullptr);
    return true;
  }

  bool VisitImplicitCastExpr(ImplicitCastExpr *C) {
    if (C->getCastKind() == CK_ArrayToPointerDecay && !Unevaluated)
      if (const VarDecl *V = baseVariable(C->getSubExpr()))
        F.AddressTakenVars[V] = true;
    return true;
  }

  bool VisitCastExpr(CastExpr *C) {
    if (C->getCastKind() == CK_BitCast && U.inText(C->getBeginLoc()))
      noteVectors(C->getType(), C->getSubExpr()->getType());
    Allocations.cast(C);
    return true;
  }

  /// The same bits as elements of another size: what these are depends on the byte order.
  void noteVectors(QualType A, QualType B) {
    auto sizeOf = [&](QualType T) {
      const auto *V = T->getAs<clang::VectorType>();
      return V ? U.ctx().getTypeSize(V->getElementType()) : T->isPointerType() ? 0 : U.ctx().getTypeSize(T);
    };
    if (sizeOf(A) == sizeOf(B))
      return;
    for (QualType T : {A, B})
      if (T->isVectorType())
        F.RecastVectors.insert(U.ctx().getCanonicalType(T).getTypePtr());
  }

  bool VisitAsmStmt(AsmStmt *A) {
    for (const Stmt *Operand : A->children())
      if (const auto *E = dyn_cast_or_null<Expr>(Operand))
        if (const VarDecl *V = baseVariable(E->IgnoreParenImpCasts()))
          F.AddressTakenVars[V] = true;
    return true;
  }

  bool VisitOMPExecutableDirective(OMPExecutableDirective *D) {
    Mentions(F.InOpenMP).TraverseStmt(D);
    for (OMPClause *C : D->clauses())
      if (const auto *Default = dyn_cast<OMPDefaultClause>(C))
        (Default->getDefaultKind() == llvm::omp::OMP_DEFAULT_none ? F.SharesNone : F.SharesOwn).push_back(Default);
    for (OMPClause *C : D->clauses())
      for (Stmt *S : C->children())
        if (S)
          Mentions(F.InClauses).TraverseStmt(S);
    return true;
  }

  /// What OpenMP's library calls: no call of it is in the text.
  bool VisitOMPDeclareReductionDecl(OMPDeclareReductionDecl *D) {
    noteReduction(D->getCombiner());
    noteReduction(D->getInitializer());
    if (const auto *Private = dyn_cast_or_null<DeclRefExpr>(D->getInitPriv()))
      if (const auto *V = dyn_cast<VarDecl>(Private->getDecl()))
        noteReduction(const_cast<Expr *>(V->getInit()));
    return true;
  }
  void noteReduction(Stmt *S) {
    if (!S)
      return;
    Mentions(F.InOpenMP).TraverseStmt(S);
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      if (const auto *Fn = dyn_cast<FunctionDecl>(R->getDecl()))
        F.AddressTaken.insert(Fn->getCanonicalDecl());
    for (Stmt *C : S->children())
      noteReduction(C);
  }

  bool VisitOMPThreadPrivateDecl(OMPThreadPrivateDecl *D) {
    if (F.ThreadPrivate.isInvalid())
      F.ThreadPrivate = D->getLocation();
    return true;
  }

  bool VisitAddrLabelExpr(AddrLabelExpr *) {
    if (Current)
      F.Functions[Index].HasComputedGoto = true;
    return true;
  }

  bool VisitPredefinedExpr(PredefinedExpr *P) {
    F.FunctionNames.push_back({P, Current});
    if (const clang::StringLiteral *Name = P->getFunctionName(); Name && !Unevaluated && U.inText(P->getLocation()) && addressMayBeKept(P))
      F.Literals.push_back(Name);
    return true;
  }

  bool TraversePredefinedExpr(PredefinedExpr *P) { return VisitPredefinedExpr(P); }

  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *L) {
    F.HasStaticLiterals |= L->isFileScope() && U.inText(L->getBeginLoc());
    return true;
  }

  bool VisitStringLiteral(clang::StringLiteral *S) {
    if (!Unevaluated && !S->isUnevaluated() && U.inText(S->getBeginLoc()) && addressMayBeKept(S))
      F.Literals.push_back(S);
    return true;
  }

private:
  /// A literal that initialises an array, or is only read by a library
  /// function that returns or stores no pointer, gives nobody its address.
  bool addressMayBeKept(const Expr *E) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      if (Parents.empty())
        return true;
      if (const auto *V = Parents[0].get<VarDecl>())
        return !V->getType()->isArrayType();
      const auto *P = Parents[0].get<Expr>();
      if (!P)
        return true;
      if (isa<InitListExpr>(P)) {
        if (E->getType()->isArrayType())
          return false;
        return true;
      }
      if (const auto *C = dyn_cast<CallExpr>(P)) {
        const FunctionDecl *Callee = C->getDirectCallee();
        return !Callee || !isLibraryFunction(U, Callee) || C->getType()->isPointerType() ||
               llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) { // strtol's end
                 return P->getType()->isPointerType() && P->getType()->getPointeeType()->isPointerType();
               });
      }
      if (isa<ParenExpr>(P) || isa<CastExpr>(P)) {
        E = P;
        continue;
      }
      return true;
    }
  }

  Unit &U;
  Facts &F;
  HeaderCode Headers;
  const FunctionDecl *Current = nullptr;
  size_t Index = 0;
  unsigned Unevaluated = 0, InParameter = 0;
  std::set<const VarDecl *> Seen;
  std::set<const Expr *> DirectCallees;

public:
  AllocationNotes Allocations;
  bool KnowsDatatypes = false;
};

/// The call of `f(x);`, `y = f(x);`, `T y = f(x);`, or null.
const CallExpr *callOf(const Stmt *S) {
  if (const auto *D = dyn_cast_or_null<DeclStmt>(S)) {
    const auto *V = D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    return V && V->hasInit() ? callOf(V->getInit()) : nullptr;
  }
  const auto *E = dyn_cast_or_null<Expr>(S);
  if (!E)
    return nullptr;
  E = E->IgnoreParenCasts();
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return B->getOpcode() == BO_Assign ? callOf(B->getRHS()) : nullptr;
  return dyn_cast<CallExpr>(E);
}

} // namespace

const CallExpr *replayedCall(Unit &U, const CallExpr *Mark) {
  DynTypedNodeList Parents = U.ctx().getParents(*Mark);
  const auto *Block = Parents.empty() ? nullptr : Parents[0].get<CompoundStmt>();
  if (!Block)
    return nullptr;
  auto At = llvm::find(Block->body(), Mark);
  return At == Block->body_end() || ++At == Block->body_end() ? nullptr : callOf(*At);
}

Facts collectFacts(Unit &U) {
  Facts F;
  Collector C(U, F);
  C.TraverseDecl(U.ctx().getTranslationUnitDecl());
  C.Allocations.finish();
  if (!C.KnowsDatatypes)
    F.Structures.clear();
  return F;
}

} // namespace ckpt
