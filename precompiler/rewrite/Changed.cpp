//===- Changed.cpp - what #pragma ckpt changed says ---------------------------===//
#include "Changed.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variables of one name in a function, parameters and static ones too.
class VariablesNamed : public RecursiveASTVisitor<VariablesNamed> {
public:
  VariablesNamed(const FunctionDecl *F, StringRef Name) : Name(Name) { TraverseDecl(const_cast<FunctionDecl *>(F)); }
  bool VisitVarDecl(VarDecl *V) {
    if (V->getIdentifier() && V->getName() == Name && !V->hasExternalStorage())
      Found.push_back(V);
    return true;
  }
  std::vector<const VarDecl *> Found;

private:
  StringRef Name;
};

const FunctionDecl *functionNamed(ASTContext &Ctx, StringRef Name) {
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name)))
    if (const auto *Fn = dyn_cast<FunctionDecl>(D))
      return Fn->getDefinition();
  return nullptr;
}

bool isNumber(QualType T) { return T->isArithmeticType() || T->isEnumeralType(); }

} // namespace

Changed::Changed(Unit &U, const Facts &F) : U(U), F(F) {
  for (const ChangePragma &P : U.changes())
    understand(P);
}

void Changed::understand(const ChangePragma &P) {
  auto fail = [&](const Twine &Message) { U.pragmaError(P.File, P.Line, "#pragma ckpt changed: " + Message); };
  Change C;
  C.Pragma = &P;
  C.Record = P.Of.empty() ? nullptr : recordNamed(U.ctx(), P.Of);
  C.Function = P.Of.empty() || C.Record ? nullptr : functionNamed(U.ctx(), P.Of);
  if (!P.Of.empty() && !C.Record && !C.Function)
    return fail("'" + P.Of + "' is no structure that is defined at file scope, and no function that is defined here");
  if (C.Record && C.Record->isUnion())
    return fail("'" + P.Of + "' is a union; what has changed in it cannot be told");
  for (const ChangePragma::Item &I : P.Items) {
    C.Item = &I;
    C.Here = nullptr;
    std::string Wrong = C.Record ? wrongMember(C) : wrongVariable(C);
    if (!Wrong.empty())
      return fail(Wrong);
    List.push_back(C);
  }
}

/// What stands for a name that is gone may be there only if it has been given to another.
static bool isTaken(const ChangePragma &P, StringRef Name) {
  return any_of(P.Items, [&](const ChangePragma::Item &I) { return I.What == ChangePragma::Renamed && I.Name == Name; });
}

std::string Changed::wrongMember(Change &C) const {
  const ChangePragma::Item &I = *C.Item;
  auto find = [&](StringRef Name, const FieldDecl *&Found) {
    MemberPath Path;
    if (!findMember(C.Record, Name, Path))
      return false;
    Found = Path.back();
    return none_of(Path, [](const FieldDecl *M) { return M->getParent()->isUnion(); });
  };
  const FieldDecl *Here = nullptr, *Old = nullptr;
  if (I.What == ChangePragma::Removed)
    return find(I.Name, Here) && !isTaken(*C.Pragma, I.Name) ? "'" + I.Name + "' is a member of " + C.Pragma->Of + " still" : "";
  if (!find(I.Name, Here))
    return "'" + I.Name + "' is no member of " + C.Pragma->Of + (Here ? " outside of its unions" : "");
  C.Here = Here;
  if (I.What == ChangePragma::Renamed)
    return find(I.Other, Old) ? "'" + I.Other + "' is a member of " + C.Pragma->Of + " still; images would be taken for older ones" : "";
  return I.Other.empty() || isNumber(Here->getType()) ? "" : "'" + I.Name + "' is no number: it can only be zero at first";
}

std::string Changed::wrongVariable(Change &C) const {
  const ChangePragma::Item &I = *C.Item;
  auto find = [&](StringRef Name) -> std::vector<const VarDecl *> {
    if (C.Function)
      return VariablesNamed(C.Function, Name).Found;
    for (const VarDecl *V : F.Globals)
      if (V->getName() == Name)
        return {V};
    return {};
  };
  std::string In = C.Function ? "variable of " + C.Pragma->Of : "variable that this file defines";
  std::vector<const VarDecl *> Here = find(I.Name);
  if (I.What == ChangePragma::Removed)
    return Here.empty() || isTaken(*C.Pragma, I.Name) ? "" : "'" + I.Name + "' is a " + In + " still";
  if (Here.empty())
    return "'" + I.Name + "' is no " + In;
  if (Here.size() > 1)
    return "'" + I.Name + "' is the name of several variables of " + C.Pragma->Of + "; rename it";
  C.Here = Here[0];
  if (I.What == ChangePragma::Renamed)
    return find(I.Other).empty() ? "" : "'" + I.Other + "' is a " + In + " still; images would be taken for older ones";
  if (!I.Other.empty() && Here[0]->hasGlobalStorage())
    return "'" + I.Name + "' has its value from its own initialiser";
  if (Here[0]->getType()->isVariablyModifiedType())
    return "'" + I.Name + "' is of variable length; nothing tells what it is to hold";
  return I.Other.empty() || isNumber(Here[0]->getType()) ? "" : "'" + I.Name + "' is no number: it can only be zero at first";
}

void Changed::mention(TypeTables &Types) const {
  for (const Change &C : List)
    if (C.Record)
      Types.ref(U.ctx().getRecordType(C.Record));
}

/// The constant that is the value of what is new: it must be one, and must fit.
std::string Changed::value(const Change &C, size_t Index, TypeText &Text) const {
  std::string Name = "ckptg_c" + std::to_string(Index), Value = "(" + C.Item->Other + ")", Type = Text.name(C.Here->getType().getUnqualifiedType()), Fits;
  const auto *Field = dyn_cast<FieldDecl>(C.Here);
  bool Bits = Field && Field->isBitField(), Bool = C.Here->getType()->isBooleanType();
  std::string Wide = Bits ? std::to_string((Bool ? 1 : Field->getBitWidthValue(U.ctx()))) : "";
  if (Bits && C.Here->getType()->isSignedIntegerOrEnumerationType())
    Fits = Value + " >= -(1LL << (" + Wide + " - 1)) && " + Value + " <= ~(-1LL << (" + Wide + " - 1))";
  else if (Bits)
    Fits = "((unsigned long long)" + Value + " >> (" + Wide + " - 1)) <= 1";
  else if (C.Here->getType()->isIntegralOrEnumerationType())
    Fits = "(" + Type + ")" + Value + " == " + Value;
  return "# " + std::to_string(C.Pragma->Line) + " " + quoted(C.Pragma->File) + " 3\nstatic const " +
         (Bits ? "unsigned long long " + Name : Text.declare(C.Here->getType().getUnqualifiedType(), Name)) + " = " + Value + ";" +
         (Fits.empty() ? "" : " _Static_assert(" + Fits + ", " + quoted("#pragma ckpt changed: this value does not fit in " + C.Item->Name) + ");") +
         "\n# 1 \"<ckpt tables>\" 1 3\n";
}

std::string Changed::table(TypeTables &Types, TypeText &Text) const {
  static const char *const Kinds[] = {"CKPTG_C_ADDED", "CKPTG_C_REMOVED", "CKPTG_C_RENAMED"};
  std::string Values, Rows;
  for (size_t K = 0; K < List.size(); ++K) {
    const Change &C = List[K];
    const ChangePragma::Item &I = *C.Item;
    bool HasValue = I.What == ChangePragma::Added && !I.Other.empty();
    if (HasValue)
      Values += value(C, K, Text);
    std::string Here = I.What == ChangePragma::Removed ? "0" : quoted(I.Name);
    std::string Old = I.What == ChangePragma::Removed ? quoted(I.Name) : I.What == ChangePragma::Renamed ? quoted(I.Other) : "0";
    std::vector<std::string> Of = C.Record ? Types.refsOf(C.Record) : std::vector<std::string>{"0"};
    for (const std::string &Type : Of)
      Rows += std::string("  { ") + Kinds[I.What] + ", " + std::to_string(C.Pragma->Line) + ", " + Type + ", " +
              (C.Function ? quoted(C.Function->getName()) : "0") + ", " + Here + ", " + Old + ", " +
              (HasValue ? "&ckptg_c" + std::to_string(K) : "0") + " },\n";
  }
  return Rows.empty() ? "" : Values + "static const ckptg_change ckptg_changes[] = {\n" + Rows + "};\n";
}

} // namespace ckpt
