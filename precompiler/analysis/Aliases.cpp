//===- Aliases.cpp - other names of checkpointable functions ------------------===//
#include "Aliases.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The name that a declaration has for the linker, if it is another one.
StringRef otherName(const FunctionDecl *F) {
  if (const auto *A = F->getAttr<AliasAttr>())
    return A->getAliasee();
  if (const auto *A = F->getAttr<IFuncAttr>())
    return A->getResolver();
  StringRef Name;
  if (const auto *A = F->getAttr<AsmLabelAttr>())
    Name = A->getLabel();
  Name.consume_front("\01");
  return F->getIdentifier() && Name == F->getName() ? StringRef() : Name;
}

} // namespace

std::vector<std::string> otherNames(const Unit &U) {
  std::vector<std::string> Names;
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls())
    if (const auto *F = dyn_cast<FunctionDecl>(D); F && U.inText(F->getLocation()) && !U.inSystemHeader(F->getLocation()) && F->getIdentifier())
      if (StringRef Other = otherName(F); !Other.empty()) {
        Names.push_back(Other.str());
        Names.push_back(F->getName().str());
      }
  return Names;
}

void checkAliases(Unit &U, function_ref<bool(StringRef)> InClosure) {
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls()) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !U.inText(F->getLocation()) || !F->getIdentifier())
      continue;
    StringRef Other = otherName(F);
    if (!Other.empty() && (InClosure(Other) || (InClosure(F->getName()) && !F->hasAttr<IFuncAttr>() && F->isDefined())))
      U.report(Id::Alias, F->getLocation(), {F->getName().str(), Other.str()});
  }
}

} // namespace ckpt
