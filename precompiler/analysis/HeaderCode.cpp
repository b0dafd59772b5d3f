//===- HeaderCode.cpp - the program's code in headers of the system's -----------===//
#include "HeaderCode.h"
#include "Facts.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Walks from what the compiler emits in any case to all that it needs.
class Walk : public RecursiveASTVisitor<Walk> {
public:
  Walk(const Unit &U, DenseSet<const Decl *> &Reached) : U(U), Reached(Reached) {}

  bool TraverseFunctionDecl(FunctionDecl *F) {
    if (F->doesThisDeclarationHaveABody() && isOnDemand(F))
      return true;
    Reached.insert(F->getCanonicalDecl());
    return RecursiveASTVisitor::TraverseFunctionDecl(F);
  }
  bool TraverseVarDecl(VarDecl *V) {
    if (isOnDemand(V))
      return true;
    noteCleanup(V);
    return RecursiveASTVisitor::TraverseVarDecl(V);
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    need(R->getDecl());
    return true;
  }
  void followAll() {
    while (!Next.empty()) {
      const Decl *D = Next.pop_back_val();
      if (const auto *F = dyn_cast<FunctionDecl>(D))
        RecursiveASTVisitor::TraverseFunctionDecl(const_cast<FunctionDecl *>(F));
      else
        RecursiveASTVisitor::TraverseVarDecl(const_cast<VarDecl *>(cast<VarDecl>(D)));
    }
  }

private:
  /// One of such a header's that is dropped if nothing uses it. Attributes may say that something does of which the text says nothing.
  bool isOnDemand(const FunctionDecl *F) const {
    return U.inSystemHeader(F->getLocation()) && (F->getFormalLinkage() != Linkage::External || F->isInlined()) && !F->hasAttr<UsedAttr>() &&
           !F->hasAttr<ConstructorAttr>() && !F->hasAttr<DestructorAttr>();
  }
  bool isOnDemand(const VarDecl *V) const {
    return V->isFileVarDecl() && U.inSystemHeader(V->getLocation()) && V->getFormalLinkage() != Linkage::External && !V->hasAttr<UsedAttr>();
  }
  void noteCleanup(const VarDecl *V) {
    if (const auto *A = V->getAttr<CleanupAttr>())
      need(A->getFunctionDecl());
  }
  void need(const ValueDecl *D) {
    if (!Reached.insert(D->getCanonicalDecl()).second)
      return;
    const auto *F = dyn_cast<FunctionDecl>(D);
    const auto *V = dyn_cast<VarDecl>(D);
    const Decl *Definition = F ? static_cast<const Decl *>(F->getDefinition()) : V ? V->getActingDefinition() ? V->getActingDefinition() : V->getDefinition() : nullptr;
    if (Definition && (F ? isOnDemand(cast<FunctionDecl>(Definition)) : isOnDemand(cast<VarDecl>(Definition))))
      Next.push_back(Definition);
  }

  const Unit &U;
  DenseSet<const Decl *> &Reached;
  SmallVector<const Decl *, 16> Next;
};

/// Is that function of the compiler's built-in ones, and one of which a checkpoint need not know?
bool isHarmless(const FunctionDecl *F) {
  static const StringSet<> Allocating = {"malloc", "calloc", "realloc", "aligned_alloc", "memalign", "strdup", "strndup", "free"};
  return F->getBuiltinID() && !isWrappedName(linkName(F)) && !Allocating.contains(F->getName());
}

/// The functions that a body mentions, and what else in it matters.
class Mentioned : public RecursiveASTVisitor<Mentioned> {
public:
  bool VisitCallExpr(CallExpr *C) { return Matters |= !C->getDirectCallee(), !Matters; }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    Matters |= V && V->hasGlobalStorage();
    if (const auto *F = dyn_cast<FunctionDecl>(R->getDecl()); F && F->getIdentifier() && !isHarmless(F)) {
      const FunctionDecl *Definition = isWrappedName(linkName(F)) ? nullptr : F->getDefinition();
      Matters |= !Definition;
      if (Definition)
        Functions.push_back(Definition);
    }
    return !Matters;
  }
  bool Matters = false;
  std::vector<const FunctionDecl *> Functions;
};

} // namespace

bool isLibrarysInline(const FunctionDecl *F) {
  const FunctionDecl *D = F->getDefinition();
  return D && D->getFormalLinkage() == Linkage::External && D->isInlined() &&
         (D->hasAttr<GNUInlineAttr>() || (D->getASTContext().getLangOpts().GNUInline && D->getStorageClass() == SC_Extern));
}

HeaderCode::HeaderCode(const Unit &U) {
  Walk All(U, Reached);
  All.TraverseDecl(U.ctx().getTranslationUnitDecl());
  All.followAll();
}

bool HeaderCode::matters(const FunctionDecl *F) {
  F = F->getDefinition();
  if (!F || isLibrarysInline(F))
    return false;
  if (auto [At, New] = Matters.try_emplace(F, false); !New)
    return At->second;
  Mentioned In;
  In.TraverseStmt(F->getBody());
  bool Does = In.Matters || any_of(In.Functions, [&](const FunctionDecl *G) { return matters(G); });
  return Matters[F] = Does;
}

} // namespace ckpt
