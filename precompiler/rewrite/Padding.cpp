//===- Padding.cpp - arrays get one element more -------------------------------===//
#include "Padding.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

static constexpr int64_t MostBytes = 64 * 1024; ///< of an element: what the pad may cost; at most the array doubles
static constexpr int64_t MostNamed = 4 * 1024; ///< of an array that a typedef declares, on the stack
static constexpr int64_t MostInitialised = 1024; ///< of what is padded by its whole type and set each time that it comes into scope, with its pad

bool isPaddedElement(const Unit &U, QualType Element) {
  return !Element->isIncompleteType() && !Element->isVariablyModifiedType() && U.ctx().getTypeSizeInChars(Element).getQuantity() <= MostBytes;
}

namespace {

/// The outermost brackets of an array variable, or null: a typedef hides them.
ArrayTypeLoc brackets(const VarDecl *V) {
  TypeLoc L = V->getTypeSourceInfo() ? V->getTypeSourceInfo()->getTypeLoc() : TypeLoc();
  while (L) {
    if (auto A = L.getAs<ArrayTypeLoc>())
      return A;
    if (auto Q = L.getAs<QualifiedTypeLoc>())
      L = Q.getUnqualifiedLoc();
    else if (auto P = L.getAs<ParenTypeLoc>())
      L = P.getInnerLoc();
    else if (auto X = L.getAs<AttributedTypeLoc>())
      L = X.getModifiedLoc();
    else
      break;
  }
  return ArrayTypeLoc();
}

/// Does an attribute say where the array stands or what its size is?
bool isPlaced(const VarDecl *V) {
  return V->hasAttr<SectionAttr>() || V->hasAttr<AliasAttr>() || V->hasAttr<WeakRefAttr>() ||
         V->hasAttr<ModeAttr>() || V->getStorageClass() == SC_Register;
}

/// Can this declaration be made to declare one element more?
bool isEditable(const Unit &U, const VarDecl *D, bool Respelt) {
  ArrayTypeLoc A = brackets(D);
  if (!U.inText(D->getLocation()) || isPlaced(D))
    return false;
  if (Respelt)
    return true;
  return A && U.inText(A.getLBracketLoc()) && U.inText(A.getRBracketLoc()) &&
         U.ctx().hasSameType(A.getTypePtr()->getElementType(), U.ctx().getAsArrayType(D->getType())->getElementType());
}

bool isPaddable(const Unit &U, const VarDecl *V) {
  const auto *C = U.ctx().getAsConstantArrayType(V->getType());
  const VarDecl *Defined = nullptr;
  const Expr *Init = V->getAnyInitializer(Defined);
  if (!C || !isPaddedElement(U, C->getElementType()) || (Init && isa<CompoundLiteralExpr>(Init->IgnoreParens()))) // GNU: `int a[] = (int []){1, 2}` has to fit
    return false;
  bool Hoisted = V->isStaticLocal(); // most are declared anew; those that stay have brackets or are refused
  for (const VarDecl *D : V->redecls())
    if (!isEditable(U, D, Hoisted) || (D != V && U.inSystemHeader(D->getLocation())))
      return false;
  return true;
}

/// `[4]` becomes `[(4) + 1]`; `[]` with an initialiser gets the bound it has from it; `extern int a[]` stays.
void editBound(Unit &U, const VarDecl *D) {
  ArrayTypeLoc A = brackets(D);
  const auto *C = U.ctx().getAsConstantArrayType(D->getType());
  if (!A || !C)
    return;
  if (const Expr *Size = A.getSizeExpr()) {
    bool Plain = isa<IntegerLiteral>(Size->IgnoreParenImpCasts());
    unsigned Begin = U.begin(Size), End = U.end(Size);
    U.edits().wrap(Begin, End, Plain ? "" : "(", Plain ? " + 1" : ") + 1");
  } else {
    unsigned At = U.begin(A.getRBracketLoc());
    U.edits().insert(At, At, At, std::to_string(C->getSize().getZExtValue()) + " + 1");
  }
}

/// References to padded arrays, but for those that are only pointers to their first elements.
class References : public RecursiveASTVisitor<References> {
public:
  References(Unit &U, TypeText &Text) : U(U), Text(Text) {}
  bool VisitImplicitCastExpr(ImplicitCastExpr *C) {
    if (C->getCastKind() == CK_ArrayToPointerDecay)
      Bare.insert(C->getSubExpr()->IgnoreParens());
    return true;
  }
  /// The alignment asked for is the variable's own, which may be more than its type's.
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    if ((E->getKind() == UETT_AlignOf || E->getKind() == UETT_PreferredAlignOf) && !E->isArgumentType())
      Bare.insert(E->getArgumentExpr()->IgnoreParens());
    return true;
  }
  /// Types that are defined where one is named, as in `sizeof(struct { typeof(a) copy; })`: no statement declares them.
  bool VisitElaboratedTypeLoc(ElaboratedTypeLoc L) {
    TagDecl *Owned = L.getTypePtr()->getOwnedTagDecl();
    return !Owned || TraverseDecl(Owned);
  }
  bool TraverseRecordDecl(RecordDecl *R) {
    SaveAndRestore Inside(InLocalType, InLocalType || R->getParentFunctionOrMethod());
    return RecursiveASTVisitor::TraverseRecordDecl(R);
  }
  /// A local type will stand at file scope, where the function's variables are not known: only their type is meant.
  bool TraverseTypeOfExprTypeLoc(TypeOfExprTypeLoc L) {
    Expr *E = L.getUnderlyingExpr();
    if (!InLocalType || !namesLocal(E) || E->getType()->isVariablyModifiedType() || !U.inText(E->getBeginLoc()) || !U.inText(E->getEndLoc()))
      return RecursiveASTVisitor::TraverseTypeOfExprTypeLoc(L);
    if (Edited.insert(E->getBeginLoc()).second)
      U.edits().replace(U.begin(E), U.end(E), "(*(" + Text.pointerTo(E->getType()) + ")0)");
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (V && Text.isPadded(V) && U.inText(R->getLocation()))
      Found.push_back(R);
    return true;
  }
  void edit() {
    for (const DeclRefExpr *R : Found) {
      const auto *V = cast<VarDecl>(R->getDecl());
      if (Text.isDoubled(V)) {
        if (Edited.insert(R->getLocation()).second)
          U.edits().replace(U.begin(R->getLocation()), U.end(R->getLocation()), firstOf(V));
        continue;
      }
      if (Bare.count(R) || !Edited.insert(R->getLocation()).second)
        continue;
      if (R->getType()->isVariableArrayType()) {
        Text.keepForLater(V, R);
        continue;
      }
      auto [Before, After] = arrayOf(Text, R->getType());
      U.edits().wrap(U.begin(R->getLocation()), U.end(R->getLocation()), Before, After);
    }
  }

private:
  static bool namesLocal(const Stmt *S) {
    if (const auto *R = dyn_cast<DeclRefExpr>(S))
      if (const auto *V = dyn_cast<VarDecl>(R->getDecl()); V && V->isLocalVarDeclOrParm())
        return true;
    return any_of(S->children(), [](const Stmt *Child) { return Child && namesLocal(Child); });
  }
  Unit &U;
  TypeText &Text;
  bool InLocalType = false;
  std::set<const Expr *> Bare; ///< whose types do not matter
  std::set<SourceLocation> Edited;
  std::vector<const DeclRefExpr *> Found;
};

/// Does a value of this type end in an array? (Perhaps in front of padding.)
bool endsInArray(QualType T) {
  const RecordDecl *R = T->getAsRecordDecl();
  if (!R || !R->getDefinition() || R->field_empty())
    return T->isConstantArrayType();
  R = R->getDefinition();
  if (R->isUnion())
    return any_of(R->fields(), [](const FieldDecl *F) { return endsInArray(F->getType()); });
  const FieldDecl *Last = nullptr;
  for (const FieldDecl *F : R->fields())
    Last = F;
  return endsInArray(Last->getType());
}

/// The names of a function's variables, and of what its blocks declare beside them, for which a variable of the name is renamed (FramePrepare.cpp).
class VariableNames : public RecursiveASTVisitor<VariableNames> {
public:
  explicit VariableNames(const FunctionDecl *Fn) { TraverseDecl(const_cast<FunctionDecl *>(Fn)); }
  bool VisitVarDecl(VarDecl *V) { return add(V); }
  bool VisitFunctionDecl(FunctionDecl *D) { return add(D); }
  bool VisitTypedefNameDecl(TypedefNameDecl *D) { return add(D); }
  StringMap<unsigned> Count;

private:
  bool add(const NamedDecl *D) {
    if (D->getIdentifier())
      ++Count[D->getName()];
    return true;
  }
};

/// Local arrays of a function, also those that nothing points to, for the runtime knows all of them, and structures that end in one.
class Locals : public RecursiveASTVisitor<Locals> {
public:
  Locals(Unit &U, const Facts &F, const FunctionDecl *Fn, function_ref<void(const VarDecl *)> Pad, function_ref<void(const VarDecl *)> PadWhole)
      : U(U), F(F), Names(Fn), Pad(Pad), PadWhole(PadWhole) {}
  bool VisitVarDecl(VarDecl *V) {
    QualType T = V->getType();
    if (!V->hasLocalStorage() || isa<ParmVarDecl>(V) || !V->getIdentifier() || F.InClauses.count(V))
      return true;
    if (T->isRecordType() || (T->isConstantArrayType() && !brackets(V))) {
      if (T->isRecordType() ? F.AddressTakenVars.count(V) && endsInArray(T) : !V->hasAttr<CleanupAttr>())
        if (isOrdinary(V) && isPaddableWhole(V))
          PadWhole(V);
    } else if (T->isVariableArrayType() ? !isPlaced(V) && !V->hasAttr<AlignedAttr>() : isPaddable(U, V)) {
      Pad(V);
    }
    return true;
  }

private:
  /// May an array of this type be declared? It is whole as it is written (no `typedef int U[]`, no __auto_type), of constant bounds, no typedef says more of its alignment
  /// than what it consists of does, and it is no array of the compiler's or the C library's (va_list, jmp_buf), which calls and this translator know by
  /// their types.
  bool isOrdinary(const VarDecl *V) const {
    QualType T = V->getType(), Written = V->getTypeSourceInfo() ? V->getTypeSourceInfo()->getType() : T;
    const RecordDecl *Of = T->isArrayType() ? U.ctx().getBaseElementType(T)->getAsRecordDecl() : nullptr;
    int64_t Size = U.ctx().getTypeSizeInChars(T).getQuantity();
    return !(Of && Of->getIdentifier() && is_contained({"__va_list_tag", "__va_list", "__jmp_buf_tag"}, Of->getName())) &&
           !Written->isIncompleteType() && !T->isVariablyModifiedType() && !Written->getContainedAutoType() && alignmentOf(U.ctx(), T).empty() && Size > 0 &&
           Size <= (T->isArrayType() ? MostNamed : MostBytes);
  }
  /// May what initialises the variable be the first of an array's? A list, a string; of a structure also a value, which in C90 is no constant in a list.
  /// Not with a call, which may reach a site.
  bool isForFirst(const VarDecl *V) const {
    const Expr *Init = V->getInit();
    if (!Init)
      return true;
    bool Form = isa<InitListExpr>(Init) || isa<clang::StringLiteral>(Init) || (V->getType()->isRecordType() && U.ctx().getLangOpts().C99);
    return Form && !calls(Init) && U.inText(Init->getBeginLoc()) && U.inText(Init->getEndLoc()) &&
           U.ctx().getTypeSizeInChars(V->getType()).getQuantity() <= MostInitialised;
  }
  static bool calls(const Stmt *S) {
    return isa<CallExpr>(S) || isa<StmtExpr>(S) || any_of(S->children(), [](const Stmt *Child) { return Child && calls(Child); });
  }
  bool isPaddableWhole(const VarDecl *V) const {
    return isForFirst(V) && !isPlaced(V) && !V->hasAttr<AlignedAttr>() &&
           U.inText(V->getLocation()) && Names.Count.lookup(V->getName()) == 1;
  }
  Unit &U;
  const Facts &F;
  VariableNames Names;
  function_ref<void(const VarDecl *)> Pad, PadWhole;
};

} // namespace

std::string firstOf(const VarDecl *V) { return V->getName().str() + "[0]"; }

std::pair<std::string, std::string> arrayOf(TypeText &Text, QualType T) {
  return {"(*(" + Text.pointerTo(T) + ")", ")"};
}

void padArrays(Unit &U, TypeText &Text, const Facts &F, function_ref<bool(const FunctionFacts &)> InFrame) {
  auto pad = [&](const VarDecl *V) {
    Text.pad(V);
    for (const VarDecl *D : V->redecls())
      if (!D->getType()->isVariableArrayType())
        editBound(U, D);
  };
  auto padWhole = [&](const VarDecl *V) {
    Text.padWhole(V);
    if (const Expr *Init = V->getInit())
      U.edits().wrap(U.begin(Init), U.end(Init), "{ ", " }");
    U.edits().insert(U.end(V->getLocation()), U.begin(V->getBeginLoc()), U.end(V->getLocation()), "[2]");
  };
  for (const std::vector<const VarDecl *> *Variables : {&F.Globals, &F.LocalStatics})
    for (const VarDecl *V : *Variables)
      if (!F.InClauses.count(V) && isPaddable(U, V))
        pad(V);
  for (const FunctionFacts &Fn : F.Functions)
    if (InFrame(Fn))
      Locals(U, F, Fn.Decl, pad, padWhole).TraverseDecl(const_cast<FunctionDecl *>(Fn.Decl));
}

void keepPaddedTypes(Unit &U, TypeText &Text) {
  References R(U, Text);
  R.TraverseDecl(U.ctx().getTranslationUnitDecl());
  R.edit();
}

} // namespace ckpt
