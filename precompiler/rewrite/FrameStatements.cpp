//===- FrameStatements.cpp - statements of a checkpointable function ----------===//
//
// Statements without a resume point keep their text. The others keep their
// shape; only their parts are rewritten, unless a call stands in a loop's
// condition or increment: then the loop is spelt out.
//
//===----------------------------------------------------------------------===//
#include "FrameEmitter.h"
#include "Padding.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

bool mentions(const Expr *E, const VarDecl *V) {
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return R->getDecl() == V;
  if (const auto *T = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    return !T->isArgumentType() && mentions(T->getArgumentExpr(), V);
  for (const Stmt *C : E->children())
    if (const auto *X = dyn_cast_or_null<Expr>(C))
      if (mentions(X, V))
        return true;
  return false;
}

/// The declaration that a label, or several, stand before.
const DeclStmt *behindLabels(const Stmt *S) {
  while (true) {
    if (const auto *L = dyn_cast<LabelStmt>(S))
      S = L->getSubStmt();
    else if (const auto *C = dyn_cast<SwitchCase>(S))
      S = C->getSubStmt();
    else
      return dyn_cast<DeclStmt>(S);
  }
}

} // namespace

bool hasConstMember(QualType T) {
  const auto *R = T->getBaseElementTypeUnsafe()->getAsRecordDecl();
  if (!R || !R->getDefinition())
    return false;
  for (const FieldDecl *F : R->getDefinition()->fields()) {
    if (F->getType().getCanonicalType().isConstQualified() ||
        hasConstMember(F->getType()))
      return true;
  }
  return false;
}

FrameEmitter::FrameEmitter(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
                           const FunctionFacts &Fn, const CallOracle &Oracle,
                           const Prepared &Ready, const std::string &Name,
                           const Liveness &Live)
    : U(U), Text(Text), Types(Types), F(F), Fn(Fn), Oracle(Oracle), Ready(Ready),
      Name(Name), Live(Live) {}

void FrameEmitter::refuse(const Stmt *S, Id Why, ArrayRef<std::string> Args) {
  if (!Restart)
    U.report(Why, S->getBeginLoc(), Args);
}

unsigned FrameEmitter::stmtEnd(const Stmt *S) const {
  unsigned End = U.end(S);
  const Stmt *Tail = S;
  while (true) {
    if (const auto *I = dyn_cast<IfStmt>(Tail))
      Tail = I->getElse() ? I->getElse() : I->getThen();
    else if (const auto *W = dyn_cast<WhileStmt>(Tail))
      Tail = W->getBody();
    else if (const auto *X = dyn_cast<ForStmt>(Tail))
      Tail = X->getBody();
    else if (const auto *L = dyn_cast<LabelStmt>(Tail))
      Tail = L->getSubStmt();
    else if (const auto *C = dyn_cast<SwitchCase>(Tail))
      Tail = C->getSubStmt();
    else if (const auto *W = dyn_cast<SwitchStmt>(Tail))
      Tail = W->getBody();
    else if (const auto *A = dyn_cast<AttributedStmt>(Tail))
      Tail = A->getSubStmt();
    else
      break;
  }
  if (isa<CompoundStmt>(Tail) || isa<DeclStmt>(Tail) || isa<NullStmt>(Tail))
    return End;
  StringRef T = U.text();
  size_t At = T.find_first_not_of(" \t\r\n", End);
  while (At != StringRef::npos && T[At] == '#') { // a line marker before the semicolon
    At = T.find('\n', At);
    At = At == StringRef::npos ? At : T.find_first_not_of(" \t\r\n", At);
  }
  return At != StringRef::npos && T[At] == ';' ? At + 1 : End;
}

std::string FrameEmitter::verbatim(const Stmt *S) {
  return U.edits().render(U.begin(S), stmtEnd(S));
}

std::string FrameEmitter::markAt(unsigned Offset) const {
  SourceManager &SM = U.sm();
  SourceLocation L = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
  return "\n# " + std::to_string(U.line(L)) + " " + quoted(U.fileOf(L)) + "\n";
}

/// Makes the text after \p Out stand on the line it stood on.
std::string FrameEmitter::balance(std::string Out, unsigned Begin, unsigned End) const {
  StringRef Original = U.text().slice(Begin, End);
  size_t Was = Original.count('\n'), Is = StringRef(Out).count('\n');
  if (Was == Is && !Original.contains("\n#") && !StringRef(Out).contains("\n#"))
    return Out;
  if (Was > Is && Was - Is < 6 && !Original.contains("\n#") && !StringRef(Out).contains("\n#"))
    return Out + std::string(Was - Is, '\n');
  return Out + markAt(End);
}

bool FrameEmitter::needsStructure(const Stmt *S) const { return hasResume(S); }

std::string FrameEmitter::emitStmt(const Stmt *S) {
  if (const auto *D = dyn_cast<DeclStmt>(S))
    return emitDecl(D);
  if (const DeclStmt *D = behindLabels(S)) // its variables are those of the block
    return U.edits().render(U.begin(S), U.begin(D)) + emitDecl(D);
  if (hookMark(S))
    return balance(";", U.begin(S), stmtEnd(S)); // with its site
  if (!needsStructure(S))
    return verbatim(S);
  size_t Mark = Scope.size();
  std::string Out;
  auto part = [&](const Stmt *Sub) -> std::string {
    return U.edits().render(U.begin(S), U.begin(Sub)) + emitStmt(Sub);
  };
  if (const auto *C = dyn_cast<CompoundStmt>(S))
    Out = emitCompound(C);
  else if (const auto *I = dyn_cast<IfStmt>(S))
    Out = emitIf(I);
  else if (const auto *W = dyn_cast<WhileStmt>(S))
    Out = emitWhile(W);
  else if (const auto *D = dyn_cast<DoStmt>(S))
    Out = emitDo(D);
  else if (const auto *X = dyn_cast<ForStmt>(S))
    Out = emitFor(X);
  else if (const auto *W = dyn_cast<SwitchStmt>(S))
    Out = emitSwitch(W);
  else if (const auto *R = dyn_cast<ReturnStmt>(S))
    Out = emitReturn(R);
  else if (const auto *L = dyn_cast<LabelStmt>(S))
    Out = part(L->getSubStmt());
  else if (const auto *C = dyn_cast<SwitchCase>(S))
    Out = part(C->getSubStmt());
  else if (const auto *A = dyn_cast<AttributedStmt>(S))
    Out = part(A->getSubStmt());
  else if (const auto *E = dyn_cast<Expr>(S))
    Out = siteIndex(S) >= 0 ? emitSite(cast<CallExpr>(E->IgnoreParens())) : emitExprStmt(E);
  else if (isa<OMPExecutableDirective>(S)) {
    refuse(S, Id::OpenMPSite);
    Out = verbatim(S);
  } else {
    refuse(S, Id::SiteInStatement);
    Out = verbatim(S);
  }
  Scope.resize(Mark);
  return balance(std::move(Out), U.begin(S), stmtEnd(S));
}

/// The compound literals of a block that have an address, as its variables.
std::string FrameEmitter::declareLiterals(const CompoundStmt *S) {
  std::string Out;
  auto Literals = Ready.Literals.find(S);
  if (Literals == Ready.Literals.end())
    return Out;
  for (const BlockLiteral &B : Literals->second) {
    LocalSlot L;
    L.Code = B.Code;
    QualType T = B.Literal->getType();
    L.Type = T->isArrayType() ? U.ctx().getUnqualifiedArrayType(T) : T.getUnqualifiedType();
    L.Line = U.line(B.Literal->getBeginLoc());
    L.User = "(literal in line " + std::to_string(L.Line) + ")";
    L.Memory = true;
    Out += " " + Text.declare(L.Type, L.Code) + ";";
    Scope.push_back(L);
  }
  return Out;
}

/// Calls in bounds are moved out of declarations only.
void FrameEmitter::checkBounds() {
  for (const Expr *Size : Ready.BoundCalls)
    if (!Bounds.count(Size) && U.begin(Size) >= U.begin(Fn.Decl->getBody()))
      refuse(Size, Id::SiteInBound, {"a call that can reach a checkpoint site stands in the bound of this type"});
}

std::string FrameEmitter::emitCompound(const CompoundStmt *S, StringRef Prologue,
                                       StringRef Epilogue) {
  size_t Mark = Scope.size();
  std::string Out = "{" + Prologue.str() + declareLiterals(S);
  unsigned At = U.end(S->getLBracLoc());
  for (const Stmt *Child : S->body()) {
    unsigned Begin = U.begin(Child);
    if (Begin > At)
      Out += U.edits().render(At, Begin);
    Out += emitStmt(Child);
    At = std::max(At, stmtEnd(Child));
  }
  Out += U.edits().render(At, U.begin(S->getRBracLoc()));
  Scope.resize(Mark);
  return Out + Epilogue.str() + "}";
}

void FrameEmitter::declareInScope(const VarDecl *V) {
  if (V->hasGlobalStorage() || !V->getIdentifier())
    return;
  LocalSlot L;
  unsigned &Count = Names[V->getName().str()];
  auto Known = UserNames.find(V);
  if (Known == UserNames.end()) {
    ++Count;
    UserNames[V] = V->getName().str() + (Count > 1 ? "#" + std::to_string(Count) : "");
  }
  L.User = UserNames[V];
  L.Code = U.edits().render(U.begin(V->getLocation()), U.end(V->getLocation()));
  if (Text.isPadded(V) && V->getType()->isRecordType())
    L.Code = structureOf(V);
  L.Type = V->getType();
  L.Line = U.line(V->getLocation());
  L.Decl = V;
  QualType T = V->getType();
  bool Const = U.ctx().getBaseElementType(T).isConstQualified();
  L.Vla = T->isVariableArrayType();
  L.Memory = F.AddressTakenVars.count(V) || T->isArrayType() || hasConstMember(T) ||
             (Const && constWords(U, V).empty());
  if (L.Vla) {
    auto [Before, After] = Text.isPadded(V) ? arrayOf(Text, T) : std::make_pair(std::string("("), std::string(")"));
    L.Whole = Before + L.Code + After;
    L.Type = U.ctx().getBaseElementType(T);
  }
  Scope.push_back(L);
}

std::string FrameEmitter::emitDecl(const DeclStmt *S) {
  unsigned Begin = U.begin(S), End = stmtEnd(S);
  const VarDecl *Single = S->isSingleDecl() ? dyn_cast<VarDecl>(S->getSingleDecl()) : nullptr;
  for (const Decl *D : S->decls()) {
    const auto *V = dyn_cast<VarDecl>(D);
    const auto *T = dyn_cast<TypedefNameDecl>(D);
    if ((V && V->hasLocalStorage() && V->getType()->isVariablyModifiedType()) ||
        (T && T->getUnderlyingType()->isVariablyModifiedType()))
      return balance(emitSplitDecl(S), Begin, End);
  }
  if (!hasResume(S)) {
    for (const Decl *D : S->decls())
      if (const auto *V = dyn_cast<VarDecl>(D))
        declareInScope(V);
    return U.edits().render(Begin, End);
  }
  if (!Single || mentions(Single->getInit(), Single))
    return balance(emitSplitDecl(S), Begin, End);
  std::string Pre;
  size_t Mark = Scope.size();
  const Expr *Init = Single->getInit();
  std::string Value = lowerFull(Init, Pre);
  Scope.resize(Mark);
  std::string Out = Pre + U.edits().render(Begin, End, {Segment{U.begin(Init), U.end(Init), Value}});
  declareInScope(Single);
  return balance(std::move(Out), Begin, End);
}

std::string FrameEmitter::emitSplitDecl(const DeclStmt *S) {
  std::string Out;
  for (const Decl *D : S->decls()) {
    if (const auto *T = dyn_cast<TypedefNameDecl>(D)) {
      Out += emitVariable(T, T->getUnderlyingType(), nullptr);
      continue;
    }
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      std::string Code = U.edits().render(U.begin(F->getLocation()), U.end(F->getLocation()));
      Out += "extern " + Text.declare(F->getType(), Code) + "; ";
      continue;
    }
    const auto *V = dyn_cast<VarDecl>(D);
    if (!V)
      continue; // a tag: hoisted
    if (V->getType()->isVariablyModifiedType() && V->hasLocalStorage()) {
      Out += emitVariable(V, V->getType(), V->getInit());
      continue;
    }
    if (V->hasAttrs() && !S->isSingleDecl())
      refuse(S, Id::LostAttributes, {V->getName().str()});
    std::string Code = U.edits().render(U.begin(V->getLocation()), U.end(V->getLocation()));
    std::string Declared = Text.variable(V, Code);
    if (V->hasExternalStorage())
      Declared = "extern " + Declared;
    const Expr *Init = V->getInit();
    if (Init && mentions(Init, V) && hasResume(Init)) {
      if (isa<InitListExpr>(Init) || V->getType()->isArrayType())
        refuse(S, Id::OwnInitialiser, {V->getName().str()});
      Out += Declared + "; ";
      declareInScope(V);
      size_t Mark = Scope.size();
      std::string Pre, Value = lowerFull(Init, Pre);
      Scope.resize(Mark);
      Out += "{ " + Pre + Code + " = " + Value + "; } ";
      continue;
    }
    std::string Pre, Value;
    size_t Mark = Scope.size();
    if (Init)
      Value = " = " + lowerFull(Init, Pre);
    Scope.resize(Mark);
    Out += Pre + Declared + Value + "; ";
    declareInScope(V);
  }
  return Out;
}

std::string FrameEmitter::stageJump(unsigned K, const NamedDecl *After) const {
  bool Next = After == nullptr;
  for (const NamedDecl *D : Known[K].Variable) {
    if (Next)
      return "goto ckptg_V" + std::to_string(llvm::find(Variable, D) - Variable.begin()) + ";";
    Next = D == After;
  }
  return "goto ckptg_L" + std::to_string(K) + ";";
}

/// Evaluates the bounds of \p T that have not been yet, each into a variable of
/// its own; returns the assignments.
std::string FrameEmitter::bounds(QualType T, const NamedDecl *D, std::string &Pre,
                                 std::vector<LocalSlot> &Slots) {
  std::string Out;
  while (true) {
    if (const auto *P = T->getAs<clang::PointerType>()) {
      T = P->getPointeeType();
      continue;
    }
    const clang::ArrayType *A = U.ctx().getAsArrayType(T);
    if (!A)
      return Out;
    T = A->getElementType();
    const auto *Vla = dyn_cast<VariableArrayType>(A);
    const Expr *Size = Vla ? Vla->getSizeExpr() : nullptr;
    if (!Size || Bounds.count(Size))
      continue;
    LocalSlot L;
    L.Code = "ckptg_n" + std::to_string(++BoundCount);
    L.User = "(bound " + std::to_string(Slots.size() + 1) + " of " + D->getName().str() + ")";
    L.Type = U.ctx().UnsignedLongTy;
    L.Line = U.line(D->getLocation());
    std::string Value = lowerFull(Size, Pre);
    Pre += "unsigned long " + L.Code + "; ";
    Out += L.Code + " = (" + Value + "); ";
    Bounds[Size] = L.Code;
    Slots.push_back(L);
  }
}

/// A variably modified declaration (`double w[n]`, `int (*g)[n]`, a typedef of
/// one, a parameter). The restart copy passes through it with the saved bounds,
/// for a jump may not enter its scope (6.8.6.1).
std::string FrameEmitter::emitVariable(const NamedDecl *D, QualType T, const Expr *Init) {
  const bool Parameter = isa<ParmVarDecl>(D);
  const auto *Array = T->isVariableArrayType() ? dyn_cast<VarDecl>(D) : nullptr;
  std::string Pre, Restore, Jumps;
  std::vector<LocalSlot> Slots;
  std::string Values = bounds(T, D, Pre, Slots);
  if (!Restart)
    Variable.push_back(D);
  unsigned Index = llvm::find(Variable, D) - Variable.begin();
  for (size_t K = 0; Restart && K < Known.size(); ++K) {
    if (!llvm::is_contained(Known[K].Variable, D))
      continue;
    std::string Case = "case " + std::to_string(K) + ": ";
    Restore += Case;
    for (size_t I = 0; I < Known[K].Locals.size(); ++I)
      for (const LocalSlot &Mine : Slots)
        if (!Known[K].Locals[I].Decl && Known[K].Locals[I].Code == Mine.Code)
          Restore += Mine.Code + " = ckptg_bound(&" + Name + ", " + std::to_string(K) + ", " +
                     std::to_string(I) + "); ";
    for (size_t I = 0; Array && I < Known[K].Locals.size(); ++I)
      if (Known[K].Locals[I].Decl == Array)
        Restore += "ckptg_vla_check(&" + Name + ", " + std::to_string(K) + ", " + std::to_string(I) +
                   ", sizeof(" + Text.name(T) + ")); ";
    Restore += "break; ";
    Jumps += Case + stageJump(K, D) + " ";
  }
  std::string Out = Pre;
  if (!Restore.empty())
    Out += "if (0) { ckptg_V" + std::to_string(Index) + ":; switch (ckptg_k) { " + Restore + "} } else { " +
           (Parameter ? "" : Values) + "} ";
  else
    Out += Values;
  std::string Code = U.edits().render(U.begin(D->getLocation()), U.end(D->getLocation()));
  if (!Parameter || Restart) {
    Out += isa<TypedefNameDecl>(D) ? "typedef " + Text.declare(T, Code) : Array ? Text.variable(Array, Code) : Text.declare(T, Code);
    if (const auto *Aligned = D->getAttr<AlignedAttr>(); Aligned && Aligned->isAlignmentExpr())
      Out += " __attribute__((aligned(" + std::to_string(Aligned->getAlignment(U.ctx()) / 8) + ")))";
    Out += "; ";
  }
  if (!Jumps.empty())
    Out += "switch (ckptg_k) { " + Jumps + "} ";
  if (Array && !Restart)
    for (const DeclRefExpr *R : Text.later(Array)) {
      auto [Before, After] = arrayOf(Text, T);
      U.edits().wrap(U.begin(R->getLocation()), U.end(R->getLocation()), Before, After);
    }
  Scope.insert(Scope.end(), Slots.begin(), Slots.end());
  LocalSlot Here;
  Here.Mark = D;
  Scope.push_back(Here);
  if (const auto *V = dyn_cast<VarDecl>(D)) {
    declareInScope(V);
    if (Init) {
      std::string InitPre;
      size_t Mark = Scope.size();
      std::string Value = lowerFull(Init, InitPre);
      Scope.resize(Mark);
      Out += InitPre + Code + " = " + Value + "; ";
    }
  }
  return Out;
}

std::string FrameEmitter::emitIf(const IfStmt *S) {
  std::string Pre;
  std::vector<Segment> Segments;
  const Expr *Cond = S->getCond();
  size_t Mark = Scope.size();
  if (hasResume(Cond))
    Segments.push_back({U.begin(Cond), U.end(Cond), lowerFull(Cond, Pre)});
  Scope.resize(Mark);
  unsigned End = stmtEnd(S);
  Segments.push_back({U.begin(S->getThen()), stmtEnd(S->getThen()), emitStmt(S->getThen())});
  if (S->getElse())
    Segments.push_back({U.begin(S->getElse()), stmtEnd(S->getElse()), emitStmt(S->getElse())});
  std::string Out = U.edits().render(U.begin(S), End, Segments);
  return Pre.empty() ? Out : "{ " + Pre + Out + " }";
}

std::string FrameEmitter::emitWhile(const WhileStmt *S) {
  const Expr *Cond = S->getCond();
  const Stmt *Body = S->getBody();
  if (!hasResume(Cond))
    return U.edits().render(U.begin(S), stmtEnd(S),
                            {Segment{U.begin(Body), stmtEnd(Body), emitStmt(Body)}});
  std::string Pre;
  size_t Mark = Scope.size();
  std::string Value = lowerFull(Cond, Pre);
  Scope.resize(Mark);
  return "for (;;) { " + Pre + "if (!(" + Value + ")) break; " + markAt(U.begin(Body)) +
         emitStmt(Body) + " }";
}

std::string FrameEmitter::emitDo(const DoStmt *S) {
  const Expr *Cond = S->getCond();
  const Stmt *Body = S->getBody();
  if (!hasResume(Cond))
    return U.edits().render(U.begin(S), stmtEnd(S),
                            {Segment{U.begin(Body), stmtEnd(Body), emitStmt(Body)}});
  std::string Inner = emitStmt(Body), Pre;
  size_t Mark = Scope.size();
  std::string Value = lowerFull(Cond, Pre);
  Scope.resize(Mark);
  return "for (;;) { " + markAt(U.begin(Body)) + Inner + " " + Ready.Continues.lookup(S) + ":; " +
         Pre + "if (!(" + Value + ")) break; }";
}

std::string FrameEmitter::emitFor(const ForStmt *S) {
  const Stmt *Init = S->getInit(), *Body = S->getBody();
  const Expr *Cond = S->getCond(), *Inc = S->getInc();
  const auto *Declares = dyn_cast_or_null<DeclStmt>(Init);
  bool Modified = Declares && any_of(Declares->decls(), [](const Decl *D) { // a jump may not pass these (6.8.6.1)
    const auto *V = dyn_cast<ValueDecl>(D);
    return V && V->getType()->isVariablyModifiedType();
  });
  if (!Modified && !hasResume(Init) && !hasResume(Cond) && !hasResume(Inc)) {
    if (const auto *D = dyn_cast_or_null<DeclStmt>(Init))
      for (const Decl *X : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(X))
          declareInScope(V);
    return U.edits().render(U.begin(S), stmtEnd(S),
                            {Segment{U.begin(Body), stmtEnd(Body), emitStmt(Body)}});
  }
  auto textOf = [&](const Expr *E) {
    return E ? U.edits().render(U.begin(E), U.end(E)) : std::string();
  };
  std::string Out = "{ ";
  if (const auto *D = dyn_cast_or_null<DeclStmt>(Init))
    Out += emitDecl(D) + " ";
  else if (Init)
    Out += emitExprStmt(cast<Expr>(Init)) + " ";
  std::string Pre, Test;
  if (Cond && hasResume(Cond)) {
    size_t Mark = Scope.size();
    std::string Value = lowerFull(Cond, Pre);
    Scope.resize(Mark);
    Test = Pre + "if (!(" + Value + ")) break; ";
  }
  bool IncResume = hasResume(Inc);
  Out += "for (; " + (Test.empty() ? textOf(Cond) : "") + "; " + (IncResume ? "" : textOf(Inc)) + ") { " +
         Test + markAt(U.begin(Body)) + emitStmt(Body);
  if (IncResume) {
    std::string IncPre;
    size_t Mark = Scope.size();
    std::string Value = lowerFull(Inc, IncPre, true);
    Scope.resize(Mark);
    Out += " " + Ready.Continues.lookup(S) + ":; " + IncPre + Value + "; ";
  }
  return Out + " } }";
}

std::string FrameEmitter::emitSwitch(const SwitchStmt *S) {
  std::string Pre;
  std::vector<Segment> Segments;
  const Expr *Cond = S->getCond();
  size_t Mark = Scope.size();
  if (hasResume(Cond))
    Segments.push_back({U.begin(Cond), U.end(Cond), lowerFull(Cond, Pre)});
  Scope.resize(Mark);
  Segments.push_back({U.begin(S->getBody()), stmtEnd(S->getBody()), emitStmt(S->getBody())});
  std::string Out = U.edits().render(U.begin(S), stmtEnd(S), Segments);
  return Pre.empty() ? Out : "{ " + Pre + Out + " }";
}

std::string FrameEmitter::emitReturn(const ReturnStmt *S) {
  std::string Pre;
  const Expr *E = S->getRetValue();
  bool Void = Fn.Decl->getReturnType()->isVoidType();
  std::string Value = lowerFull(E, Pre, Void);
  return "{ " + Pre + (Void ? Value + "; return;" : "return " + Value + ";") + " }";
}

std::string FrameEmitter::emitExprStmt(const Expr *E) {
  std::string Pre;
  size_t Mark = Scope.size();
  std::string Value = lowerFull(E, Pre, true);
  Scope.resize(Mark);
  return "{ " + Pre + (Value == "((void)0)" ? "" : Value + ";") + " }";
}

std::string FrameEmitter::emitBody() {
  Resumes.clear();
  Scope.clear();
  Names.clear();
  UserNames.clear();
  Temps = BoundCount = 0;
  Bounds.clear();
  Text.Bound = [this](const Expr *Size) {
    auto Found = Bounds.find(Size);
    return Found == Bounds.end() ? std::string() : Found->second;
  };
  std::string Parameters, Prologue = declareJumps();
  for (const ParmVarDecl *P : Fn.Decl->parameters()) {
    if (!P->getType()->isVariablyModifiedType()) {
      declareInScope(P);
      continue;
    }
    for (const Expr *Size : Ready.BoundCalls) // it is evaluated where the parameter stands
      if (U.begin(Size) >= U.begin(P->getBeginLoc()) && U.end(Size) <= U.end(P->getEndLoc()))
        refuse(Size, Id::SiteInBound, {"the bound of a parameter can reach a checkpoint site; this is not supported"});
    if (!P->getTypeSourceInfo() || !Fn.Decl->hasWrittenPrototype())
      U.report(Id::OldStyleBound, P->getLocation(), {P->getName().str()});
    Parameters += emitVariable(P, P->getType(), nullptr);
  }
  if (Restart) {
    Prologue += " ckptg_u32 ckptg_k = ckptg_enter(&" + Name + "); switch (ckptg_k) { ";
    for (size_t K = 0; K < Known.size(); ++K)
      Prologue += "case " + std::to_string(K) + ": " + stageJump(K, nullptr) + " ";
    Prologue += "} __builtin_unreachable(); ";
  }
  Prologue += Parameters;
  bool ImplicitZero = Fn.Decl->isMain() && !Fn.Decl->getReturnType()->isVoidType();
  std::string Body = emitCompound(cast<CompoundStmt>(Fn.Decl->getBody()), Prologue,
                                  ImplicitZero ? " return 0; " : "");
  Text.Bound = nullptr;
  checkBounds();
  return Body;
}

std::string FrameEmitter::emitHot() {
  Restart = false;
  std::string Body = emitBody();
  return header(false) + Body;
}

std::string FrameEmitter::emitRestart() {
  Restart = true;
  Known = Resumes;
  std::string Body = emitBody();
  return header(true) + Body;
}

FrameText emitFrames(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
                     const FunctionFacts &Fn, const CallOracle &Oracle,
                     const Prepared &Ready, const std::string &Name,
                     bool NoLiveness) {
  Liveness Live(Fn.Decl, NoLiveness);
  FrameEmitter E(U, Text, Types, F, Fn, Oracle, Ready, Name, Live);
  FrameText Out;
  Out.Hot = E.emitHot();
  Out.Restart = E.emitRestart();
  Out.Tables = E.emitTables();
  Out.Decisions = std::move(E.Decisions);
  return Out;
}

} // namespace ckpt
