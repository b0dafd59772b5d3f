//===- Replay.cpp - #pragma ckpt replay ---------------------------------------===//
#include "Replay.h"
#include "Frames.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Is it an object by its name, a compound literal, or a member of an object? Its address leads to it alone; that of an element does not.
bool isObject(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *M = dyn_cast<MemberExpr>(E))
    return isa<FieldDecl>(M->getMemberDecl());
  const auto *R = dyn_cast<DeclRefExpr>(E);
  return isa<CompoundLiteralExpr>(E) || (R && isa<VarDecl>(R->getDecl()));
}

/// `p->name`, the last member of what a pointer leads to: there may be more of it than its type says (`char name[1]`), which the run time sees.
bool mayBeLonger(ASTContext &Ctx, const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (!E->isFlexibleArrayMemberLike(Ctx, LangOptions::StrictFlexArraysLevelKind::Default))
    return false;
  while (const auto *M = dyn_cast<MemberExpr>(E)) {
    if (M->isArrow())
      return true;
    E = M->getBase()->IgnoreParens();
  }
  return !isa<DeclRefExpr, CompoundLiteralExpr>(E);
}

/// Can a declaration of the unit's tables name the type?
bool hasName(QualType T) {
  const TagDecl *D = T->getAsTagDecl();
  return !D || D->getIdentifier() || D->getTypedefNameForAnonDecl();
}

/// `(char *)&object`: the bytes of something else.
bool isBytesOfOther(const Expr *A) {
  const auto *Cast = dyn_cast<CStyleCastExpr>(A->IgnoreParenImpCasts());
  if (!Cast || !Cast->getType()->isPointerType() || !Cast->getType()->getPointeeType()->isCharType())
    return false;
  QualType Of = Cast->getSubExpr()->IgnoreParenImpCasts()->getType();
  QualType Element = Of->isPointerType() ? Of->getPointeeType() : Of->isArrayType() ? Of->getAsArrayTypeUnsafe()->getElementType() : QualType();
  return !Element.isNull() && !Element->isVoidType() && !Element->isCharType();
}

/// What is handed over and of which the length is known here, an array or an object by its address, goes as a pointer to an array: that type, or none.
QualType arrayArgument(ASTContext &Ctx, const Expr *A) {
  const Expr *E = A->IgnoreParenImpCasts();
  if (const auto *Cast = dyn_cast<CStyleCastExpr>(E)) {
    const auto *Of = Ctx.getAsConstantArrayType(Cast->getSubExpr()->IgnoreParenImpCasts()->getType());
    QualType To = Cast->getType()->getPointeeType();
    if (!Of || mayBeLonger(Ctx, Cast->getSubExpr()) || !Of->getElementType()->isCharType() || To.isNull() || !To->isCharType())
      return QualType();
    return Ctx.getPointerType(Ctx.getConstantArrayType(To, Of->getSize(), nullptr, ArraySizeModifier::Normal, 0));
  }
  if (Ctx.getAsConstantArrayType(E->getType()))
    return E->isLValue() && !mayBeLonger(Ctx, E) ? Ctx.getPointerType(E->getType()) : QualType();
  const auto *O = dyn_cast<UnaryOperator>(E);
  if (!O || O->getOpcode() != UO_AddrOf || !isObject(O->getSubExpr()))
    return QualType();
  QualType T = O->getSubExpr()->getType();
  if (T->isArrayType() || T->isFunctionType() || T->isIncompleteType() || T->isVariablyModifiedType() || !hasName(T))
    return QualType();
  return Ctx.getPointerType(Ctx.getConstantArrayType(T, llvm::APInt(32, 1), nullptr, ArraySizeModifier::Normal, 0));
}

/// Functions of the C library whose state is in images: made again, the call would change it. (What opens descriptors, or changes them, may be
/// replayed, for not all of these are.)
bool isCarried(const Facts &F, const CallExpr *C, StringRef Name) {
  static const StringSet<> Library = {
      "rand",    "srand",     "random",  "srandom",   "initstate", "setstate", "drand48",       "erand48",         "lrand48",     "nrand48", "mrand48",
      "jrand48", "srand48",   "seed48",  "lcong48",   "strtok",    "atexit",   "on_exit",       "fopen",           "fopen64",     "freopen", "freopen64",
      "fdopen",  "fclose",    "tmpfile", "tmpfile64", "setvbuf",   "setbuf",   "setbuffer",     "setlinebuf",      "getopt",      "getopt_long", "getopt_long_only"};
  bool Wrapped = is_contained(F.WrappedRefs, dyn_cast<DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts()));
  return (Wrapped && Library.contains(Name)) || any_of(F.Allocations, [&](const Allocation &A) { return A.Call == C && !A.Name.empty(); });
}

/// What these open has a place in it, which is lost: a checkpoint is refused while it is open, and made again it would be at its beginning.
bool isAtItsBeginning(const Facts &F, const CallExpr *C, StringRef Name) {
  static const StringSet<> Library = {"opendir", "fdopendir", "closedir", "fmemopen", "open_memstream", "open_wmemstream", "fopencookie"};
  return is_contained(F.WrappedRefs, dyn_cast<DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts())) && Library.contains(Name);
}

/// Offset of the first \p C in [Begin, End), line markers left aside.
unsigned find(const Unit &U, unsigned Begin, unsigned End, char C) {
  StringRef T = U.text();
  for (unsigned At = Begin; At < End; ++At) {
    if (T[At] == C)
      return At;
    if (T[At] == '#')
      while (At + 1 < End && T[At + 1] != '\n')
        ++At;
  }
  return End;
}

/// Is the function declared where the unit's tables stand? Not if it is only called, or declared in a block.
bool isAtFileScope(const Unit &U, const FunctionDecl *Fn) {
  return any_of(Fn->redecls(), [&](const FunctionDecl *D) {
    return !D->isImplicit() && U.inText(D->getLocation()) && !D->getLexicalParent()->isFunctionOrMethod();
  });
}

/// Text in place of [Begin, End), on as many lines.
void replaceLines(Unit &U, unsigned Begin, unsigned End, std::string With) {
  U.edits().replace(Begin, End, With + std::string(U.text().slice(Begin, End).count('\n'), '\n'));
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
    if (any_of(C->arguments(), isBytesOfOther)) {
      U.report(Id::Pragma, C->getBeginLoc(),
               {"an argument of a call that is to be replayed is the bytes of an object, which are others on another machine; replay a function of your own that is given the object"});
      continue;
    }
    if (isCarried(F, C, Fn->getName())) {
      U.report(Id::Pragma, C->getBeginLoc(),
               {"what '" + Fn->getName().str() + "' does comes back by itself at a restart, and cannot be replayed: leave #pragma ckpt replay out"});
      continue;
    }
    if (isAtItsBeginning(F, C, Fn->getName())) {
      U.report(Id::Pragma, C->getBeginLoc(),
               {"what '" + Fn->getName().str() + "' opens would be at its beginning when the call is made again, and is not carried: close it before the site, and leave #pragma ckpt replay out"});
      continue;
    }
    // The arguments stay where they are, and are declared as variables: what stands in them gets other names later.
    const Expr *Callee = C->getCallee();
    std::string Id = std::to_string(++N), Args, Pointers, Passed;
    std::string Code = U.edits().render(U.begin(Callee), U.end(Callee));
    unsigned From = U.begin(C), To = U.begin(C->getRParenLoc());
    for (unsigned I = 0; I < C->getNumArgs(); ++I) {
      const Expr *A = C->getArg(I);
      QualType T = arrayArgument(U.ctx(), A);
      bool Array = !T.isNull();
      if (!Array)
        T = I < Fn->getNumParams() ? Fn->getParamDecl(I)->getType() : A->getType();
      std::string Name = "ckptg_a" + std::to_string(I);
      unsigned Mark = find(U, I ? From : U.end(Callee), U.begin(A), I ? ',' : '(') + 1;
      replaceLines(U, I ? Mark - 1 : From, Mark, (I ? "); " : "__extension__ ({ ") + Text.declare(T.getUnqualifiedType(), Name) + " = " +
                                                     (Array ? "(" + Text.name(T) + ")(" : "("));
      From = U.end(A);
      Args += (I ? ", " : "") + Types.ref(T);
      Pointers += std::string(I ? ", " : "") + "&" + Name;
      Passed += std::string(I ? ", " : "") + (Array ? "*" : "") + Name;
    }
    bool Void = C->getType()->isVoidType();
    bool Static = Fn->getFormalLinkage() != Linkage::External;
    std::string Table = "&ckptg_rp" + Id;
    std::string List = C->getNumArgs() ? "(const void *const []){ " + Pointers + " }" : "0";
    std::string Call = Code + "(" + Passed + ")";
    std::string Body = (C->getNumArgs() ? "); " : "__extension__ ({ ") + std::string("ckptg_replay_before(") + Table + ", " + List + "); ";
    Body += Void ? Call + "; ckptg_replay_after(" + Table + ", 0); })"
                 : Text.declare(C->getType().getUnqualifiedType(), "ckptg_r") + " = " + Call +
                       "; ckptg_replay_after(" + Table + ", &ckptg_r); ckptg_r; })";
    replaceLines(U, C->getNumArgs() ? To : From, To + 1, Body);
    F.AddressTaken.insert(Fn->getCanonicalDecl());
    R.Forward += "static const ckptg_replay ckptg_rp" + Id + "; ";
    if (!isAtFileScope(U, Fn))
      R.Tables += "extern " + Text.declare(Fn->getType(), Fn->getName().str()) + ";\n";
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
