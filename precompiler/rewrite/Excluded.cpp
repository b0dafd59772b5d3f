//===- Excluded.cpp - #pragma ckpt exclude and on_restart ----------------------===//
#include "Excluded.h"
#include "../frontend/Markers.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

void checkExcluded(Unit &U, const Facts &F) {
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls())
    if (const auto *T = dyn_cast<TypedefNameDecl>(D); T && isMarkerOfType(T))
      U.report(Id::Pragma, T->getLocation(), {"exclude takes variables, and no_site functions: this is the name of a type"});
  for (const Expr *What : F.ExcludedExpressions) {
    const auto *R = dyn_cast<DeclRefExpr>(What);
    const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
    SourceLocation At = What->getBeginLoc();
    if (!V)
      U.report(Id::Pragma, At, {"exclude takes variables, and *pointer for a heap block: a part of a variable cannot be left out; make it a "
                                "variable, or a block, of its own"});
    else if (V->isFileVarDecl() && !V->getActingDefinition() && !V->getDefinition())
      U.report(Id::Pragma, At, {"exclude(" + V->getName().str() + "): it is not defined in this file; put the pragma into the file that defines it"});
  }
  for (const CallExpr *Mark : F.ExcludeMarks)
    if (const Expr *Pointer = excludedBlock(Mark); Pointer && Pointer->getType()->isFunctionPointerType())
      U.report(Id::Pragma, Mark->getBeginLoc(), {"exclude(*pointer): the pointer must lead to an object"});
}

void rewriteExcluded(Unit &U, const Facts &F) {
  for (const CallExpr *Mark : F.ExcludeMarks) {
    const Expr *Pointer = excludedBlock(Mark);
    if (!Pointer) {
      U.edits().replace(U.begin(Mark), U.end(Mark), "((void)0)");
      continue;
    }
    // The pointer stays where it is: variables in it get other names later.
    U.edits().replace(U.begin(Mark), U.begin(Pointer), "ckptg_exclude((void *)(");
    U.edits().replace(U.end(Pointer), U.end(Mark), "), " + quoted(U.fileOf(Mark->getBeginLoc())) + ", " + std::to_string(U.line(Mark->getBeginLoc())) + ")");
  }
}

} // namespace ckpt
