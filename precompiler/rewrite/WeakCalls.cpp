//===- WeakCalls.cpp - calls in restart copies ask for nothing of the linker ---===//
#include "WeakCalls.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Functions of other units that the unit declares in front of the function. The C library's are always there. The reference is of the function's
/// type, which does not say that it returns twice.
bool isElsewhere(const Unit &U, const FunctionDecl *F) {
  const FunctionDecl *First = F->getCanonicalDecl();
  return F->getIdentifier() && F->isExternallyVisible() && !F->isDefined() && !F->isImplicit() && !F->getBuiltinID() && !F->hasAttr<WeakAttr>() && !F->hasAttr<ReturnsTwiceAttr>() &&
         First->getLexicalDeclContext()->isTranslationUnit() && U.inText(First->getLocation()) && !U.inSystemHeader(First->getLocation()) &&
         !isWrappedName(linkName(F));
}

class Callees : public RecursiveASTVisitor<Callees> {
public:
  Callees(Unit &U, const CallOracle &Oracle) : U(U), Oracle(Oracle) {}
  std::string Declarations;

  bool VisitCallExpr(CallExpr *C) {
    const auto *R = dyn_cast<DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts());
    const auto *F = R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
    if (!F || !U.inText(R->getLocation()) || siteIndex(C) >= 0 || !isElsewhere(U, F) || Oracle.IsCheckpointable(C))
      return true;
    U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), nameFor(F));
    return true;
  }

private:
  const std::string &nameFor(const FunctionDecl *F) {
    std::string &Name = Names[F->getCanonicalDecl()];
    if (Name.empty()) {
      Name = U.fresh("weak_" + F->getName().str() + "_");
      Declarations += "static __typeof__(" + F->getName().str() + ") " + Name + " __attribute__((weakref(" + quoted(linkName(F)) + "))); ";
    }
    return Name;
  }
  Unit &U;
  const CallOracle &Oracle;
  std::map<const FunctionDecl *, std::string> Names;
};

} // namespace

std::string weakenCalls(Unit &U, const FunctionDecl *Fn, const CallOracle &Oracle) {
  Callees All(U, Oracle);
  All.TraverseStmt(Fn->getBody());
  return All.Declarations;
}

} // namespace ckpt
