//===- Externals.cpp - names that a unit shares with others, or could -----===//
#include "Externals.h"
#include "Facts.h"
#include "ForeignConstants.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

class Names : public RecursiveASTVisitor<Names> {
public:
  std::set<std::string> Found;
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    add(R->getDecl());
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->isThisDeclarationADefinition() != VarDecl::DeclarationOnly)
      add(V);
    return true;
  }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->isThisDeclarationADefinition())
      add(F);
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *A) {
    words(A->getAsmString()->getString());
    return true;
  }
  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *A) {
    words(A->getAsmString()->getString());
    return true;
  }
  void words(StringRef Text) {
    auto isWord = [](char C) { return isAlnum(C) || C == '_' || C == '$' || (C & 0x80); };
    while (!(Text = Text.drop_until(isWord)).empty()) {
      Found.insert(Text.take_while(isWord).str());
      Text = Text.drop_while(isWord);
    }
  }

private:
  void add(const ValueDecl *D) {
    if (D->getFormalLinkage() != Linkage::External || !D->getIdentifier())
      return;
    if (const auto *V = dyn_cast<VarDecl>(D))
      Found.insert(linkName(V).str());
    else if (const auto *F = dyn_cast<FunctionDecl>(D))
      Found.insert(linkName(F).str());
  }
};

} // namespace

std::vector<std::string> externalNames(const Unit &U) {
  Names N;
  N.TraverseDecl(U.ctx().getTranslationUnitDecl());
  for (const VariantPragma &V : U.variants())
    N.words(V.Text);
  for (const ChangePragma &C : U.changes())
    for (const ChangePragma::Item &I : C.Items) {
      N.words(I.Name);
      N.words(I.Other);
    }
  return {N.Found.begin(), N.Found.end()};
}

} // namespace ckpt
