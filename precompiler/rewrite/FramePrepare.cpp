//===- FramePrepare.cpp - edits both copies of a frame share ------------------===//
#include "../analysis/Graph.h"
#include "../analysis/Variadic.h"
#include "Clear.h"
#include "FrameEmitter.h"
#include "Hoist.h"
#include "Padding.h"
#include "TypesInExpressions.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

/// Does another declarator of its declaration have another type by the same specifiers?
static bool sharesSpecifiers(const Unit &U, const VarDecl *V) {
  DynTypedNodeList Parents = U.ctx().getParents(*V);
  const auto *S = Parents.empty() ? nullptr : Parents[0].get<DeclStmt>();
  return S && any_of(S->decls(), [&](const Decl *D) {
           const auto *Other = dyn_cast<ValueDecl>(D);
           return Other && !U.ctx().hasSameType(U.ctx().getBaseElementType(Other->getType()), U.ctx().getBaseElementType(V->getType()));
         });
}

std::vector<std::pair<unsigned, unsigned>> constWords(const Unit &U, const VarDecl *V) {
  using Offsets = std::vector<std::pair<unsigned, unsigned>>;
  Offsets Words;
  std::vector<std::pair<Offsets, bool>> Around; // of what stands in parentheses or braces, nothing is the variable's unless its name does, too
  bool Own = false;
  QualType Base = U.ctx().getBaseElementType(V->getType());
  bool AfterStar = Base->isPointerType(); // T *const x: the word after the last star
  SourceManager &SM = U.sm();
  unsigned End = U.begin(V->getLocation());
  SourceLocation At = SM.getExpansionLoc(V->getBeginLoc());
  while (true) {
    Token Tok;
    if (Lexer::getRawToken(At, Tok, SM, U.ctx().getLangOpts(), true))
      break;
    unsigned B = SM.getDecomposedLoc(Tok.getLocation()).second;
    if (B >= End || Tok.is(tok::eof))
      break;
    StringRef Word = U.text().substr(B, Tok.getLength());
    if (Word == "(" || Word == "{")
      Around.push_back({Words, Own});
    else if ((Word == ")" || Word == "}") && !Around.empty())
      std::tie(Words, Own) = Around.back(), Around.pop_back();
    else if (Word == "*" && AfterStar)
      Words.clear(), Own = true;
    else if (Word == "const" || Word == "__const" || Word == "__const__")
      Words.push_back({B, B + Tok.getLength()});
    At = Tok.getLocation().getLocWithOffset(Tok.getLength());
  }
  return !Own && sharesSpecifiers(U, V) ? Offsets() : Words;
}

/// The word `register` of a declaration, or nothing.
static std::pair<unsigned, unsigned> registerWord(const Unit &U, const VarDecl *V) {
  const SourceManager &SM = U.sm();
  SourceLocation At = SM.getExpansionLoc(V->getBeginLoc());
  Token Tok;
  for (unsigned End = U.begin(V->getLocation()); !Lexer::getRawToken(At, Tok, SM, U.ctx().getLangOpts(), true);) {
    unsigned B = SM.getDecomposedLoc(Tok.getLocation()).second;
    if (B >= End || Tok.is(tok::eof))
      break;
    if (U.text().substr(B, Tok.getLength()) == "register")
      return {B, B + Tok.getLength()};
    At = Tok.getLocation().getLocWithOffset(Tok.getLength());
  }
  return {0, 0};
}

bool isSetInMemory(const Unit &U, const VarDecl *V) {
  QualType T = V->getType();
  return T->isArrayType() || hasConstMember(T) || (U.ctx().getBaseElementType(T).isConstQualified() && constWords(U, V).empty());
}

bool leavesPointer(ASTContext &Ctx, const Expr *E) {
  while (true) {
    DynTypedNodeList Parents = Ctx.getParents(*E);
    const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
    if (const auto *C = dyn_cast_or_null<ImplicitCastExpr>(P))
      return C->getCastKind() == CK_ArrayToPointerDecay;
    const auto *M = dyn_cast_or_null<MemberExpr>(P);
    const auto *B = dyn_cast_or_null<BinaryOperator>(P);
    bool Same = isa_and_nonnull<ParenExpr, GenericSelectionExpr, ChooseExpr>(P) || (M && !M->isArrow()) || (B && B->isCommaOp() && B->getRHS() == E);
    if (!Same)
      return false;
    E = P;
  }
}

namespace {

/// Names that blocks of a function give to what is no variable of its own: a variable of that name, declared outside the block, could not be named in it.
class ForeignNames : public RecursiveASTVisitor<ForeignNames> {
public:
  bool VisitVarDecl(VarDecl *V) { return add(V, V->hasExternalStorage()); }
  bool VisitFunctionDecl(FunctionDecl *D) { return add(D, D->getLexicalParent()->isFunctionOrMethod()); }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) { return add(D, true); }
  std::set<StringRef> Names;

private:
  bool add(const NamedDecl *D, bool Foreign) {
    if (Foreign && D->getIdentifier())
      Names.insert(D->getName());
    return true;
  }
};

/// The first `break` or `continue` in an expression that belongs to no loop in there.
class FreeJump : public RecursiveASTVisitor<FreeJump> {
public:
  const Stmt *Found = nullptr;
  bool TraverseWhileStmt(WhileStmt *) { return true; }
  bool TraverseDoStmt(DoStmt *) { return true; }
  bool TraverseForStmt(ForStmt *) { return true; }
  bool TraverseSwitchStmt(SwitchStmt *S) {
    ++Switches;
    bool Ok = RecursiveASTVisitor::TraverseSwitchStmt(S);
    --Switches;
    return Ok;
  }
  bool VisitBreakStmt(BreakStmt *S) {
    Found = Switches ? Found : S;
    return !Found;
  }
  bool VisitContinueStmt(ContinueStmt *S) {
    Found = S;
    return false;
  }

private:
  unsigned Switches = 0;
};

/// The calls in \p S; of the meant form of an initialiser without those in what a later designator overrides.
void addCalls(const Stmt *S, std::set<const CallExpr *> &Out) {
  if (const auto *C = dyn_cast<CallExpr>(S))
    Out.insert(C);
  if (const auto *D = dyn_cast<DesignatedInitUpdateExpr>(S))
    return addCalls(D->getUpdater(), Out);
  for (const Stmt *Child : S->children())
    if (Child)
      addCalls(Child, Out);
}

class Preparer : public RecursiveASTVisitor<Preparer> {
public:
  Preparer(Unit &U, const TypeText &Text, const CallOracle &Oracle, Prepared &Ready, std::set<StringRef> Taken, const Clearing &Zeros)
      : U(U), Text(Text), Oracle(Oracle), Ready(Ready), Labels(Ready.Continues), Taken(std::move(Taken)), Zeros(Zeros) {}

  bool TraverseCompoundStmt(CompoundStmt *S) {
    const CompoundStmt *Outer = Block;
    Block = S;
    bool Ok = RecursiveASTVisitor::TraverseCompoundStmt(S);
    Block = Outer;
    return Ok;
  }
  /// A literal in a construct of OpenMP is one of each thread, or task: it keeps its text, as no site is in there.
  bool TraverseStmt(Stmt *S) {
    const CompoundStmt *Outer = Block;
    if (isa_and_nonnull<OMPExecutableDirective>(S))
      Block = nullptr;
    bool Ok = RecursiveASTVisitor::TraverseStmt(S);
    Block = Outer;
    return Ok;
  }
  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *L) {
    // A block without a resume point keeps its text; its literals end with it.
    if (L->isFileScope() || !Block || KeepsText || !hasAddress(L) || !containsResume(Block, Oracle) || !isWritten(L))
      return true;
    std::string Code = declareInBlock(L, "literal");
    U.edits().wrap(U.begin(L), U.end(L),
                   "(*(__typeof__(" + Code + ") *)__builtin_memcpy((void *)&" + Code + ", &",
                   ", sizeof(" + Code + ")))");
    return true;
  }

  /// A structure that an expression has as its value, and of which an array becomes a pointer, lives as long as the full expression (C11 6.2.4p8):
  /// where that can reach a site it is a variable. What is lowered (FrameExpressions.cpp) has one anyway.
  bool VisitExpr(Expr *E) {
    if (!Block || KeepsText || !E->isPRValue() || !E->getType()->isRecordType() || isa<ParenExpr, MemberExpr, InitListExpr>(E) ||
        !leavesPointer(U.ctx(), E) || isLowered(E) || !containsResume(fullExpression(E), Oracle))
      return true;
    std::string Code = declareInBlock(E, "temporary");
    if (hasConstMember(E->getType()))
      U.edits().wrap(U.begin(E), U.end(E), "(*(__typeof__(" + Code + ") *)__builtin_memcpy((void *)&" + Code + ", (__typeof__(" + Code + ") []){ ",
                     " }, sizeof(" + Code + ")))");
    else
      U.edits().wrap(U.begin(E), U.end(E), "(*(" + Code + " = (", "), &" + Code + "))");
    return true;
  }
  /// What is not evaluated needs no object; what initialises a static variable stands outside the function.
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    SaveAndRestore Kept(KeepsText, KeepsText || !E->getTypeOfArgument()->isVariablyModifiedType());
    return RecursiveASTVisitor::TraverseUnaryExprOrTypeTraitExpr(E);
  }
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    SaveAndRestore Kept(KeepsText, KeepsText || !L.getUnderlyingExpr()->getType()->isVariablyModifiedType());
    return RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L);
  }
  bool TraverseVarDecl(VarDecl *V) {
    SaveAndRestore Kept(KeepsText, KeepsText || V->hasGlobalStorage());
    return RecursiveASTVisitor::TraverseVarDecl(V);
  }

  /// What chooses by a type must see the const that is taken off a variable.
  bool TraverseGenericSelectionExpr(GenericSelectionExpr *E) {
    bool Ok = true;
    ++ByType;
    {
      SaveAndRestore Kept(KeepsText, true);
      Ok = E->isExprPredicate() ? TraverseStmt(E->getControllingExpr()) : TraverseTypeLoc(E->getControllingType()->getTypeLoc());
    }
    --ByType;
    for (auto A : E->associations())
      Ok = Ok && (!A.getTypeSourceInfo() || TraverseTypeLoc(A.getTypeSourceInfo()->getTypeLoc())) && TraverseStmt(const_cast<Expr *>(A.getAssociationExpr()));
    return Ok;
  }
  bool TraverseTypeTraitExpr(TypeTraitExpr *E) { // __builtin_types_compatible_p
    ++ByType;
    bool Ok = RecursiveASTVisitor::TraverseTypeTraitExpr(E);
    --ByType;
    return Ok;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!ByType || !Stripped.count(V))
      return true;
    auto New = Renamed.find(V);
    std::string Code = Text.isDoubled(V) ? firstOf(V) : New == Renamed.end() ? V->getName().str() : New->second;
    U.edits().wrap(U.begin(R->getLocation()), U.end(R->getLocation()), "(*(const __typeof__(" + Code + ") *)&", ")");
    return true;
  }

  bool VisitVarDecl(VarDecl *V) {
    noteBounds(V);
    if (!V->getIdentifier() || V->isImplicit())
      return true;
    if (!V->hasGlobalStorage()) {
      if (V->getStorageClass() == SC_Register && isSetInMemory(U, V))
        takeRegisterOff(V);
      if (U.ctx().getBaseElementType(V->getType()).isConstQualified())
        for (auto [B, E] : constWords(U, V)) {
          U.edits().replace(B, E, "     ");
          if (V->getStorageClass() != SC_Register)
            Stripped.insert(V);
        }
      if (Seen[V->getName()]++ || Taken.count(V->getName()))
        Renamed[V] = U.fresh(("x_" + V->getName() + "_").str());
    }
    if (V->hasLocalStorage() && !isa<ParmVarDecl>(V)) {
      auto New = Renamed.find(V);
      Ready.Zeros[V] = Zeros.clear(V, New == Renamed.end() ? V->getName() : StringRef(New->second), [&](const DeclStmt *D) { return !containsResume(D, Oracle); });
    }
    for (const Attr *A : V->attrs())
      if (isa<CleanupAttr>(A))
        U.report(Id::Cleanup, V->getLocation(), {V->getName().str()});
    if (V->getStorageClass() == SC_Register && V->hasAttr<AsmLabelAttr>())
      U.report(Id::MachineRegister, V->getLocation(), {V->getName().str(), "in a function that can reach a checkpoint site"});
    return true;
  }
  /// Bounds of array types are evaluated, wherever the type stands.
  bool VisitVariableArrayTypeLoc(VariableArrayTypeLoc L) {
    if (L.getSizeExpr() && containsResume(L.getSizeExpr(), Oracle))
      Ready.BoundCalls.push_back(L.getSizeExpr());
    if (!InGraph.count(L.getSizeExpr()))
      noteVariables(L.getSizeExpr());
    return true;
  }
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if (E->getKind() != UETT_SizeOf || E->isArgumentType() || !E->getTypeOfArgument()->isVariableArrayType())
      return true;
    if (!isa<DeclRefExpr>(E->getArgumentExpr()->IgnoreParens()))
      noteVariables(E->getArgumentExpr());
    if (containsResume(E->getArgumentExpr(), Oracle))
      U.report(Id::SiteInBound, E->getBeginLoc(),
               {"the operand of this sizeof is evaluated, for it is a variable length array, and can reach a checkpoint site"});
    return true;
  }
  /// `case n:` of a constant variable, which becomes one that is none.
  bool VisitCaseStmt(CaseStmt *S) {
    spellOut(S->getLHS());
    spellOut(S->getRHS());
    return true;
  }
  bool VisitWhileStmt(WhileStmt *S) {
    checkJumps(S->getCond());
    if (containsResume(S->getCond(), Oracle))
      dropHints(S);
    return true;
  }
  bool VisitDoStmt(DoStmt *S) {
    checkJumps(S->getCond());
    if (containsResume(S->getCond(), Oracle)) {
      label(S, S->getBody());
      dropHints(S);
    }
    return true;
  }
  bool VisitForStmt(ForStmt *S) {
    checkJumps(S->getCond());
    checkJumps(S->getInc());
    if (any_of(std::initializer_list<const Stmt *>{S->getInit(), S->getCond(), S->getInc()}, [&](const Stmt *Part) { return Part && containsResume(Part, Oracle); }))
      dropHints(S);
    if (S->getInc() && containsResume(S->getInc(), Oracle))
      label(S, S->getBody());
    return true;
  }
  bool VisitIndirectGotoStmt(IndirectGotoStmt *S) {
    sayGoto(S, "a computed goto");
    return true;
  }
  bool VisitAddrLabelExpr(AddrLabelExpr *E) {
    sayGoto(E, "the address of a label");
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    if (siteIndex(C) >= 0 && C->getNumArgs() > 1 && containsResume(C->getArg(1), Oracle))
      U.report(Id::SiteInBound, C->getBeginLoc(), {"the condition of this site can itself reach a checkpoint site"});
    const FunctionDecl *F = C->getDirectCallee();
    if (!F || !F->getIdentifier())
      return true;
    StringRef N = F->getName();
    if (isSetjmp(C))
      jump(C);
    else if (N == "__builtin_setjmp")
      U.report(Id::SetjmpBuiltin, C->getBeginLoc());
    else if (N == "alloca" || N == "__builtin_alloca" || N == "__builtin_alloca_with_align")
      U.report(Id::Alloca, C->getBeginLoc());
    return true;
  }
  /// Compilers leave out what a later designator overrides, calls included (C11 6.7.9p19 lets them); as a statement of its own a call would be made.
  bool VisitInitListExpr(InitListExpr *I) {
    const InitListExpr *Form = I->isSemanticForm() ? I : I->getSemanticForm(); // the one as written is visited
    if (!Form || !Form->getSyntacticForm() || KeepsText)
      return true;
    std::set<const CallExpr *> Meant, Written;
    addCalls(Form, Meant);
    addCalls(Form->getSyntacticForm(), Written);
    for (const CallExpr *C : Written)
      if (!Meant.count(C) && (isSetjmp(C) || Oracle.IsCheckpointable(C)) && Overridden.insert(C).second)
        U.report(Id::SiteInBound, C->getBeginLoc(), {"a later designator overrides this value, or a part of it, and its call can reach a checkpoint site: compilers may leave it out"});
    return true;
  }
  void rename() {
    for (auto &[V, New] : Renamed)
      U.edits().replace(U.begin(V->getLocation()), U.end(V->getLocation()), New);
  }
  std::map<const VarDecl *, std::string> Renamed;

  /// What has no name goes by what it is, not by its line: a comment above it changes nothing.
  void nameValues() {
    PrintingPolicy Policy = U.ctx().getPrintingPolicy();
    Policy.AnonymousTagLocations = false;
    std::vector<std::string> Types;
    for (auto [S, N] : Literals) {
      const Expr *E = Ready.Literals[S][N].Literal;
      Types.push_back((isa<CompoundLiteralExpr>(E) ? "literal of " : "temporary of ") + elementName(E->getType(), Policy));
    }
    for (auto [I, Name] : enumerate(numbered(Types)))
      Ready.Literals[Literals[I].first][Literals[I].second].User = Name;
    std::vector<std::string> Buffers;
    for (const CallExpr *C : Ready.Jumps) {
      Buffers.push_back("setjmp of ");
      raw_string_ostream Out(Buffers.back());
      C->getArg(0)->printPretty(Out, nullptr, Policy);
    }
    Ready.JumpNames = numbered(Buffers);
  }

private:
  /// As the program says it; without the bound, which may be another one elsewhere.
  std::string elementName(QualType T, const PrintingPolicy &Policy) {
    QualType Element = T->isArrayType() ? U.ctx().getBaseElementType(T) : T;
    const auto *R = Element->getAs<TypedefType>() ? nullptr : Element->getAsRecordDecl();
    std::string Name = R && !R->getIdentifier() ? R->getKindName().str() : Element.getUnqualifiedType().getAsString(Policy);
    return Name + (T->isArrayType() ? "[]" : "");
  }
  /// "(NAME)"; of several that are the same "(NAME, 2 of 3)".
  static std::vector<std::string> numbered(const std::vector<std::string> &Names) {
    std::vector<std::string> Out;
    for (auto [I, Name] : enumerate(Names)) {
      auto All = count(Names, Name), Number = std::count(Names.begin(), Names.begin() + I + 1, Name);
      Out.push_back("(" + Name + (All > 1 ? ", " + std::to_string(Number) + " of " + std::to_string(All) : "") + ")");
    }
    return Out;
  }
  void spellOut(const Expr *E) {
    Expr::EvalResult Value;
    if (E && mentionsVariable(E) && E->EvaluateAsInt(Value, U.ctx()))
      U.edits().replace(U.begin(E), U.end(E), constantText(Value.Val.getInt()));
  }
  static bool mentionsVariable(const Stmt *S) {
    const auto *R = dyn_cast<DeclRefExpr>(S);
    return (R && isa<VarDecl>(R->getDecl())) || any_of(S->children(), [](const Stmt *Child) { return Child && mentionsVariable(Child); });
  }
  /// `#pragma GCC unroll 4` and its like, in front of a loop that is spelt out: it would stand before no loop.
  void dropHints(const Stmt *S) {
    StringRef Before = U.text().take_front(U.begin(S));
    while (true) {
      size_t End = Before.rtrim(" \t").size(), Line = Before.take_front(End).rtrim('\n').rfind('\n') + 1;
      StringRef Words = Before.slice(Line, End).trim();
      if (!Before.take_front(End).ends_with("\n") || (!Words.empty() && !Words.consume_front("#")))
        return;
      bool Hint = Words.contains("unroll") || Words.contains("ivdep") || Words.contains("novector") || Words.contains(" loop ");
      if (Hint && Words.ltrim().starts_with("pragma") && !Words.contains("ckpt"))
        U.edits().replace(Line, U.text().find('\n', Line), " ");
      Before = Before.take_front(Line);
      if (Before.empty())
        return;
    }
  }
  /// Compilers do not agree to which loop these belong, and what is live behind them is as Clang has it.
  void checkJumps(Expr *E) {
    FreeJump Jump;
    Jump.TraverseStmt(E);
    if (Jump.Found)
      U.report(Id::JumpInCondition, Jump.Found->getBeginLoc(), {isa<BreakStmt>(Jump.Found) ? "break" : "continue"});
  }
  /// Of the many that an interpreter has, one.
  void sayGoto(const Stmt *S, const char *What) {
    if (!SaidGoto)
      U.report(Id::ComputedGoto, S->getBeginLoc(), {What});
    SaidGoto = true;
  }
  void jump(const CallExpr *C) {
    for (unsigned I = 1; I < C->getNumArgs(); ++I) {
      std::optional<APSInt> Mask = C->getArg(I)->getIntegerConstantExpr(U.ctx());
      if (!Mask || !Mask->isZero())
        U.report(Id::SetjmpMask, C->getBeginLoc(), {}); // no fix-it: 0 alone, without sigprocmask, is another program
    }
    Ready.Jumps.push_back(C);
  }
  class Continues : public RecursiveASTVisitor<Continues> {
  public:
    Continues(Unit &U, StringRef Label) : U(U), Label(Label) {}
    bool TraverseForStmt(ForStmt *) { return true; }
    bool TraverseWhileStmt(WhileStmt *) { return true; }
    bool TraverseDoStmt(DoStmt *) { return true; }
    bool VisitContinueStmt(ContinueStmt *S) {
      U.edits().replace(U.begin(S), U.end(S), "goto " + Label.str());
      return true;
    }
    Unit &U;
    StringRef Label;
  };
  void label(Stmt *Loop, Stmt *Body) {
    std::string L = U.fresh("C");
    Labels[Loop] = L;
    // The body itself may be a loop, whose continues are its own.
    Continues(U, L).TraverseStmt(Body);
  }

  /// Clang's graph has the bounds of arrays where these are declared, one after the other. Calls that reach a site come before all of them.
  void noteBounds(const VarDecl *V) {
    llvm::SmallVector<const Expr *, 2> Bounds;
    for (const clang::ArrayType *A = U.ctx().getAsArrayType(V->getType()); A; A = U.ctx().getAsArrayType(A->getElementType()))
      if (const auto *Vla = dyn_cast<VariableArrayType>(A); Vla && Vla->getSizeExpr())
        Bounds.push_back(Vla->getSizeExpr());
    if (!isa<ParmVarDecl>(V) && none_of(Bounds, [&](const Expr *E) { return containsResume(E, Oracle); }))
      InGraph.insert(Bounds.begin(), Bounds.end());
  }

  void noteVariables(const Stmt *S) {
    if (!S)
      return;
    const auto *R = dyn_cast<DeclRefExpr>(S);
    if (const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr)
      Ready.InBounds.insert(V);
    for (const Stmt *Child : S->children())
      noteVariables(Child);
  }

  std::string declareInBlock(const Expr *E, StringRef Stem) {
    std::string Code = U.fresh(Stem);
    Ready.Literals[Block].push_back({E, Code, "", Zeros.zeros(E->getType())});
    Literals.push_back({Block, Ready.Literals[Block].size() - 1});
    return Code;
  }

  const Expr *fullExpression(const Expr *E) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      if (!P)
        return E;
      E = P;
    }
  }

  /// Does FrameEmitter::lower keep its value in a temporary?
  bool isLowered(const Expr *E) {
    if (const auto *C = dyn_cast<CallExpr>(E))
      return Oracle.IsCheckpointable(C);
    if (const auto *C = dyn_cast<ConditionalOperator>(E))
      return containsResume(C->getTrueExpr(), Oracle) || containsResume(C->getFalseExpr(), Oracle);
    return isa<StmtExpr, BinaryConditionalOperator>(E) && containsResume(E, Oracle);
  }

  /// Of a variable in a register there is no address. Several may be declared at once.
  void takeRegisterOff(const VarDecl *V) {
    auto [B, E] = registerWord(U, V);
    if (B != E && Registers.insert(B).second)
      U.edits().replace(B, E, "        ");
  }

  /// Clang makes one of the argument for a parameter that is a transparent union.
  bool isWritten(const CompoundLiteralExpr *L) { return L->getLParenLoc().isValid(); }

  /// Is more than the literal's value used?
  bool hasAddress(const Expr *E) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      if (const auto *C = dyn_cast_or_null<ImplicitCastExpr>(P))
        return C->getCastKind() != CK_LValueToRValue;
      if (P && (isa<ParenExpr>(P) || isa<MemberExpr>(P))) {
        E = P;
        continue;
      }
      return P != nullptr; // an initialiser takes the value
    }
  }

  Unit &U;
  const TypeText &Text;
  const CallOracle &Oracle;
  Prepared &Ready;
  ContinueLabels &Labels;
  const CompoundStmt *Block = nullptr;
  std::vector<std::pair<const CompoundStmt *, size_t>> Literals; ///< in the order of the text
  std::map<StringRef, unsigned> Seen;
  std::set<StringRef> Taken;
  llvm::DenseSet<const Expr *> InGraph;
  llvm::DenseSet<const VarDecl *> Stripped; ///< of const
  std::set<unsigned> Registers;             ///< where the word was taken off
  unsigned ByType = 0;                      ///< in what chooses by a type
  bool KeepsText = false;                   ///< in what has no objects of the block
  const Clearing &Zeros;
  bool SaidGoto = false;
  std::set<const CallExpr *> Overridden;
};

class References : public TypesInExpressions<References> {
public:
  References(Unit &U, const std::map<const VarDecl *, std::string> &Renamed)
      : U(U), Renamed(Renamed) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    auto Found = Renamed.find(dyn_cast<VarDecl>(R->getDecl()));
    if (Found != Renamed.end())
      U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), Found->second);
    return true;
  }

private:
  Unit &U;
  const std::map<const VarDecl *, std::string> &Renamed;
};

} // namespace

Prepared prepareFrames(Unit &U, const TypeText &Text, const Variants &Tagged, const FunctionFacts &Fn, const CallOracle &Oracle) {
  Prepared Ready;
  ForeignNames Foreign;
  Foreign.TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
  Clearing Zeros(U, Text, Tagged, hasOtherWays(Fn.Decl));
  Preparer P(U, Text, Oracle, Ready, std::move(Foreign.Names), Zeros);
  P.TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
  P.rename();
  P.nameValues();
  if (Fn.Decl->isVariadic())
    for (const CallExpr *C : lateStarts(Fn.Decl, [&](const CallExpr *C) { return containsResume(C, Oracle); }))
      U.report(Id::VaStartLate, C->getBeginLoc());
  References(U, P.Renamed).TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
  return Ready;
}

} // namespace ckpt
