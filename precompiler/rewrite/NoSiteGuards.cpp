//===- NoSiteGuards.cpp - the check in functions of #pragma ckpt no_site ---------===//
#include "NoSiteGuards.h"
#include "../analysis/NoSite.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

void guardNoSite(Unit &U, const Facts &F) {
  const NoSiteFunctions NoSite(U);
  for (const FunctionFacts &X : F.Functions) {
    if (!NoSite.contains(X.Decl))
      continue;
    unsigned Begin = U.begin(X.Decl->getBeginLoc()), End = U.end(X.Decl->getBody());
    U.edits().insert(Begin, Begin, End, "__attribute__((__noinline__)) ");
    U.edits().insert(U.begin(X.Decl->getBody()->getBeginLoc()) + 1, Begin, End,
                     " __attribute__((__cleanup__(ckptg_no_site_left), __unused__)) const ckptg_no_site ckptg_in = { " +
                         quoted(X.Decl->getName()) + ", " + quoted(U.fileOf(X.Decl->getLocation())) + ", " +
                         std::to_string(U.line(X.Decl->getLocation())) + " };");
  }
}

} // namespace ckpt
