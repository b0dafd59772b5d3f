//===- FrameStatements.cpp - statements of a checkpointable function ----------===//
//
// Statements without a resume point keep their text. The others keep their
// shape; only their parts are rewritten, unless a call stands in a loop's
// condition or increment: then the loop is spelt out.
//
//===----------------------------------------------------------------------===//
#include "FrameEmitter.h"
#include "Padding.h"
#include "WeakCalls.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

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

FrameEmitter::FrameEmitter(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
                           const FunctionFacts &Fn, const CallOracle &Oracle,
                           const Prepared &Ready, const DeadStatics &Dead, const std::string &Name,
                           const Liveness &Live)
    : U(U), Text(Text), Types(Types), F(F), Fn(Fn), Oracle(Oracle), Ready(Ready), Dead(Dead),
      Name(Name), Live(Live), Late(U, Fn.Decl, Ready.Jumps) {}

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
    Out = hasSpecificAttr<MustTailAttr>(A->getAttrs()) ? emitStmt(A->getSubStmt()) : part(A->getSubStmt()); // its frame is needed
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
    L.User = B.User;
    L.Memory = true;
    Out += " " + Text.declare(L.Type, L.Code) + B.Zeros + ";";
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

/// Where statements of ours may stand first: behind `__label__`, and pragmas of the standard's.
unsigned FrameEmitter::blockStart(const CompoundStmt *S) const {
  unsigned At = U.end(S->getLBracLoc()), Next = U.begin(S->getRBracLoc());
  for (const Stmt *Child : S->body()) {
    const auto *D = dyn_cast<DeclStmt>(Child);
    if (!D || !all_of(D->decls(), [](const Decl *Of) { return isa<LabelDecl>(Of); })) {
      Next = U.begin(Child);
      break;
    }
    At = stmtEnd(Child);
  }
  StringRef Between = U.text().slice(At, Next);
  size_t Behind = 0, End;
  for (size_t Line = Between.find('\n'); Line != StringRef::npos && (End = Between.find('\n', Line + 1)) != StringRef::npos; Line = End)
    if (StringRef Words = Between.slice(Line + 1, End).ltrim(); Words.consume_front("#") && (Words = Words.ltrim()).consume_front("pragma") &&
                                                                  Words.ltrim().starts_with("STDC"))
      Behind = End + 1;
  return At + Behind;
}

std::string FrameEmitter::emitCompound(const CompoundStmt *S, StringRef Prologue,
                                       StringRef Epilogue) {
  size_t Mark = Scope.size();
  unsigned Start = blockStart(S), At = Start;
  std::string Out = "{" + U.edits().render(U.end(S->getLBracLoc()), Start) + Prologue.str() + declareLiterals(S);
  for (const Stmt *Child : S->body()) {
    if (U.begin(Child) < Start)
      continue;
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
  std::string Weak = weakenCalls(U, Fn.Decl, Oracle);
  std::string Body = emitBody();
  return Weak + header(true) + Body;
}

FrameText emitFrames(Unit &U, TypeText &Text, TypeTables &Types, const Facts &F,
                     const FunctionFacts &Fn, const CallOracle &Oracle,
                     const Prepared &Ready, const DeadStatics &Dead, const std::string &Name,
                     bool NoLiveness) {
  Liveness Live(Fn.Decl, NoLiveness);
  FrameEmitter E(U, Text, Types, F, Fn, Oracle, Ready, Dead, Name, Live);
  FrameText Out;
  Out.Hot = E.emitHot();
  Out.Restart = E.emitRestart();
  Out.Tables = E.emitTables();
  Out.Decisions = std::move(E.Decisions);
  return Out;
}

} // namespace ckpt
