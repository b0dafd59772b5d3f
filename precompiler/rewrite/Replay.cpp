//===- Replay.cpp - #pragma ckpt replay ---------------------------------------===//
#include "Replay.h"
#include "Frames.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// An array that is handed over keeps its length: it goes as a pointer to it.
const Expr *arrayArgument(const ASTContext &Ctx, const Expr *A) {
  const Expr *E = A->IgnoreParenImpCasts();
  const auto *T = Ctx.getAsConstantArrayType(E->getType());
  return T && !T->getElementType()->isCharType() && E->isLValue() ? E : nullptr;
}

} // namespace

ReplayTables rewriteReplayed(Unit &U, TypeText &Text, TypeTables &Types, Facts &F,
                             const CallOracle &Oracle) {
  ReplayTables R;
  unsigned N = 0;
  for (const CallExpr *Mark : F.ReplayMarks) {
    U.edits().replace(U.begin(Mark), U.end(Mark), "((void)0)");
    const CallExpr *C = replayedCall(U, Mark);
    const FunctionDecl *Fn = C ? C->getDirectCallee() : nullptr;
    if (!Fn || !Fn->getIdentifier()) {
      U.report(Id::ReplayCall, Mark->getBeginLoc(),
               {C ? "a call through a pointer cannot be replayed" : "#pragma ckpt replay must stand before a call"});
      continue;
    }
    if (Oracle.IsCheckpointable(C)) {
      U.report(Id::ReplaySite, C->getBeginLoc(), {Fn->getName().str()});
      continue;
    }
    if (any_of(C->arguments(), [&](const Expr *A) { return containsResume(A, Oracle); })) {
      U.report(Id::ReplayCall, C->getBeginLoc(), {"an argument of a call that is to be replayed can reach a checkpoint site"});
      continue;
    }
    std::string Id = std::to_string(++N), Args, Pointers, Passed, Copies;
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const Expr *A = C->getArg(I);
      const Expr *Array = arrayArgument(U.ctx(), A);
      QualType T = I < Fn->getNumParams() ? Fn->getParamDecl(I)->getType() : A->getType();
      if (Array)
        T = U.ctx().getPointerType(Array->getType());
      std::string Name = "ckptg_a" + std::to_string(I);
      Copies += Text.declare(T.getUnqualifiedType(), Name) + " = " + (Array ? "(" + Text.name(T) + ")(" : "(") +
                U.edits().render(U.begin(A), U.end(A)) + "); ";
      Args += (I ? ", " : "") + Types.ref(T);
      Pointers += std::string(I ? ", " : "") + "&" + Name;
      Passed += std::string(I ? ", " : "") + (Array ? "*" : "") + Name;
    }
    bool Void = C->getType()->isVoidType();
    bool Static = Fn->getFormalLinkage() != Linkage::External;
    std::string Code = U.edits().render(U.begin(C->getCallee()), U.end(C->getCallee()));
    std::string Table = "&ckptg_rp" + Id;
    std::string List = C->getNumArgs() ? "(const void *const []){ " + Pointers + " }" : "0";
    std::string Call = Code + "(" + Passed + ")";
    std::string Body = "__extension__ ({ " + Copies + "ckptg_replay_before(" + Table + ", " + List + "); ";
    Body += Void ? Call + "; ckptg_replay_after(" + Table + ", 0); })"
                 : Text.declare(C->getType().getUnqualifiedType(), "ckptg_r") + " = " + Call +
                       "; ckptg_replay_after(" + Table + ", &ckptg_r); ckptg_r; })";
    unsigned Lines = U.text().slice(U.begin(C), U.end(C)).count('\n');
    U.edits().replace(U.begin(C), U.end(C), Body + std::string(Lines - std::min<size_t>(Lines, StringRef(Body).count('\n')), '\n'));
    F.AddressTaken.insert(Fn->getCanonicalDecl());
    R.Forward += "static const ckptg_replay ckptg_rp" + Id + "; ";
    if (C->getNumArgs())
      R.Tables += "static const ckptg_type *const ckptg_ra" + Id + "[] = { " + Args + " };\n";
    R.Tables += "static const ckptg_replay ckptg_rp" + Id + " = { " + quoted(Fn->getName()) + ", " +
                (Static ? quoted(U.file()) : "0") + ", (void (*)(void))" + Code + ", " +
                (Void ? "0" : Types.ref(C->getType())) + ", " + (C->getNumArgs() ? "ckptg_ra" + Id : "0") + ", " +
                std::to_string(C->getNumArgs()) + ", " +
                std::to_string(std::min<unsigned>(C->getNumArgs(), Fn->getNumParams())) + ", " +
                quoted(U.fileOf(C->getBeginLoc())) + ", " + std::to_string(U.line(C->getBeginLoc())) + " };\n";
  }
  return R;
}

} // namespace ckpt
