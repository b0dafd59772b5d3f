//===- LateLocals.cpp - variables declared behind a resume point --------------===//
#include "LateLocals.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

const Stmt *behindLabels(const Stmt *S) {
  while (true) {
    if (const auto *Label = dyn_cast<LabelStmt>(S))
      S = Label->getSubStmt();
    else if (const auto *Case = dyn_cast<SwitchCase>(S))
      S = Case->getSubStmt();
    else
      return S;
  }
}

/// The jumps of a function, and the variables of its blocks.
class Jumps : public RecursiveASTVisitor<Jumps> {
public:
  bool VisitGotoStmt(GotoStmt *G) {
    Gotos.push_back(G);
    return true;
  }
  bool VisitStmt(Stmt *S) {
    if (isa<WhileStmt, DoStmt, ForStmt>(S))
      Loops.push_back(S);
    return true;
  }
  bool VisitCompoundStmt(CompoundStmt *Block) {
    for (const Stmt *S : Block->body())
      if (const auto *D = dyn_cast<DeclStmt>(behindLabels(S)))
        for (const Decl *Of : D->decls())
          if (const auto *V = dyn_cast<VarDecl>(Of); V && V->hasLocalStorage() && !V->getType()->isVariablyModifiedType()) // no jump passes one of those
            Variables.push_back({V, Block});
    return true;
  }
  std::vector<const GotoStmt *> Gotos;
  std::vector<const Stmt *> Loops;
  std::vector<std::pair<const VarDecl *, const CompoundStmt *>> Variables;
};

struct Jump {
  unsigned From, To;
};

} // namespace

LateLocals::LateLocals(const Unit &U, const FunctionDecl *F, ArrayRef<const CallExpr *> Setjmps) : U(U) {
  Jumps Found;
  Found.TraverseStmt(F->getBody());
  for (auto [V, Block] : Found.Variables) {
    const unsigned Begin = U.begin(Block), End = U.end(Block), Declared = U.begin(V->getLocation());
    auto within = [&](unsigned At) { return Begin < At && At < End; };
    std::vector<Jump> Back;
    for (const GotoStmt *G : Found.Gotos)
      if (const LabelStmt *L = G->getLabel()->getStmt(); L && within(U.begin(G)) && within(U.begin(L)))
        Back.push_back({U.begin(G), U.begin(L)});
    for (const CallExpr *C : Setjmps) // longjmp may be called wherever the block calls something
      if (within(U.begin(C)))
        Back.push_back({End, U.begin(C)});
    for (const Stmt *Loop : Found.Loops)
      if (within(U.begin(Loop)))
        Back.push_back({U.end(Loop), U.begin(Loop)});
    // What stands behind a place can be reached from it, and from there what it jumps back to.
    unsigned From = Declared;
    for (bool Further = true; Further;) {
      Further = false;
      for (const Jump &J : Back)
        if (J.To < From && From <= J.From)
          From = J.To, Further = true;
    }
    if (From < Declared)
      All.push_back({V, From, Declared});
  }
}

std::vector<const VarDecl *> LateLocals::at(const CallExpr *Resume) const {
  std::vector<const VarDecl *> Out;
  const unsigned Here = U.begin(Resume);
  for (const Late &L : All)
    if (L.From < Here && Here < L.To)
      Out.push_back(L.Variable);
  return Out;
}

} // namespace ckpt
