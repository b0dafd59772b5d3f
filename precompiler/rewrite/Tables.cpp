//===- Tables.cpp - a unit's tables -------------------------------------------===//
#include "Tables.h"
#include "../analysis/Outside.h"
#include "clang/AST/Attr.h"
#include "ckpt_abi.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// How many elements an initialiser gives a variable's flexible array member; 0: it has none.
uint64_t flexibleElements(Unit &U, const VarDecl *V) {
  const VarDecl *Defined = nullptr;
  if (!V->getAnyInitializer(Defined) || !Defined->hasFlexibleArrayInit(U.ctx()))
    return 0;
  const auto *List = cast<InitListExpr>(Defined->getInit()->IgnoreParens());
  return U.ctx().getAsConstantArrayType(List->getInit(List->getNumInits() - 1)->getType())->getSize().getZExtValue();
}

/// Can the table tell all members of such a constant by their names?
bool isPlain(const VarDecl *V) {
  return all_of(V->getType()->getAsRecordDecl()->getDefinition()->fields(), [](const FieldDecl *F) {
    return F->getIdentifier() && !F->isBitField() && !F->getType()->isUnionType();
  });
}

/// The type of a constant whose flexible array member has an initialiser: one of its own, with the array as long as it is, for pointers lead into it.
std::string flexibleRow(Unit &U, TypeTables &Types, const VarDecl *V, uint64_t Elements, const std::string &Code, std::string &Helpers) {
  const RecordDecl *D = V->getType()->getAsRecordDecl()->getDefinition();
  const TypedefNameDecl *Typedef = D->getTypedefNameForAnonDecl();
  std::string Id = U.fresh("long"), Is = "__typeof__(" + Code + ")", Rows, End;
  unsigned N = 0;
  for (const FieldDecl *F : D->fields()) {
    std::string Name = F->getName().str(), At = "__builtin_offsetof(" + Is + ", " + Name + ")";
    QualType T = F->getType();
    if (const auto *A = U.ctx().getAsIncompleteArrayType(T)) {
      T = U.ctx().getConstantArrayType(A->getElementType(), APInt(64, Elements), nullptr, ArraySizeModifier::Normal, 0);
      End = At + " + " + std::to_string(Elements) + " * sizeof(((" + Is + " *)0)->" + Name + "[0])";
    }
    Rows += "  { " + quoted(Name) + ", " + Types.ref(T) + ", " + At + ", 0, " + std::to_string(U.line(F->getLocation())) + ", 0, 0 },\n";
    ++N;
  }
  std::string Name = D->getIdentifier() ? "struct " + D->getName().str() : Typedef ? Typedef->getName().str() : "struct";
  Helpers += "static const ckptg_field " + Id + "_f[] = {\n" + Rows + "};\nstatic const ckptg_type " + Id +
             " = { .kind = CKPTG_STRUCT, .nfields = " + std::to_string(N) + ", .name = " + quoted(Name + " of " + V->getName().str()) +
             ", .size = " + End + " > sizeof(" + Is + ") ? " + End + " : sizeof(" + Is + "), .align = _Alignof(" + Is + "), .fields = " + Id +
             "_f, .file = " + quoted(U.fileOf(D->getLocation())) + ", .line = " + std::to_string(U.line(D->getLocation())) + " };\n";
  return "&" + Id;
}

std::string varRow(Unit &U, TypeTables &Types, const Facts &F, const DeadStatics &Dead, const Recomputed &Again, const VarDecl *V, const std::string &Code,
                   const std::string &Function, const std::string &UserName, std::string &Helpers) {
  std::vector<std::string> Flags;
  if (!isMutable(V))
    Flags.push_back("CKPTG_V_CONST");
  if (V->getFormalLinkage() != Linkage::External)
    Flags.push_back("CKPTG_V_STATIC");
  if (F.Excluded.count(V->getCanonicalDecl()))
    Flags.push_back("CKPTG_V_EXCLUDED");
  if (Dead.contains(V))
    Flags.push_back("CKPTG_V_DEAD");
  bool Recomputed = Again.contains(V) && !Dead.contains(V);
  if (Recomputed)
    Flags.push_back("CKPTG_V_RECOMPUTED");
  std::string Addr = "(void *)&" + Code, Tls = "0";
  if (V->getTSCSpec() != TSCS_unspecified) {
    Flags.push_back("CKPTG_V_THREAD");
    Tls = U.fresh("tls");
    Helpers += "static void *" + Tls + "(void) { return (void *)&" + Code + "; }\n";
    Addr = "0";
  }
  std::string All;
  for (const std::string &X : Flags)
    All += (All.empty() ? "" : " | ") + X;
  uint64_t Elements = flexibleElements(U, V);
  std::string Type = Elements && isPlain(V) ? flexibleRow(U, Types, V, Elements, Code, Helpers) : Types.ref(V->getType());
  return "  { " + quoted(UserName) + ", " + (Function.empty() ? "0" : quoted(Function)) + ", " + Type + ", " + Addr + ", " + Tls + ", " + (All.empty() ? "0" : All) + ", " +
         std::to_string(U.line(V->getLocation())) + ", " + (Recomputed ? "&ckptg_made" : "0") + " },\n";
}

std::string literalRow(Unit &U, TypeTables &Types, const Facts &F, const StaticLiteral &L) {
  std::string Flags = "CKPTG_V_STATIC";
  if (L.isConstant())
    Flags += " | CKPTG_V_CONST";
  if (F.Excluded.count(L.Of->getCanonicalDecl()))
    Flags += " | CKPTG_V_EXCLUDED";
  return "  { " + quoted(L.userName()) + ", 0, " + Types.ref(L.Literal->getType()) + ", (void *)&" + L.Code + ", 0, " + Flags + ", " +
         std::to_string(U.line(L.Literal->getBeginLoc())) + ", " + (L.Start.empty() ? "0" : "&" + L.Start) + " },\n";
}

/// A function of another unit, whose address may be taken in code only that the compiler leaves out: then nobody need define it.
bool mayBeMissing(const FunctionDecl *Fn) {
  return !Fn->getDefinition() && !Fn->isImplicit() && !Fn->hasAttr<WeakAttr>() && !Fn->hasAttr<ReturnsTwiceAttr>() && !Fn->hasDefiningAttr();
}

} // namespace

void checkVariables(Unit &U, TypeTables &Types, const Facts &F) {
  auto check = [&](const VarDecl *V) {
    if (!isMutable(V)) { // pointers may lead into it
      if (isListed(F, V) && flexibleElements(U, V) && !isPlain(V))
        U.report(Id::FlexibleInitialiser, V->getLocation(), {V->getName().str()});
      return;
    }
    if (V->hasAttr<AsmLabelAttr>() && V->getStorageClass() == SC_Register)
      return U.report(Id::MachineRegister, V->getLocation(), {V->getName().str(), "and cannot be carried"});
    if (V->isStaticLocal() && dependsOnFrame(V))
      return U.report(Id::StaticOnFrame, V->getLocation(), {V->getName().str()});
    if (V->hasInit() && V->hasFlexibleArrayInit(U.ctx()))
      return U.report(Id::FlexibleInitialiser, V->getLocation(), {V->getName().str()});
    if (!F.Excluded.count(V->getCanonicalDecl()) && beginsOutside(U, V))
      return U.report(Id::StaticOutside, V->getLocation(), {V->getName().str()});
    TypeTables::Obstacle O = Types.obstacle(V->getType());
    if (O && !F.Excluded.count(V->getCanonicalDecl())) // of that only its identity is needed
      O.report(U, V->getLocation(), "'" + V->getName() + "'");
  };
  for (size_t At = 0; (At = U.text().find("scalar_storage_order", At)) != StringRef::npos; ++At) { // gcc's attribute, or pragma, of which Clang knows nothing
    StringRef Line = U.text().take_front(At);
    Line = Line.drop_front(Line.rfind('\n') + 1);
    if (Line.count('"') % 2 == 0 && (Line.contains("__attribute") || Line.contains("#pragma")))
      U.report(Id::NumberType, U.sm().getLocForStartOfFile(U.sm().getMainFileID()).getLocWithOffset(At), {"a structure", "a byte order of its own"});
  }
  if (F.ThreadPrivate.isValid())
    U.report(Id::ThreadPrivate, F.ThreadPrivate);
  for (const VarDecl *V : F.Globals)
    check(V);
  for (const VarDecl *V : F.LocalStatics)
    check(V);
  for (const Allocation &A : F.Allocations) {
    QualType T = A.Assigned;
    if (T.isNull() || T->isVoidType() || T->isFunctionType() || T->isIncompleteType())
      continue;
    TypeTables::Obstacle O = Types.obstacle(T);
    if (O)
      O.report(U, A.Call->getBeginLoc(), "the block allocated here");
  }
}

std::string emitUnitTables(Unit &U, TypeTables &Types, const Facts &F, const DeadStatics &Dead, const Recomputed &Again, const HoistResult &H,
                           const StaticLiterals &Named, const std::vector<ForeignConstant> &Foreign,
                           const std::vector<std::string> &Functions, const std::vector<std::string> &AllocatedTypes, size_t Changes) {
  std::string Helpers, Vars, Fns, Lits, Weak;
  size_t NVars = 0, NFns = 0, NLits = 0;
  for (const VarDecl *V : F.Globals) {
    const VarDecl *Last = V->getMostRecentDecl();
    if (!isListed(F, V) || V->getStorageClass() == SC_Register)
      continue;
    (void)Last;
    Vars += varRow(U, Types, F, Dead, Again, V, V->getName().str(), "", V->getName().str(), Helpers);
    ++NVars;
  }
  for (const ForeignConstant &X : Foreign) {
    std::string Name = X.Variable->getName().str();
    Vars += "  { " + quoted(Name) + ", 0, " + Types.ref(X.Type) + ", (void *)&" + Name + ", 0, CKPTG_V_CONST, " + std::to_string(U.line(X.Variable->getLocation())) + " },\n";
    ++NVars;
  }
  std::map<std::pair<const FunctionDecl *, StringRef>, unsigned> Count;
  for (const Hoisted &S : H.Statics) {
    const FunctionDecl *Home = F.HomeOf.lookup(S.Var);
    unsigned N = ++Count[{Home, S.Var->getName()}];
    if (!isListed(F, S.Var))
      continue;
    Vars += varRow(U, Types, F, Dead, Again, S.Var, S.Code, Home ? Home->getName().str() : "",
                   S.Var->getName().str() + (N > 1 ? "#" + std::to_string(N) : ""), Helpers);
    ++NVars;
  }
  for (const StaticLiteral &L : Named.all()) {
    Vars += literalRow(U, Types, F, L);
    ++NVars;
  }
  if (Again.any()) {
    Helpers += "static unsigned long long ckptg_made;\nstatic void ckptg_recompute(void) {";
    for (const CallExpr *C : Again.makers())
      Helpers += " " + Again.text(C) + ";";
    Helpers += " }\n";
    Vars += "  { \"(computed again)\", 0, " + Types.ref(U.ctx().UnsignedLongLongTy) + ", (void *)&ckptg_made, 0, CKPTG_V_STATIC, " +
            std::to_string(U.line(Again.makers().front()->getBeginLoc())) + ", 0 },\n";
    ++NVars;
  }
  DenseSet<const FunctionDecl *> Replayed; // rewriteReplayed() declares them
  for (const CallExpr *Mark : F.ReplayMarks)
    if (const CallExpr *C = replayedCall(U, Mark); C && C->getDirectCallee())
      Replayed.insert(C->getDirectCallee()->getCanonicalDecl());
  for (const FunctionDecl *Fn : F.AddressTaken) {
    bool FileScope = Replayed.count(Fn->getCanonicalDecl());
    for (const FunctionDecl *D : Fn->redecls())
      FileScope |= U.inText(D->getLocation()) && !D->getLexicalParent()->isFunctionOrMethod();
    const FunctionDecl *Definition = Fn->getDefinition();
    bool Wrapped = isWrappedName(linkName(Fn)) && isProvidedFunction(U, Fn); // rewriteWrapped() declares it
    if ((!FileScope && !Wrapped) || Fn->isMain() || (Fn->getFormalLinkage() != Linkage::External && !Definition))
      continue;
    bool Static = Fn->getFormalLinkage() != Linkage::External;
    std::string Code = Fn->getName().str();
    if (Wrapped)
      Code = "ckptg_w_" + linkName(Fn).str();
    else if (mayBeMissing(Fn)) {
      Code = U.fresh("ref_" + Code + "_");
      Helpers += "static __typeof__(" + Fn->getName().str() + ") " + Code + " __attribute__((weakref(" + quoted(linkName(Fn)) + ")));\n";
    }
    Fns += "  { " + quoted(Fn->getName()) + ", (void (*)(void))" + Code + ", " + (Static ? "1" : "0") + ", " +
           std::to_string(U.line(Fn->getLocation())) + " },\n";
    ++NFns;
  }
  std::set<std::string> SeenText;
  for (const clang::StringLiteral *S : F.Literals) {
    const auto *Array = S->getType().isNull() ? nullptr : U.ctx().getAsArrayType(S->getType());
    if (!Array) // the text of an asm statement or of _Static_assert
      continue;
    std::string Code = U.edits().render(U.begin(S), U.end(S));
    for (size_t At; (At = Code.find("\n#")) != std::string::npos;) // line markers inside pieces
      Code.erase(At, Code.find('\n', At + 1) - At);
    if (!SeenText.insert(Code).second)
      continue;
    Lits += "  { " + Code + ", sizeof(" + Code + "), " +
            Types.ref(Array->getElementType()) + " },\n";
    ++NLits;
  }
  auto names = [](const std::vector<const FunctionDecl *> &Functions) {
    std::string Rows;
    for (const FunctionDecl *D : Functions)
      Rows += "  " + D->getName().str() + ",\n";
    return Rows;
  };
  std::string Fun;
  for (const std::string &Name : Functions)
    Fun += "  &" + Name + ",\n";
  std::set<std::string> Allocated(AllocatedTypes.begin(), AllocatedTypes.end());
  std::string Blocks;
  for (const std::string &Type : Allocated)
    Blocks += "  " + Type + ",\n";
  std::string S = Helpers;
  auto table = [&](StringRef Type, StringRef Name, const std::string &Rows) {
    if (!Rows.empty())
      S += ("static const " + Type + Name + "[] = {\n" + Rows + "};\n").str();
  };
  table("ckptg_var ", "ckptg_vars", Vars);
  table("ckptg_fnref ", "ckptg_fnrefs", Fns);
  table("ckptg_literal ", "ckptg_literals", Lits);
  table("ckptg_function *const ", "ckptg_functions", Fun);
  table("ckptg_type *const ", "ckptg_types", Blocks);
  auto hooks = [&](const char *Name, const std::string &Rows) {
    if (!Rows.empty())
      S += "static void (*const " + std::string(Name) + "[])(void) = {\n" + Rows + "};\n";
  };
  hooks("ckptg_hooks", names(F.OnRestart));
  hooks("ckptg_before", names(F.OnCheckpoint));
  auto pair = [](const char *Name, size_t N) {
    return (N ? std::string(Name) : std::string("0")) + ", " + std::to_string(N);
  };
  S += "static ckptg_unit ckptg_this_unit = { " + std::to_string(CKPTG_ABI) + ", " + quoted(U.file()) + ", " +
       pair("ckptg_vars", NVars) + ", " + pair("ckptg_fnrefs", NFns) + ", " +
       pair("ckptg_literals", NLits) + ", " + pair("ckptg_functions", Functions.size()) + ", 0, " +
       pair("ckptg_types", Allocated.size()) + ", " + pair("ckptg_hooks", F.OnRestart.size()) + ", " +
       (Changes ? "ckptg_changes, sizeof ckptg_changes / sizeof *ckptg_changes" : "0, 0") + ", " +
       pair("ckptg_before", F.OnCheckpoint.size()) +
       (Again.any() ? ", ckptg_recompute, &ckptg_made, " + std::to_string(Again.makers().size()) : "") + " };\n" +
       "static __attribute__((constructor)) void ckptg_register_this(void) { ckptg_register(&ckptg_this_unit); }\n";
  return S;
}

} // namespace ckpt
