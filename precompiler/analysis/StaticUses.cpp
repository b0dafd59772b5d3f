//===- StaticUses.cpp - variables whose uses can all be seen ----------------------===//
#include "StaticUses.h"
#include "Aliases.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool isPlainValue(QualType T) {
  if (T.isVolatileQualified())
    return false;
  T = T.getCanonicalType();
  if (const auto *A = dyn_cast<ConstantArrayType>(T.getTypePtr()))
    return isPlainValue(A->getElementType());
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl()->getDefinition();
    return D && D->isStruct() && !D->hasFlexibleArrayMember() && all_of(D->fields(), [](const FieldDecl *X) { return isPlainValue(X->getType()); });
  }
  return isa<BuiltinType, EnumType, ComplexType>(T.getTypePtr()) && !T->isVoidType();
}

uint64_t numbersIn(const ASTContext &Ctx, QualType T) {
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return A->getSize().getZExtValue() * numbersIn(Ctx, A->getElementType());
  uint64_t Sum = 1;
  if (const auto *R = T->getAs<RecordType>())
    for (const FieldDecl *Each : R->getDecl()->fields())
      Sum += numbersIn(Ctx, Each->getType());
  return Sum;
}

namespace {

/// Attributes that do not make a variable reachable by other ways.
bool hasHarmlessAttributes(const VarDecl *V) {
  for (const VarDecl *D : V->redecls())
    for (const Attr *A : D->attrs())
      if (!isa<AlignedAttr, UnusedAttr>(A))
        return false;
  return true;
}

/// Locals of fewer numbers are not worth the look. What is looked at must be the same on all machines, for what one leaves out another cannot go on with.
constexpr uint64_t LeastLocal = 64;

/// Arrays and structures among a function's own variables.
class LargeLocals : public RecursiveASTVisitor<LargeLocals> {
public:
  std::vector<const VarDecl *> Found;
  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && !isa<ParmVarDecl>(V) && (V->getType()->isConstantArrayType() || V->getType()->isStructureType()))
      Found.push_back(V);
    return true;
  }
};

/// A function's pointers that begin with something.
class LocalPointers : public RecursiveASTVisitor<LocalPointers> {
public:
  std::vector<const VarDecl *> Found;
  bool VisitVarDecl(VarDecl *V) {
    if (V->hasLocalStorage() && !isa<ParmVarDecl>(V) && V->hasInit() && V->getType()->isPointerType() && !V->getType().isVolatileQualified())
      Found.push_back(V);
    return true;
  }
};

/// What a function of the C library does to what an argument leads to; it keeps no address of it.
enum class Library { Keeps, Reads, Writes };

Library libraryDoes(StringRef Name, unsigned Argument) {
  Name.consume_front("__builtin_");
  if (Name == "memcpy" || Name == "memmove")
    return Argument == 0 ? Library::Writes : Argument == 1 ? Library::Reads : Library::Keeps;
  if (Name == "memset" || Name == "fread")
    return Argument == 0 ? Library::Writes : Library::Keeps;
  if (Name == "fwrite")
    return Argument == 0 ? Library::Reads : Library::Keeps;
  return StringSwitch<Library>(Name).Cases("memcmp", "strcmp", "strncmp", "strlen", "printf", "puts", Library::Reads).Default(Library::Keeps);
}

} // namespace

/// Names that stand for others, and text in which a name could be anything.
class StaticUses::OtherWays : public RecursiveASTVisitor<OtherWays> {
public:
  explicit OtherWays(StaticUses &Into) : Into(Into) {}
  bool VisitVarDecl(VarDecl *V) {
    if (const auto *A = V->getAttr<AliasAttr>())
      Into.OtherNames.insert(A->getAliasee().str());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *A) {
    Into.Texts.insert(A->getAsmString()->getString().str());
    return true;
  }
  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *A) {
    Into.Texts.insert(A->getAsmString()->getString().str());
    return true;
  }
  /// A declaration in a block that Clang does not take for one of the definition's is another way to it.
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const ValueDecl *D = R->getDecl();
    const auto *Fn = dyn_cast<FunctionDecl>(D);
    const auto *V = dyn_cast<VarDecl>(D);
    if (D->getFormalLinkage() == Linkage::External && D->getIdentifier() &&
        (Fn ? !Fn->isDefined() : V && V->hasDefinition() == VarDecl::DeclarationOnly))
      Into.OtherNames.insert(D->getName().str());
    return true;
  }

private:
  StaticUses &Into;
};

/// All mentions of what may be traced, in the whole unit.
class StaticUses::Scan : public RecursiveASTVisitor<Scan> {
public:
  explicit Scan(StaticUses &Into) : Into(Into) {}
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const auto *V = dyn_cast<VarDecl>(R->getDecl());
    if (!V || !Into.Mentions.count(V->getCanonicalDecl()) || !Seen.insert(R).second)
      return true;
    Mention M = Into.classify(R);
    if (!Followed && M.What != Use::Nothing)
      M = {Use::Escapes};
    Into.Mentions[V->getCanonicalDecl()].push_back(M);
    Into.Uses[R] = M;
    return true;
  }
  /// The flow follows the bodies of the unit's own functions: neither bounds of parameters, which are evaluated before, nor functions in the library's headers, whose
  /// macros may name what is the program's.
  bool TraverseFunctionDecl(FunctionDecl *D) {
    const Stmt *Outer = Body;
    Body = any_of(Into.F.Functions, [&](const FunctionFacts &Fn) { return Fn.Decl == D; }) ? D->getBody() : nullptr;
    bool Result = RecursiveASTVisitor::TraverseFunctionDecl(D);
    Body = Outer;
    return Result;
  }
  bool TraverseStmt(Stmt *S) {
    bool Outer = Followed;
    Followed |= S && S == Body;
    bool Result = RecursiveASTVisitor::TraverseStmt(S);
    Followed = Outer;
    return Result;
  }

private:
  StaticUses &Into;
  DenseSet<const DeclRefExpr *> Seen;
  const Stmt *Body = nullptr; ///< of the function that is walked, if the flow follows it
  bool Followed = false;
};

StaticUses::StaticUses(Unit &U, const Facts &F, ArrayRef<const FunctionFacts *> Frames, bool Closed) : U(U), F(F), Closed(Closed) {
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark))
      Replayed.insert(C);
  for (std::string &Name : otherNames(U))
    OtherNames.insert(std::move(Name));
  for (const ChangePragma &C : U.changes())
    for (const ChangePragma::Item &I : C.Items)
      Texts.insert(I.Other);
  for (const VariantPragma &V : U.variants())
    Texts.insert(V.Tag);
  for (const auto *List : {&F.Globals, &F.LocalStatics})
    for (const VarDecl *V : *List)
      if (isCandidate(V))
        Mentions[V->getCanonicalDecl()];
  addLocals(Frames);
  if (Mentions.empty() && !Closed)
    return;
  OtherWays(*this).TraverseDecl(U.ctx().getTranslationUnitDecl());
  LocalPointers Beginning;
  for (const FunctionFacts &Fn : F.Functions)
    Beginning.TraverseStmt(Fn.Decl->getBody());
  for (const VarDecl *P : Beginning.Found)
    if (!F.InOpenMP.count(P))
      Mentions[P->getCanonicalDecl()];
  for (const FunctionFacts &Fn : F.Functions)
    if (isTraceable(Fn.Decl))
      for (const ParmVarDecl *P : Fn.Decl->parameters())
        if (P->getType()->isPointerType() && !F.InOpenMP.count(P))
          Mentions[P->getCanonicalDecl()];
  Scan(*this).TraverseDecl(U.ctx().getTranslationUnitDecl());
  settle();
}

/// Plain values that a program changes by itself, in ways that are seen.
bool StaticUses::isTame(const VarDecl *V) const {
  return isMutable(V) && !F.Excluded.count(V->getCanonicalDecl()) && none_of(V->redecls(), [&](const VarDecl *D) { return F.InOpenMP.count(D); }) &&
         V->getTSCSpec() == TSCS_unspecified && V->getIdentifier() && isPlainValue(V->getType()) && hasHarmlessAttributes(V);
}

void StaticUses::addLocals(ArrayRef<const FunctionFacts *> Frames) {
  for (const FunctionFacts *Fn : Frames) {
    LargeLocals Large;
    Large.TraverseStmt(Fn->Decl->getBody());
    for (const VarDecl *V : Large.Found)
      if (isTame(V) && numbersIn(U.ctx(), V->getType()) >= LeastLocal) {
        Mentions[V->getCanonicalDecl()];
        Locals.push_back(V);
        Homes[V] = Fn->Decl;
      }
  }
}

bool StaticUses::isCandidate(const VarDecl *V) const {
  if (!isTame(V))
    return false;
  if (!V->isStaticLocal())
    return U.isOwn(V);
  const FunctionDecl *Home = F.HomeOf.lookup(V);
  return Home && !(Home->isInlineSpecified() && Home->getFormalLinkage() != Linkage::Internal);
}

bool hasLateAttributes(Unit &U, const FunctionDecl *Fn) {
  const FunctionDecl *Definition = Fn->getDefinition();
  if (!Definition)
    return false;
  for (const FunctionDecl *D : Definition->redecls()) {
    if (D == Definition || !U.inText(D->getLocation()) || !U.sm().isBeforeInTranslationUnit(Definition->getLocation(), D->getLocation()))
      continue;
    size_t At = U.begin(D->getLocation()), From = U.text().find_last_of(";{}", At);
    if (U.text().slice(From == StringRef::npos ? 0 : From, U.text().find(';', At)).contains("__attribute"))
      return true;
  }
  return false;
}

bool StaticUses::isReplaceable(const FunctionDecl *Fn) const {
  return Fn->getFormalLinkage() != Linkage::Internal && (Fn->isWeak() || Fn->isInlineSpecified() || hasLateAttributes(U, Fn));
}

bool StaticUses::isOpen(const FunctionDecl *Fn) const {
  if (Fn->isMain())
    return false;
  return !U.isOwn(Fn) || F.AddressTaken.count(Fn->getCanonicalDecl()) || OtherNames.count(Fn->getName().str()) ||
         any_of(Texts, [&](StringRef T) { return T.contains(Fn->getName()); }) || hasLateAttributes(U, Fn) || Fn->hasAttr<ConstructorAttr>() || Fn->hasAttr<DestructorAttr>() || Fn->hasAttr<UsedAttr>() || is_contained(F.OnRestart, Fn) || is_contained(F.OnCheckpoint, Fn);
}

/// All of its calls are seen.
bool StaticUses::isTraceable(const FunctionDecl *Fn) const {
  return Fn->hasPrototype() && !Fn->isVariadic() && !Fn->isMain() && (Closed || !isOpen(Fn)) && !isReplaceable(Fn);
}

const Expr *StaticUses::parent(const Expr *E) const {
  DynTypedNodeList Parents = U.ctx().getParents(*E);
  return Parents.size() == 1 ? Parents[0].get<Expr>() : nullptr;
}

/// Nobody takes the value of a call that stands as a statement. (That of a statement expression is of its last one that is not empty.)
bool StaticUses::isDropped(const Expr *E) const {
  DynTypedNodeList Parents = U.ctx().getParents(*E);
  if (Parents.size() != 1)
    return false;
  if (const auto *Block = Parents[0].get<CompoundStmt>()) { // the last one is the value of a statement expression
    DynTypedNodeList Above = U.ctx().getParents(*Block);
    return Above.size() == 1 && !(Above[0].get<StmtExpr>() && Block->getStmtExprResult() == E);
  }
  return Parents[0].get<ForStmt>() || Parents[0].get<IfStmt>();
}

const ParmVarDecl *StaticUses::traced(const CallExpr *C, unsigned Argument) const {
  const FunctionDecl *Callee = C->getDirectCallee(), *Body = Callee ? Callee->getDefinition() : nullptr;
  if (!Body || Argument >= Body->getNumParams() || C->getNumArgs() != Body->getNumParams() || Replayed.count(C))
    return nullptr;
  const ParmVarDecl *P = Body->getParamDecl(Argument);
  return Mentions.count(P->getCanonicalDecl()) ? P : nullptr;
}

/// An address is handed to a call.
StaticUses::Mention StaticUses::argument(const CallExpr *C, const Expr *E) const {
  const FunctionDecl *Callee = C->getDirectCallee();
  for (unsigned I = 0; Callee && I < C->getNumArgs(); ++I) {
    if (C->getArg(I) != E)
      continue;
    if (const ParmVarDecl *P = traced(C, I))
      return {Use::PassedOn, P, C};
    if (const ExactFunction *X = Replayed.count(C) ? nullptr : U.exactFunction(Callee); X && C->getNumArgs() == X->Parameters.size() && X->Parameters[I] != 'v')
      return {Use::Reads, nullptr, nullptr, X->Parameters[I] == 'w'};
    if (Replayed.count(C) || !isLibraryFunction(U, Callee))
      break;
    Library Does = libraryDoes(Callee->getName(), I);
    if (Does == Library::Keeps || (C->getType()->isPointerType() && !isDropped(C)))
      break;
    bool Stores = Callee->getName().ends_with("printf") && !E->getType()->getPointeeOrArrayElementType()->isCharType(); // %n
    return Does == Library::Reads ? Mention{Use::Reads, nullptr, nullptr, Stores} : Mention{Use::Writes, nullptr, nullptr, true};
  }
  return {Use::Escapes};
}

/// Upwards from a mention, to what is done to the object that it is, or leads to.
StaticUses::Mention StaticUses::classify(const DeclRefExpr *R) const {
  const Expr *E = R;
  bool Parameter = R->getDecl()->getType()->isPointerType(), Address = false; // or a local pointer. Address: E is one, not the object
  while (const Expr *P = parent(E)) {
    if (isa<ParenExpr>(P)) {
    } else if (const auto *Size = dyn_cast<UnaryExprOrTypeTraitExpr>(P)) {
      return {Size->getKind() == UETT_SizeOf && !E->getType()->isVariablyModifiedType() ? Use::Nothing : Use::Escapes};
    } else if (const auto *C = dyn_cast<ImplicitCastExpr>(P)) {
      CastKind K = C->getCastKind();
      if (K == CK_LValueToRValue && !Address && !Parameter)
        return {Use::Reads};
      if (K == CK_LValueToRValue && !Address)
        Parameter = false, Address = true;
      else if (K == CK_ArrayToPointerDecay && !Address && !Parameter)
        Address = true;
      else if (!Address || (K != CK_NoOp && K != CK_BitCast))
        return {Use::Escapes};
    } else if (Parameter) {
      return {Use::Escapes}; // it is changed, or its own address is taken
    } else if (const auto *M = dyn_cast<MemberExpr>(P)) {
      if (M->isArrow() != Address)
        return {Use::Escapes};
      Address = false;
    } else if (const auto *A = dyn_cast<ArraySubscriptExpr>(P)) {
      if (!Address || A->getBase() != E)
        return {Use::Escapes};
      Address = false;
    } else if (const auto *O = dyn_cast<UnaryOperator>(P)) {
      if (O->isIncrementDecrementOp() && !Address)
        return {Use::Reads, nullptr, nullptr, true};
      if (O->getOpcode() != (Address ? UO_Deref : UO_AddrOf))
        return {Use::Escapes};
      Address = !Address;
    } else if (const auto *O = dyn_cast<BinaryOperator>(P)) {
      if (Address || !O->isAssignmentOp() || O->getLHS() != E)
        return {Use::Escapes};
      return {O->getOpcode() == BO_Assign ? Use::Writes : Use::Reads, nullptr, nullptr, true};
    } else if (const auto *C = dyn_cast<CallExpr>(P)) {
      return Address ? argument(C, E) : Mention{Use::Escapes};
    } else {
      return {Use::Escapes};
    }
    E = P;
  }
  DynTypedNodeList Parents = U.ctx().getParents(*E);
  const auto *P = Address && Parents.size() == 1 ? Parents[0].get<VarDecl>() : nullptr;
  return P && Mentions.count(P->getCanonicalDecl()) && P->getInit() == E ? Mention{Use::PassedOn, P} : Mention{Use::Escapes};
}

/// From single mentions to variables: an address that goes into a parameter goes wherever that lets it go.
void StaticUses::settle() {
  DenseSet<const VarDecl *> Lost;
  auto named = [&](const VarDecl *V) {
    return (!V->hasLocalStorage() && OtherNames.count(V->getName().str())) || any_of(Texts, [&](StringRef T) { return T.contains(V->getName()); });
  };
  for (const auto &[V, List] : Mentions)
    if (!isa<ParmVarDecl>(V) && named(V))
      Lost.insert(V);
  // A pointer to an array of a frame that is not in the image would lead to nothing.
  auto isFrames = [](const VarDecl *V) { return V->hasLocalStorage() && !isa<ParmVarDecl>(V) && !V->getType()->isPointerType(); };
  for (bool More = true; More;) {
    More = false;
    for (const auto &[V, List] : Mentions)
      for (const Mention &M : List)
        if (M.What == Use::Escapes || (M.What == Use::PassedOn && (Lost.count(M.To->getCanonicalDecl()) || (!M.In && isFrames(V)))))
          More |= Lost.insert(V).second;
  }
  for (const auto *List : {&F.Globals, &F.LocalStatics, &std::as_const(Locals)})
    for (const VarDecl *V : *List)
      if (Mentions.count(V->getCanonicalDecl()) && !Lost.count(V->getCanonicalDecl())) {
        Numbers[V->getCanonicalDecl()] = Variables.size();
        Variables.push_back(V);
      }
  Bits = Numbers;
  for (const auto &[V, List] : Mentions)
    if (isa<ParmVarDecl>(V) && !Lost.count(V))
      Bits[V] = Variables.size() + Parameters++;
  for (bool More = true; More;) { // local pointers stand for what they begin with
    More = false;
    for (const auto &[V, List] : Mentions)
      if (int Bit = Bits.count(V) ? static_cast<int>(Bits.lookup(V)) : -1; Bit >= 0)
        for (const Mention &M : List)
          More |= M.What == Use::PassedOn && !M.In && Bits.try_emplace(M.To->getCanonicalDecl(), static_cast<unsigned>(Bit)).second;
  }
  for (bool More = true; More;) {
    More = false;
    for (const auto &[V, List] : Mentions)
      if (V->getType()->isPointerType() && any_of(List, [&](const Mention &M) { return M.Changes || (M.What == Use::PassedOn && ChangedBehind.count(M.To->getCanonicalDecl())); }))
        More |= ChangedBehind.insert(V).second;
  }
  Automatic.resize(size());
  for (unsigned I = 0; I < Variables.size(); ++I)
    if (Variables[I]->hasLocalStorage())
      Automatic.set(I);
  Objects.assign(size(), BitVector(size()));
  for (unsigned I = 0; I < Variables.size(); ++I)
    Objects[I].set(I);
  for (const auto &[V, List] : Mentions)
    for (const Mention &M : List)
      if (auto From = Bits.find(V); M.What == Use::PassedOn && M.In && From != Bits.end())
        Passed[M.In].push_back({Bits.lookup(M.To->getCanonicalDecl()), From->second});
  for (bool More = true; More;) {
    More = false;
    for (const auto &[Call, Pairs] : Passed)
      for (auto [To, From] : Pairs)
        if (Objects[From].test(Objects[To])) {
          Objects[To] |= Objects[From];
          More = true;
        }
  }
}

BitVector StaticUses::inCaller(const BitVector &Callee, const CallExpr *C) const {
  BitVector Set = Callee;
  if (Parameters)
    Set.reset(Variables.size(), size());
  if (auto At = Passed.find(C); At != Passed.end())
    for (auto [To, From] : At->second)
      if (Callee.test(To))
        Set.set(From);
  return Set;
}

BitVector StaticUses::onlyVariables(BitVector Set) const {
  for (unsigned I = Variables.size(); I < size(); ++I)
    if (Set.test(I)) {
      Set.reset(I);
      Set |= Objects[I];
    }
  return Set;
}

int StaticUses::number(const VarDecl *V) const {
  auto At = Numbers.find(V->getCanonicalDecl());
  return At == Numbers.end() ? -1 : static_cast<int>(At->second);
}

int StaticUses::parameter(const VarDecl *P) const {
  auto At = isa<ParmVarDecl>(P) ? Bits.find(P->getCanonicalDecl()) : Bits.end();
  return At == Bits.end() ? -1 : static_cast<int>(At->second);
}

ArrayRef<std::pair<unsigned, unsigned>> StaticUses::passedBy(const CallExpr *C) const {
  auto At = Passed.find(C);
  return At == Passed.end() ? ArrayRef<std::pair<unsigned, unsigned>>() : ArrayRef(At->second);
}

bool StaticUses::mayChange(const DeclRefExpr *R) const {
  auto At = Uses.find(R);
  return At == Uses.end() || At->second.Changes || (At->second.What == Use::PassedOn && ChangedBehind.count(At->second.To->getCanonicalDecl()));
}

int StaticUses::readBy(const DeclRefExpr *R) const {
  auto At = Uses.find(R);
  if (At == Uses.end() || At->second.What != Use::Reads)
    return -1;
  auto Bit = Bits.find(cast<VarDecl>(R->getDecl())->getCanonicalDecl());
  return Bit == Bits.end() ? -1 : static_cast<int>(Bit->second);
}

} // namespace ckpt
