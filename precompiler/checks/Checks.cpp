//===- Checks.cpp - what the checks share ---------------------------------------===//
#include "Checks.h"
#include "../analysis/HeaderCode.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool CheckContext::isOurs(const FunctionDecl *Fn) const {
  if (!Fn || !Fn->getIdentifier())
    return true;
  return (Fn->isDefined() && !isLibrarysInline(Fn)) || Fn->getFormalLinkage() != Linkage::External || Program.Defined.count(Fn->getName().str());
}

const Expr *bare(const Expr *E) {
  while (true) {
    E = E->IgnoreParens();
    const auto *C = dyn_cast<CastExpr>(E);
    if (!C)
      return E;
    E = C->getSubExpr();
  }
}

bool writtenAs(QualType T, StringRef Name) {
  while (const auto *D = T->getAs<TypedefType>()) {
    if (D->getDecl()->getName() == Name)
      return true;
    T = D->desugar();
  }
  return false;
}

StringRef calledLibrary(const CheckContext &C, const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || !F->getIdentifier() || !isLibraryFunction(C.U, F))
    return {};
  StringRef Name = F->getName();
  Name.consume_front("__builtin_");
  return Name;
}

} // namespace ckpt
