//===- FrameDeclarations.cpp - declarations of a checkpointable function ------===//
//
// Variables come into scope, for the saved set; a declaration whose initialiser
// reaches a site is split, and one of variable size is a stage of the way to
// what lies behind it.
//
//===----------------------------------------------------------------------===//
#include "FrameEmitter.h"
#include "../analysis/Mentions.h"
#include "Padding.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Operands of typeof that are evaluated (their types are variable) and do something.
class EvaluatedTypes : public RecursiveASTVisitor<EvaluatedTypes> {
public:
  explicit EvaluatedTypes(const ASTContext &Ctx) : Ctx(Ctx) {}
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    const Expr *E = L.getUnderlyingExpr();
    if (E->getType()->isVariablyModifiedType() && E->HasSideEffects(Ctx))
      Found = E;
    return true;
  }
  const Expr *Found = nullptr;

private:
  const ASTContext &Ctx;
};

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

void FrameEmitter::declareInScope(const VarDecl *V) {
  if (V->hasGlobalStorage() || !V->getIdentifier())
    return;
  LocalSlot L;
  // By the variables of that name around it: where another block has one, too, this one's name stays as it is.
  size_t Hidden = count_if(Scope, [&](const LocalSlot &S) { return S.Decl && S.Decl->getIdentifier() == V->getIdentifier(); });
  L.User = V->getName().str() + (Hidden ? "#" + std::to_string(Hidden + 1) : "");
  L.Code = U.edits().render(U.begin(V->getLocation()), U.end(V->getLocation()));
  if (Text.isDoubled(V))
    L.Code = firstOf(V);
  L.Type = V->getType();
  L.Line = U.line(V->getLocation());
  L.Decl = V;
  QualType T = V->getType();
  L.Vla = T->isVariableArrayType();
  L.Memory = F.AddressTakenVars.count(V) || isSetInMemory(U, V);
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
    std::string Declared = Text.variable(V, Code) + alignmentOf(U.ctx(), V);
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
      Out += "{ " + Pre + assign(Code, V->getType(), Value) + "} ";
      continue;
    }
    std::string Pre, Value;
    size_t Mark = Scope.size();
    if (Init)
      Value = " = " + lowerFull(Init, Pre);
    else if (auto Zero = Ready.Zeros.find(V); Zero != Ready.Zeros.end())
      Value = Zero->second;
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
  std::string Out, Array = U.edits().render(U.begin(D->getLocation()), U.end(D->getLocation()));
  while (true) {
    if (const auto *P = T->getAs<clang::PointerType>()) {
      T = P->getPointeeType();
      Array = "(*" + Array + ")";
      continue;
    }
    const clang::ArrayType *A = U.ctx().getAsArrayType(T);
    if (!A)
      return Out;
    T = A->getElementType();
    std::string Whole = Array;
    Array += "[0]";
    const auto *Vla = dyn_cast<VariableArrayType>(A);
    const Expr *Size = Vla ? Vla->getSizeExpr() : nullptr;
    if (!Size || Bounds.count(Size))
      continue;
    LocalSlot L;
    L.Code = "ckptg_n" + std::to_string(++BoundCount);
    L.User = "(bound " + std::to_string(Slots.size() + 1) + " of " + D->getName().str() + ")";
    L.Type = U.ctx().UnsignedLongTy;
    L.Line = U.line(D->getLocation());
    // The bound of a parameter has been evaluated where it stands.
    bool Again = isa<ParmVarDecl>(D) && Size->HasSideEffects(U.ctx());
    std::string Value = Again ? "sizeof " + Whole + " / sizeof " + Array : lowerFull(Size, Pre);
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
  const auto *Declared = dyn_cast<DeclaratorDecl>(D);
  const auto *Alias = dyn_cast<TypedefNameDecl>(D);
  EvaluatedTypes Evaluated(U.ctx());
  if (TypeSourceInfo *Info = Declared ? Declared->getTypeSourceInfo() : Alias ? Alias->getTypeSourceInfo() : nullptr)
    Evaluated.TraverseTypeLoc(Info->getTypeLoc());
  if (Evaluated.Found)
    refuse(Evaluated.Found, Id::SiteInBound,
           {"the operand of this typeof is evaluated, for its type is of variable size, and would not be in a function that can reach a checkpoint site"});
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
    if (const auto *V = dyn_cast<VarDecl>(D))
      Out += alignmentOf(U.ctx(), V);
    Out += "; ";
  }
  if (auto Zeros = Array && !Init ? Ready.Zeros.find(Array) : Ready.Zeros.end(); Zeros != Ready.Zeros.end())
    Out += Zeros->second;
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
      if (isa<InitListExpr>(Init)) // of an array of pointers, or of one in braces
        Out += InitPre + "__builtin_memcpy((void *)&" + Code + ", &(" + Text.name(T) + ")" + Value + ", sizeof(" + Code + ")); ";
      else
        Out += InitPre + Code + " = " + Value + "; ";
    }
  }
  return Out;
}

} // namespace ckpt
