//===- Libraries.cpp - functions and objects in the hands of other code ------------===//
#include "Checks.h"
#include "../analysis/ReplayedCalls.h"
#include "clang/AST/ParentMapContext.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The function that an argument is: f, &f, (type)f.
const FunctionDecl *functionGiven(const Expr *E) {
  E = bare(E);
  if (const auto *O = dyn_cast<UnaryOperator>(E); O && O->getOpcode() == UO_AddrOf)
    E = bare(O->getSubExpr());
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return R ? dyn_cast<FunctionDecl>(R->getDecl()) : nullptr;
}

class Libraries : public CheckWalk<Libraries> {
public:
  explicit Libraries(CheckContext &C) : CheckWalk(C), Replayed(C.U, C.F) {}

  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F || !F->getIdentifier() || C.isOurs(F) || siteIndex(Call) >= 0 || !U.inText(Call->getBeginLoc()) ||
        F->getName().starts_with("__ckpt_"))
      return true;
    for (const Expr *A : Call->arguments())
      if (const FunctionDecl *Given = functionGiven(A); Given && Given->getDefinition() && C.Live.reaches(Given->getDefinition()))
        U.report(Id::CallbackSite, A->getBeginLoc(), {Given->getName().str(), F->getName().str()});
    if (!Replayed.covers(Call) && isForeign(F))
      foreign(Call, F);
    return true;
  }

  /// { .sa_handler = f }; the walk shows lists as they are written.
  bool VisitInitListExpr(InitListExpr *E) {
    handlersIn(E->isSemanticForm() ? E : E->getSemanticForm());
    return true;
  }

  /// struct sigaction's handler, and other places where a library looks for functions.
  bool VisitBinaryOperator(BinaryOperator *O) {
    const auto *M = O->getOpcode() == BO_Assign ? dyn_cast<MemberExpr>(O->getLHS()->IgnoreParens()) : nullptr;
    const FunctionDecl *Given = M ? functionGiven(O->getRHS()) : nullptr;
    if (Given && Given->getDefinition() && C.Live.reaches(Given->getDefinition()) && U.inSystemHeader(M->getMemberDecl()->getLocation()))
      U.report(Id::CallbackSite, O->getRHS()->getBeginLoc(), {Given->getName().str(), "a library"});
    return true;
  }

private:
  ReplayedCalls Replayed;
  SmallPtrSet<const Expr *, 4> Said; ///< values of lists that are in another list

  void handlersIn(const InitListExpr *List) {
    const RecordDecl *R = List ? List->getType()->getAsRecordDecl() : nullptr;
    if (!R || !U.inSystemHeader(R->getLocation()))
      return;
    for (const Expr *Init : List->inits()) {
      if (const auto *Inner = dyn_cast<InitListExpr>(Init))
        handlersIn(Inner);
      else if (const FunctionDecl *Given = functionGiven(Init);
               Given && Given->getDefinition() && C.Live.reaches(Given->getDefinition()) && Said.insert(bare(Init)).second)
        U.report(Id::CallbackSite, Init->getBeginLoc(), {Given->getName().str(), "a library"});
    }
  }

  /// Of a library that is installed, and not the C library, a compiler's or MPI. What the program's own headers declare may
  /// be in a file that was not given.
  bool isForeign(const FunctionDecl *F) const {
    StringRef Name = F->getName();
    return isLibraryFunction(U, F) && !C.Program.Library.empty() && !F->getBuiltinID() && !isWrappedName(linkName(F)) && !C.Program.Library.count(linkName(F).str()) && !Name.starts_with("MPI_") &&
           !Name.starts_with("PMPI_") && !Name.starts_with("omp_") && !Name.starts_with("__") && !Name.starts_with("ckpt_") &&
           !linkName(F).starts_with("ckpt_");
  }

  void foreign(const CallExpr *Call, const FunctionDecl *F) {
    for (const Expr *A : Call->arguments()) {
      const FunctionDecl *Given = functionGiven(A);
      if (Given && C.isOurs(Given))
        return U.report(Id::LibraryPointer, A->getBeginLoc(), {F->getName().str(), "the function '" + Given->getName().str() + "'"});
    }
    // A handle: only the library knows what it leads to.
    QualType T = Call->getType();
    if (T->isPointerType() && (T->getPointeeType()->isIncompleteType() && !T->isVoidPointerType()) &&
        Keep.keeps(Call, Current, Followed::Pointer))
      return U.report(Id::LibraryHandle, Call->getBeginLoc(), {F->getName().str()});
    // Or through a structure of the program's, which the library fills.
    for (const Expr *A : Call->arguments()) {
      const auto *O = dyn_cast<UnaryOperator>(bare(A));
      if (!O || O->getOpcode() != UO_AddrOf || !holdsHandle(O->getSubExpr()->getType()) || !Keep.keptBy(O->getSubExpr(), Current))
        continue;
      return U.report(Id::LibraryHandle, Call->getBeginLoc(), {F->getName().str()});
    }
  }

  /// A pointer to what only a library knows, or a structure with one.
  bool holdsHandle(QualType T) const {
    if (T->isPointerType())
      return T->getPointeeType()->isIncompleteType() && !T->isVoidPointerType();
    const RecordDecl *R = T->getAsRecordDecl();
    return R && R->getDefinition() && U.inSystemHeader(R->getDefinition()->getLocation()) &&
           any_of(R->getDefinition()->fields(), [&](const FieldDecl *F) { return holdsHandle(F->getType()); });
  }
};

} // namespace

void checkLibraries(CheckContext &C) { Libraries(C).run(); }

} // namespace ckpt
