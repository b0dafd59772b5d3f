//===- TypesApart.cpp - types that the user's compiler may see otherwise --------===//
#include "TypesApart.h"
#include "../frontend/GenericMath.h"
#include "FrameEmitter.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The width of a bit-field that has a type of that width for gcc, or 0. What is no wider than int is promoted by both.
unsigned ownWidth(ASTContext &Ctx, const MemberExpr *M) {
  const auto *F = dyn_cast<FieldDecl>(M->getMemberDecl());
  if (!F || !F->isBitField())
    return 0;
  unsigned Width = F->getBitWidthValue(Ctx);
  return Width > Ctx.getIntWidth(Ctx.IntTy) && Width < Ctx.getIntWidth(F->getType()) ? Width : 0;
}

/// Does the call itself declare the function, of which Clang knows nothing?
bool isUnknown(const CallExpr *C) {
  const FunctionDecl *F = C->getDirectCallee();
  if (!F || !F->getIdentifier() || F->getBuiltinID())
    return false;
  return F->getMostRecentDecl()->isImplicit() || (isGenericMath(F->getName()) && F->getNumParams() == 0);
}

/// Finds what in an expression gives it a type that gcc may see otherwise: a bit-field or a call.
class Source {
public:
  explicit Source(ASTContext &Ctx) : Ctx(Ctx) {}

  const Expr *of(const Expr *E) const {
    E = E->IgnoreParenImpCasts();
    if (const auto *C = dyn_cast<CallExpr>(E))
      return isUnknown(C) ? C : nullptr;
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return ownWidth(Ctx, M) ? M : nullptr;
    if (const auto *O = dyn_cast<UnaryOperator>(E))
      return O->isArithmeticOp() || O->isIncrementDecrementOp() || O->getOpcode() == UO_Extension ? of(O->getSubExpr()) : nullptr;
    if (const auto *O = dyn_cast<BinaryOperator>(E))
      return ofOperator(O);
    if (const auto *O = dyn_cast<BinaryConditionalOperator>(E))
      return either(O->getCommon(), O->getFalseExpr());
    if (const auto *O = dyn_cast<ConditionalOperator>(E))
      return either(O->getTrueExpr(), O->getFalseExpr());
    if (const auto *S = dyn_cast<StmtExpr>(E)) {
      const auto *Value = dyn_cast_or_null<Expr>(S->getSubStmt()->getStmtExprResult());
      return Value ? of(Value) : nullptr;
    }
    if (const auto *G = dyn_cast<GenericSelectionExpr>(E))
      return of(G->getResultExpr());
    if (const auto *C = dyn_cast<ChooseExpr>(E))
      return of(C->getChosenSubExpr());
    return nullptr;
  }

private:
  const Expr *ofOperator(const BinaryOperator *O) const {
    if (O->isCommaOp())
      return of(O->getRHS());
    if (O->isAssignmentOp() || O->isShiftOp())
      return of(O->getLHS());
    return O->isComparisonOp() || O->isLogicalOp() ? nullptr : either(O->getLHS(), O->getRHS());
  }

  /// Of two operands that become of one type: beside a number that is wider, that of a bit-field is gone.
  const Expr *either(const Expr *A, const Expr *B) const {
    const Expr *OfA = of(A), *OfB = of(B);
    if (OfA && OfB)
      return isa<CallExpr>(OfA) ? OfA : OfB;
    const Expr *Found = OfA ? OfA : OfB;
    const auto *M = dyn_cast_or_null<MemberExpr>(Found);
    QualType Other = (OfA ? B : A)->IgnoreParenImpCasts()->getType();
    bool Wider = M && (Other->isFloatingType() || (Other->isIntegerType() && Ctx.getIntWidth(Other) > ownWidth(Ctx, M)));
    return Wider ? nullptr : Found;
  }

  ASTContext &Ctx;
};

/// Goes through all places where a type that was computed is written.
class Places : public RecursiveASTVisitor<Places> {
public:
  Places(Unit &U, const CallOracle &Oracle, function_ref<bool(const FunctionDecl *)> HasFrames) : U(U), Oracle(Oracle), HasFrames(HasFrames) {}

  bool TraverseDecl(Decl *D) {
    return !D || (!isa<TranslationUnitDecl>(D) && U.inSystemHeader(D->getLocation())) || RecursiveASTVisitor::TraverseDecl(D);
  }
  bool TraverseFunctionDecl(FunctionDecl *D) {
    bool Outer = Matters, OuterFrames = Frames;
    Matters = Frames = D->doesThisDeclarationHaveABody() && HasFrames(D);
    RecursiveASTVisitor::TraverseFunctionDecl(D);
    Matters = Outer;
    Frames = OuterFrames;
    return true;
  }
  bool TraverseVarDecl(VarDecl *D) {
    bool Outer = Matters;
    Matters |= D->hasGlobalStorage();
    RecursiveASTVisitor::TraverseVarDecl(D);
    Matters = Outer;
    return true;
  }
  bool VisitVarDecl(VarDecl *V) {
    if (Matters && V->hasInit() && V->getType()->getContainedAutoType())
      judge(V->getInit());
    return true;
  }
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    if (Matters)
      judge(L.getUnderlyingExpr());
    return true;
  }
  bool VisitConditionalOperator(ConditionalOperator *C) {
    if (Frames && (containsResume(C->getTrueExpr(), Oracle) || containsResume(C->getFalseExpr(), Oracle)))
      judge(C);
    return true;
  }
  bool VisitBinaryConditionalOperator(BinaryConditionalOperator *C) {
    if (Frames && containsResume(C, Oracle)) {
      judge(C);
      judge(C->getCommon()); // has a temporary of its own
    }
    return true;
  }
  bool VisitStmtExpr(StmtExpr *S) {
    if (Frames && containsResume(S, Oracle))
      judge(S);
    return true;
  }
  std::string Assertions;

private:
  void judge(const Expr *E) {
    const Expr *Found = Source(U.ctx()).of(E);
    if (!Found || !Judged.insert(Found).second)
      return;
    if (const auto *M = dyn_cast<MemberExpr>(Found))
      return U.report(Id::NumberType, M->getMemberLoc(),
                      {"what is computed of the bit-field '" + M->getMemberDecl()->getName().str() + "'",
                       "a type of " + std::to_string(ownWidth(U.ctx(), M)) + " bits in gcc's C"});
    const auto *C = cast<CallExpr>(Found);
    StringRef Name = C->getDirectCallee()->getName();
    if (isGenericMath(Name))
      U.report(Id::NotParsed, C->getBeginLoc(), {"of what type this call of a macro of <tgmath.h> is, is not known here: convert it by a cast"});
    else if (Name.starts_with("__builtin_"))
      U.report(Id::NotParsed, C->getBeginLoc(), {"of what type '" + Name.str() + "' is, is not known here: convert what it returns by a cast"});
    else
      ask(C, Name);
  }

  /// gcc knows some functions of libraries that are not declared, Clang others. Zero is an argument of any type that they have.
  void ask(const CallExpr *C, StringRef Name) {
    std::string Zeros;
    for (unsigned I = 0; I < C->getNumArgs(); ++I)
      Zeros += I ? ", 0" : "0";
    std::string Where = U.fileOf(C->getBeginLoc()) + ":" + std::to_string(U.line(C->getBeginLoc()));
    Assertions += ("__extension__ _Static_assert(__builtin_types_compatible_p(__typeof__(" + Name + "(" + Zeros + ")), int), ").str() +
                  quoted(Where + ": '" + Name.str() + "' is not declared, and does not return an int: declare it") + ");\n";
  }

  Unit &U;
  const CallOracle &Oracle;
  function_ref<bool(const FunctionDecl *)> HasFrames;
  bool Matters = true; ///< a type that is computed here is written into the unit
  bool Frames = false; ///< in a function that can reach a site
  DenseSet<const Expr *> Judged;
};

} // namespace

std::string guardTypes(Unit &U, const CallOracle &Oracle, function_ref<bool(const FunctionDecl *)> HasFrames) {
  if (U.byClang())
    return "";
  Places P(U, Oracle, HasFrames);
  P.TraverseDecl(U.ctx().getTranslationUnitDecl());
  return P.Assertions;
}

} // namespace ckpt
