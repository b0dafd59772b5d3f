//===- Closers.cpp - calls that close what a call opened ------------------===//
#include "Closers.h"
#include "Places.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool isNamed(const CallExpr *X, ArrayRef<StringRef> Names) {
  const FunctionDecl *F = X->getDirectCallee();
  return F && F->getIdentifier() && is_contained(Names, F->getName());
}

bool isCloser(const CallExpr *X, StringRef Closer) {
  static constexpr StringRef Waits[] = {"wait", "waitpid", "waitid", "wait3", "wait4"}, Closes[] = {"close", "fclose", "closedir"};
  return Closer == "wait" ? isNamed(X, Waits) : Closer == "close" ? isNamed(X, Closes) : isNamed(X, Closer);
}

namespace {

constexpr StringRef Forks[] = {"fork", "vfork", "posix_spawn", "posix_spawnp"};
constexpr StringRef Fillers[] = {"pipe", "pipe2", "socketpair", "pthread_create", "thrd_create"};

/// Does a function make by calls of the library what it closes: a local that has the result of one, that one fills; a child?
class MakesItself : public RecursiveASTVisitor<MakesItself> {
public:
  MakesItself(Unit &U, const VarDecl *Local) : U(U), Local(Local) {}
  bool VisitVarDecl(VarDecl *V) { return !(Found |= Local && V == Local && V->getInit() && isLibrarys(V->getInit())); }
  bool VisitBinaryOperator(BinaryOperator *B) {
    return !(Found |= Local && B->getOpcode() == BO_Assign && placeOf(U.ctx(), B->getLHS()).Base == Local && isLibrarys(B->getRHS()));
  }
  bool VisitCallExpr(CallExpr *X) {
    Found |= Local ? isNamed(X, Fillers) && any_of(X->arguments(), [this](const Expr *A) { return placeOf(U.ctx(), A).Base == Local; }) : isNamed(X, Forks);
    return !Found;
  }
  bool Found = false;

private:
  bool isLibrarys(const Expr *E) const {
    const auto *X = dyn_cast<CallExpr>(bare(E));
    return X && X->getDirectCallee() && isLibraryFunction(U, X->getDirectCallee());
  }
  Unit &U;
  const VarDecl *Local; ///< null: it waits for children
};

/// Is the closer called, and not for what the caller made itself, in a body or in those of functions that it calls?
class Called : public RecursiveASTVisitor<Called> {
public:
  Called(Unit &U, StringRef Name) : U(U), Name(Name) {}
  bool VisitCallExpr(CallExpr *X) {
    Found |= isCloser(X, Name) && !isItsOwn(X);
    if (const FunctionDecl *F = X->getDirectCallee())
      look(F);
    return !Found;
  }
  void look(const FunctionDecl *F) {
    const FunctionDecl *Body = nullptr;
    if (!F->hasBody(Body) || !Seen.insert(Body).second)
      return;
    Callers.push_back(Body);
    TraverseStmt(Body->getBody());
    Callers.pop_back();
  }
  bool Found = false;

private:
  bool isItsOwn(const CallExpr *X) const {
    if (Name == "wait")
      return any_of(Callers, [this](const FunctionDecl *F) { return makes(F, nullptr); });
    Place P = X->getNumArgs() ? placeOf(U.ctx(), X->getArg(0)) : Place();
    return P.IsLocal && !isa<ParmVarDecl>(P.Base) && makes(Callers.back(), P.Base);
  }
  bool makes(const FunctionDecl *F, const VarDecl *Local) const {
    MakesItself Own(U, Local);
    return Own.TraverseStmt(F->getBody()), Own.Found;
  }
  Unit &U;
  StringRef Name;
  std::vector<const FunctionDecl *> Callers;
  DenseSet<const FunctionDecl *> Seen;
};

} // namespace

bool callsCloser(Unit &U, const FunctionDecl *F, StringRef Closer) {
  Called In(U, Closer);
  In.look(F);
  return In.Found;
}

} // namespace ckpt
