//===- GivenBack.cpp - the run time is told of memory that lists keep ---------------===//
#include "GivenBack.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// `*(void **)p`: the cast takes what the call returns; of `l->next` the type is l's.
void wrap(Unit &U, const Expr *Pointer, const std::string &Function, const std::string &Last) {
  bool Bytes = Pointer->getType()->isVoidPointerType();
  if (Bytes)
    U.edits().wrap(U.begin(Pointer), U.end(Pointer), Function + "((void *)(", ")" + Last + ")");
  else
    U.edits().wrap(U.begin(Pointer), U.end(Pointer), "__extension__ ({ __auto_type ckptg_l = (", "); (void)" + Function + "((void *)ckptg_l" + Last + "); ckptg_l; })");
}

} // namespace

void rewriteGivenBack(Unit &U, TypeTables &Types, const FreeLists &Lists, std::vector<std::string> &Used) {
  for (const FreeLists::Link &L : Lists.Pushed) {
    if (L.Pointer) {
      Used.push_back(Types.ref(L.Type));
      wrap(U, L.Pointer, "ckptg_linked", ", " + Used.back());
    }
    if (L.Head)
      U.edits().wrap(U.begin(L.Head), U.end(L.Head), "(*__extension__ ({ __auto_type ckptg_h = &(", "); ckptg_heads((const void *)ckptg_h); ckptg_h; }))");
  }
  for (const Expr *Pointer : Lists.Popped)
    wrap(U, Pointer, "ckptg_unlinked", "");
  for (const Expr *E : Lists.HandedAgain)
    U.edits().wrap(U.begin(E), U.end(E), "ckptg_again((void *)(", "))");
}

} // namespace ckpt
