//===- FrameExpressions.cpp - calls move out of expressions -------------------===//
//
// Every call to a checkpointable function becomes a statement of its own whose
// result is kept in a temporary. Operators that C11 gives a sequence point
// (&&, ||, ?:, comma) become statements too where a call stands in them; all
// other operands may be evaluated in any order (6.5p3), so what is left of the
// expression runs after the calls.
//
//===----------------------------------------------------------------------===//
#include "FrameEmitter.h"
#include "clang/AST/StmtOpenMP.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The bounds in \p T that its declaration evaluates.
void addBounds(QualType T, ASTContext &Ctx, SmallVectorImpl<const Stmt *> &Out) {
  while (T->isVariablyModifiedType() && !T->getAs<TypedefType>()) {
    if (const auto *P = T->getAs<clang::PointerType>()) {
      T = P->getPointeeType();
      continue;
    }
    const clang::ArrayType *A = Ctx.getAsArrayType(T);
    if (!A)
      return;
    if (const auto *V = dyn_cast<VariableArrayType>(A); V && V->getSizeExpr())
      Out.push_back(V->getSizeExpr());
    T = A->getElementType();
  }
}

/// The sub-expressions of \p S that are evaluated when it is.
SmallVector<const Stmt *, 8> evaluated(const Stmt *S) {
  SmallVector<const Stmt *, 8> Out;
  if (const auto *T = dyn_cast<UnaryExprOrTypeTraitExpr>(S)) {
    (void)T;
    return Out;
  }
  if (const auto *G = dyn_cast<GenericSelectionExpr>(S)) {
    if (!G->isResultDependent())
      Out.push_back(G->getResultExpr());
    return Out;
  }
  if (const auto *C = dyn_cast<ChooseExpr>(S)) {
    Out.push_back(C->getChosenSubExpr());
    return Out;
  }
  if (const auto *C = dyn_cast<CapturedStmt>(S)) {
    Out.push_back(C->getCapturedStmt());
    return Out;
  }
  if (const auto *D = dyn_cast<OMPExecutableDirective>(S)) {
    for (OMPClause *C : D->clauses())
      for (const Stmt *X : C->children())
        if (X)
          Out.push_back(X);
    if (D->hasAssociatedStmt())
      Out.push_back(D->getRawStmt());
    return Out;
  }
  if (const auto *O = dyn_cast<OpaqueValueExpr>(S)) {
    (void)O;
    return Out;
  }
  if (const auto *B = dyn_cast<BinaryConditionalOperator>(S)) {
    Out.push_back(B->getCommon());
    Out.push_back(B->getFalseExpr());
    return Out;
  }
  if (const auto *I = dyn_cast<InitListExpr>(S))
    if (I->isSemanticForm() && I->getSyntacticForm())
      S = I->getSyntacticForm();
  if (const auto *C = dyn_cast<CallExpr>(S))
    if (const FunctionDecl *F = C->getDirectCallee())
      if (F->getBuiltinID() && F->getIdentifier() && is_contained({"__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size",
                                                                   "__builtin_classify_type", "__builtin_assume"}, F->getName()))
        return Out;
  if (const auto *D = dyn_cast<DeclStmt>(S)) {
    for (const Decl *X : D->decls()) {
      if (const auto *T = dyn_cast<TypedefNameDecl>(X))
        addBounds(T->getUnderlyingType(), X->getASTContext(), Out);
      const auto *V = dyn_cast<VarDecl>(X);
      if (!V || V->isStaticLocal())
        continue;
      addBounds(V->getType(), X->getASTContext(), Out);
      if (V->hasInit())
        Out.push_back(V->getInit());
    }
    return Out;
  }
  for (const Stmt *C : S->children())
    if (C)
      Out.push_back(C);
  return Out;
}

} // namespace

bool containsResume(const Stmt *S, const CallOracle &Oracle) {
  if (const auto *C = dyn_cast<CallExpr>(S))
    if (siteIndex(C) >= 0 || Oracle.IsCheckpointable(C) || isSetjmp(C))
      return true;
  for (const Stmt *Child : evaluated(S))
    if (containsResume(Child, Oracle))
      return true;
  return false;
}

std::string FrameEmitter::wrapped(const Expr *E, std::string S) const {
  auto Found = Oracle.Wraps.find(E);
  return Found == Oracle.Wraps.end() ? S : Found->second.first + S + Found->second.second;
}

std::string FrameEmitter::newTemp(QualType T, const std::string &User, std::string &Pre,
                                  unsigned Line) {
  (void)User;
  (void)Line;
  std::string Code = "ckptg_t" + std::to_string(++Temps);
  Pre += Text.declare(T.getUnqualifiedType(), Code) + "; ";
  return Code;
}

std::string FrameEmitter::assign(const std::string &Temp, QualType T,
                                 const std::string &Value) const {
  if (!hasConstMember(T))
    return Temp + " = " + (Value.find(',') == std::string::npos ? Value : "(" + Value + ")") + "; "; // it may be a comma expression
  return "{ __typeof__(" + Temp + ") ckptg_a = (" + Value + "); __builtin_memcpy((void *)&" + Temp +
         ", (const void *)&ckptg_a, sizeof(ckptg_a)); } ";
}

void FrameEmitter::liveTemp(const std::string &Code, const Expr *E, const std::string &User,
                            unsigned Line) {
  QualType T = E->getType();
  LocalSlot L;
  L.User = User;
  L.Code = Code;
  L.Type = T.getUnqualifiedType();
  L.Line = Line;
  L.Memory = hasConstMember(T) || (T->isRecordType() && leavesPointer(U.ctx(), E));
  Scope.push_back(L);
}

std::string FrameEmitter::lowerFull(const Expr *E, std::string &Pre, bool Void) {
  if (!hasResume(E))
    return U.edits().render(U.begin(E), U.end(E));
  Full.push_back(E);
  std::string S = lower(E, Pre, Void);
  Full.pop_back();
  return S;
}

std::string FrameEmitter::lower(const Expr *E, std::string &Pre, bool Void) {
  unsigned Begin = U.begin(E), End = U.end(E);
  if (!hasResume(E))
    return U.edits().render(Begin, End);
  if (const auto *P = dyn_cast<ParenExpr>(E))
    return "(" + lower(P->getSubExpr(), Pre, Void) + ")";
  if (const auto *C = dyn_cast<ImplicitCastExpr>(E))
    return lower(C->getSubExpr(), Pre, Void);
  if (const auto *C = dyn_cast<CStyleCastExpr>(E))
    if (C->getType()->isVoidType())
      return lower(C->getSubExpr(), Pre, true);
  if (const auto *C = dyn_cast<CallExpr>(E)) {
    if (siteIndex(C) >= 0) {
      refuse(C, Id::SitePlace);
      return "((void)0)";
    }
    if (Oracle.IsCheckpointable(C))
      return lowerCall(C, Pre, Void);
    if (isSetjmp(C))
      return lowerJump(C, Pre);
  }
  if (const auto *B = dyn_cast<BinaryOperator>(E)) {
    if (B->isLogicalOp() && hasResume(B->getRHS()))
      return lowerLogical(B, Pre);
    if (B->isCommaOp()) {
      std::string Left = lower(B->getLHS(), Pre, true);
      Pre += Left + "; ";
      return lower(B->getRHS(), Pre, Void);
    }
  }
  if (const auto *C = dyn_cast<AbstractConditionalOperator>(E)) {
    const auto *Plain = dyn_cast<ConditionalOperator>(C);
    if (!Plain || hasResume(Plain->getTrueExpr()) || hasResume(Plain->getFalseExpr()))
      return lowerConditional(C, Pre, Void);
  }
  if (const auto *S = dyn_cast<StmtExpr>(E))
    return lowerStmtExpr(S, Pre, Void);
  return lowerChildren(E, Pre, Begin, End);
}

std::string FrameEmitter::lowerChildren(const Expr *E, std::string &Pre, unsigned Begin,
                                        unsigned End) {
  std::vector<Segment> Segments;
  for (const Stmt *Child : evaluated(E)) {
    const auto *C = dyn_cast<Expr>(Child);
    if (!C || !hasResume(C))
      continue;
    Segments.push_back({U.begin(C), U.end(C), ""});
    Segments.back().Text = lower(C, Pre);
  }
  llvm::sort(Segments, [](const Segment &A, const Segment &B) { return A.Begin < B.Begin; });
  return U.edits().render(Begin, End, Segments);
}

std::string FrameEmitter::lowerCall(const CallExpr *C, std::string &Pre, bool Void) {
  const Expr *CalleeExpr = C->getCallee();
  std::string Callee = lower(CalleeExpr, Pre);
  unsigned ArgsBegin = U.end(CalleeExpr), ArgsEnd = U.end(C);
  std::vector<Segment> Segments;
  for (const Expr *A : C->arguments()) {
    if (!hasResume(A))
      continue;
    Segments.push_back({U.begin(A), U.end(A), ""});
    Segments.back().Text = lower(A, Pre);
  }
  std::string Args = U.edits().render(ArgsBegin, ArgsEnd, Segments);
  if (C->getType()->isVoidType() || Void) {
    Pre += callResume(C, Callee, Args, "");
    return "((void)0)";
  }
  const FunctionDecl *D = C->getDirectCallee();
  std::string User = "(result of " + (D ? D->getName().str() : std::string("a call")) + ")";
  std::string Temp = newTemp(C->getType(), User, Pre, U.line(C->getBeginLoc()));
  Pre += callResume(C, Callee, Args, Temp);
  liveTemp(Temp, C, User, U.line(C->getBeginLoc()));
  return wrapped(C, Temp);
}

std::string FrameEmitter::lowerLogical(const BinaryOperator *B, std::string &Pre) {
  bool And = B->getOpcode() == BO_LAnd;
  std::string Left = lower(B->getLHS(), Pre);
  QualType Int = U.ctx().IntTy;
  std::string T = newTemp(Int, "", Pre, 0);
  size_t Mark = Scope.size();
  Pre += T + " = !!(" + Left + "); if (" + (And ? "" : "!") + T + ") { ";
  std::string Right = lower(B->getRHS(), Pre);
  Pre += T + " = !!(" + Right + "); } ";
  Scope.resize(Mark);
  liveTemp(T, B, And ? "(result of &&)" : "(result of ||)", U.line(B->getOperatorLoc()));
  return T;
}

std::string FrameEmitter::lowerConditional(const AbstractConditionalOperator *C,
                                           std::string &Pre, bool Void) {
  Void = Void || C->getType()->isVoidType();
  QualType Type = C->getType();
  std::string T = Void ? "" : newTemp(Type, "", Pre, 0);
  auto into = [&](const std::string &Value) { return Void ? Value + "; " : assign(T, Type, Value); };
  size_t Mark = Scope.size();
  if (const auto *B = dyn_cast<BinaryConditionalOperator>(C)) {
    QualType CommonType = B->getCommon()->getType();
    std::string Common = newTemp(CommonType, "", Pre, 0);
    std::string Value = lower(B->getCommon(), Pre);
    Pre += Common + " = " + Value + "; if (" + Common + ") { " + (Void ? "" : into(Common)) + "} else { ";
  } else {
    std::string Cond = lower(C->getCond(), Pre);
    Scope.resize(Mark);
    Pre += "if (" + Cond + ") { ";
    std::string True = lower(C->getTrueExpr(), Pre, Void);
    Pre += into(True) + "} else { ";
  }
  Scope.resize(Mark);
  std::string False = lower(C->getFalseExpr(), Pre, Void);
  Pre += into(False) + "} ";
  Scope.resize(Mark);
  if (Void)
    return "((void)0)";
  liveTemp(T, C, "(result of ?:)", U.line(C->getBeginLoc()));
  return T;
}

std::string FrameEmitter::lowerStmtExpr(const StmtExpr *S, std::string &Pre, bool Void) {
  const CompoundStmt *Body = S->getSubStmt();
  const Stmt *Result = Body->getStmtExprResult(), *Last = Result; // perhaps in front of empty statements
  while (const auto *L = dyn_cast_or_null<LabelStmt>(Last))
    Last = L->getSubStmt();
  const auto *Value = dyn_cast_or_null<Expr>(Last);
  Void = Void || S->getType()->isVoidType() || !Value;
  std::string T = Void ? "" : newTemp(S->getType(), "", Pre, 0);
  size_t Mark = Scope.size();
  unsigned Start = blockStart(Body);
  Pre += "{" + U.edits().render(U.end(Body->getLBracLoc()), Start) + " " + declareLiterals(Body) + " ";
  for (const Stmt *Child : Body->body()) {
    if (U.begin(Child) < Start)
      continue;
    if (Child == Result && !Void) {
      size_t Inner = Scope.size();
      Pre += U.edits().render(U.begin(Child), U.begin(Value)); // labels
      std::string R = lowerFull(Value, Pre);
      Pre += assign(T, S->getType(), R);
      Scope.resize(Inner);
    } else {
      Pre += emitStmt(Child) + " ";
    }
  }
  Pre += "} ";
  Scope.resize(Mark);
  if (Void)
    return "((void)0)";
  liveTemp(T, S, "(result of a statement expression)", U.line(S->getBeginLoc()));
  return T;
}

} // namespace ckpt
