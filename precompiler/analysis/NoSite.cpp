//===- NoSite.cpp - functions of #pragma ckpt no_site ----------------------------===//
#include "NoSite.h"
#include "../frontend/Markers.h"
#include "clang/AST/Attr.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Everything that the unit's pragmas name.
std::vector<const Expr *> named(Unit &U) {
  std::vector<const Expr *> List;
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls())
    if (const auto *T = dyn_cast<TypedefNameDecl>(D))
      if (const Expr *E = noSiteIn(T))
        List.push_back(E);
  return List;
}

const FunctionDecl *functionOf(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

} // namespace

NoSiteFunctions::NoSiteFunctions(Unit &U) {
  for (const Expr *E : named(U))
    if (const FunctionDecl *F = functionOf(E))
      Functions.insert(F->getCanonicalDecl());
}

void checkNoSite(Unit &U, const Facts &F) {
  for (const Expr *E : named(U)) {
    const FunctionDecl *D = functionOf(E);
    const FunctionDecl *Defined = D ? D->getDefinition() : nullptr;
    auto wrong = [&](const std::string &Why) { U.report(Id::Pragma, E->getBeginLoc(), {Why}); };
    if (!D)
      wrong("no_site takes names of functions");
    else if (!Defined || !U.inText(Defined->getLocation()))
      wrong("no_site(" + D->getName().str() + "): it is not defined in this file; put the pragma into the file that defines it");
    else if (D->isMain())
      wrong("no_site(main): all that the program does is in it");
    else if (D->hasAttr<AlwaysInlineAttr>())
      wrong("no_site(" + D->getName().str() + "): it is always inlined, and has no frame of its own");
    else if (any_of(F.Functions, [&](const FunctionFacts &X) { return X.HasSite && X.Decl->getCanonicalDecl() == D->getCanonicalDecl(); }))
      wrong("no_site(" + D->getName().str() + "): it has a site");
  }
}

} // namespace ckpt
