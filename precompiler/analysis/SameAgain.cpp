//===- SameAgain.cpp - what functions do when they are called again -----------------===//
#include "SameAgain.h"
#include "StaticFlow.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtOpenMP.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// Functions of the library that keep nothing, and whose results are told to the last bit (IEEE 754, C11 7.12, 7.20, 7.24).
bool isExactFunction(StringRef Name) {
  Name.consume_front("__builtin_");
  if (StringSwitch<bool>(Name)
          .Cases("memcpy", "memmove", "memset", "memcmp", "strlen", "strcmp", "strncmp", true)
          .Cases("abs", "labs", "llabs", true)
          .Cases("expect", "unreachable", "constant_p", "__assert_fail", "bswap16", "bswap32", "bswap64", true)
          .Cases("isnan", "isinf", "isfinite", "isnormal", "signbit", "isinf_sign", "huge_val", "inf", "nan", true)
          .Cases("isgreater", "isgreaterequal", "isless", "islessequal", "islessgreater", "isunordered", true)
          .Default(false))
    return true;
  for (StringRef Bits : {"popcount", "clz", "ctz", "ffs", "parity", "clrsb"})
    if (StringRef Rest = Name; Rest.consume_front(Bits) && (Rest.empty() || Rest == "l" || Rest == "ll"))
      return true;
  auto isMath = [](StringRef N) {
    return StringSwitch<bool>(N)
        .Cases("sqrt", "fabs", "floor", "ceil", "trunc", "round", "fmod", "remainder", true)
        .Cases("lround", "llround", "copysign", "fmin", "fmax", "fdim", "fma", "nextafter", true)
        .Cases("ldexp", "scalbn", "scalbln", "frexp", "modf", "logb", "ilogb", true)
        .Default(false);
  };
  return isMath(Name) || (Name.ends_with("f") && isMath(Name.drop_back()));
}

/// Is it a number of 64 bits on all machines, for it is computed of one that is called so?
bool hasWidth(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  for (QualType T = E->getType(); const auto *Name = T->getAs<TypedefType>(); T = Name->desugar())
    if (StringRef Is = Name->getDecl()->getName(); Is.contains("int64_t") || Is.contains("int_least64_t") || Is.contains("int_fast64_t") || Is.contains("intmax_t"))
      return true;
  if (const auto *O = dyn_cast<BinaryOperator>(E))
    return hasWidth(O->getLHS()) || (!O->isShiftOp() && !O->isShiftAssignOp() && hasWidth(O->getRHS()));
  if (const auto *O = dyn_cast<UnaryOperator>(E))
    return hasWidth(O->getSubExpr());
  const auto *C = dyn_cast<ConditionalOperator>(E);
  return C && (hasWidth(C->getTrueExpr()) || hasWidth(C->getFalseExpr()));
}

class Look : public RecursiveASTVisitor<Look> {
public:
  Look(Unit &U, const StaticUses *Uses, const DenseSet<const FunctionDecl *> &Bodies, Doing &D) : U(U), Uses(Uses), Bodies(Bodies), D(D) {}

  bool VisitStmt(Stmt *S) {
    if (isa<GCCAsmStmt, MSAsmStmt, OMPExecutableDirective, StmtExpr, IndirectGotoStmt, AddrLabelExpr, VAArgExpr, AtomicExpr, BlockExpr>(S))
      D.Same = false;
    if (const auto *E = dyn_cast<Expr>(S))
      number(E->getType());
    return D.Same;
  }
  /// Addresses differ, and so do the bytes of a number.
  bool VisitCastExpr(CastExpr *C) {
    CastKind K = C->getCastKind();
    auto elementOf = [&](QualType T) { return U.ctx().getBaseElementType(T->getPointeeType()).getCanonicalType().getUnqualifiedType(); };
    const auto *From = C->getSubExpr()->getType()->getAs<BuiltinType>();
    if (K == CK_IntegralCast && From && (From->getKind() == BuiltinType::Char_S || From->getKind() == BuiltinType::Char_U) && !C->isEvaluatable(U.ctx()))
      D.Wide |= !C->getType()->isCharType(); // it has a sign, or has none
    if (K == CK_PointerToIntegral || K == CK_IntegralToPointer)
      D.Same = false;
    else if (K == CK_BitCast && !(isa<ImplicitCastExpr>(C) && C->getType()->isVoidPointerType())) // arrays in other bounds are the same numbers
      D.Same &= C->getType()->isPointerType() && C->getSubExpr()->getType()->isPointerType() && elementOf(C->getType()) == elementOf(C->getSubExpr()->getType());
    return D.Same;
  }
  /// What `unsigned long` loses in its 32 bits on other machines.
  bool VisitBinaryOperator(BinaryOperator *O) {
    BinaryOperatorKind K = O->getOpcode();
    D.Wide |= (K == BO_Mul || K == BO_MulAssign || K == BO_Shl || K == BO_ShlAssign) && isLong(O);
    return true;
  }
  /// A size is a number of this machine, but for one that says how many bytes are copied.
  bool VisitUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *E) {
    QualType T = U.ctx().getBaseElementType(E->getTypeOfArgument());
    D.Wide |= !Sizes.count(E) && (T->isRecordType() || T->isPointerType() || T->isSpecificBuiltinType(BuiltinType::Long) || T->isSpecificBuiltinType(BuiltinType::ULong) ||
                                  T->isSpecificBuiltinType(BuiltinType::LongDouble));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *O) {
    D.Wide |= (O->getOpcode() == UO_Not || O->getOpcode() == UO_Minus) && isLong(O);
    return true;
  }
  bool VisitCallExpr(CallExpr *C) {
    const FunctionDecl *Callee = C->getDirectCallee();
    if (!Callee || !Callee->getIdentifier() || siteIndex(C) >= 0)
      return D.Same = false;
    if (const auto *R = dyn_cast<DeclRefExpr>(C->getCallee()->IgnoreParenImpCasts()))
      Called.insert(R);
    if (C->getNumArgs() == 3 && Callee->getName().contains("mem"))
      Sizes.insert(C->getArg(2)->IgnoreParenImpCasts());
    if (Bodies.count(Callee->getCanonicalDecl())) {
      D.Calls.push_back(Callee->getCanonicalDecl());
      const FunctionDecl *Body = Callee->getDefinition();
      bool Replaceable = Body->getFormalLinkage() == Linkage::External && (Body->isWeak() || Body->isInlineSpecified());
      return D.Same = !Callee->isVariadic() && !Callee->isMain() && !Replaceable;
    }
    if (Callee->getName().starts_with("__builtin_") || isLibraryFunction(U, Callee)) {
      StringRef Name = Callee->getName();
      Name.consume_front("__builtin_");
      D.Library.insert(Name.str());
      return D.Same = isExactFunction(Callee->getName()) && keepsValues(C, Callee->getName());
    }
    if (const ExactFunction *X = U.exactFunction(Callee)) {
      D.Wide |= X->Wide;
      D.Floating |= X->Floating;
      return D.Same = C->getNumArgs() == X->Parameters.size() && Callee->hasPrototype();
    }
    D.Needs.insert(linkName(Callee).str());
    return D.Same = !U.isLinked() && isDeclaredOnly(Callee) && Callee->hasPrototype();
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const ValueDecl *V = R->getDecl();
    if (isa<FunctionDecl>(V))
      return D.Same &= Called.count(R) > 0;
    const auto *Var = dyn_cast<VarDecl>(V);
    if (!Var)
      return D.Same &= isa<EnumConstantDecl>(V);
    if (!Var->hasGlobalStorage())
      return true;
    if (Uses && Uses->number(Var) >= 0)
      D.Touched.push_back(R);
    else // else a constant
      D.Same &= !isMutable(Var) && isPlainValue(Var->getType().getUnqualifiedType()) && Var->getTSCSpec() == TSCS_unspecified && !Var->isWeak();
    return D.Same;
  }

private:
  bool isLong(const Expr *E) const { return E->getType()->isSpecificBuiltinType(BuiltinType::ULong) && !E->isEvaluatable(U.ctx()) && !hasWidth(E); }
  /// Are bytes that are copied, compared or set the same values on all machines?
  bool keepsValues(const CallExpr *C, StringRef Name) const {
    Name.consume_front("__builtin_");
    if (!Name.consume_front("mem"))
      return true;
    auto at = [&](unsigned I) { return C->getArg(I)->IgnoreImpCasts()->getType()->getPointeeOrArrayElementType()->getCanonicalTypeUnqualified(); };
    if (C->getNumArgs() != 3 || at(0)->isVoidType())
      return false;
    bool Bytes = at(0)->isCharType();
    Expr::EvalResult V;
    if (Name == "set")
      return Bytes || (C->getArg(1)->EvaluateAsInt(V, U.ctx()) && V.Val.getInt() == 0);
    return Name == "cmp" ? Bytes && at(1)->isCharType() : at(0) == at(1);
  }
  void number(QualType T) {
    D.Same &= !T.isVolatileQualified() && !T->isUnionType();
    const clang::Type *Of = T.getCanonicalType()->getPointeeOrArrayElementType();
    if (const auto *C = Of->getAs<ComplexType>())
      Of = C->getElementType().getTypePtr();
    D.Floating |= Of->isRealFloatingType();
    D.Wide |= Of->isRealFloatingType() && !Of->isSpecificBuiltinType(BuiltinType::Float) && !Of->isSpecificBuiltinType(BuiltinType::Double);
    D.Same &= !Of->isAtomicType() && !Of->isVectorType();
  }
  Unit &U;
  const StaticUses *Uses;
  const DenseSet<const FunctionDecl *> &Bodies;
  Doing &D;
  DenseSet<const DeclRefExpr *> Called;
  DenseSet<const Expr *> Sizes;
};

/// A function with all that it calls.
Doing reachOf(Unit &U, const FunctionDecl *Fn, const DenseSet<const FunctionDecl *> &Bodies) {
  Doing All;
  std::set<const FunctionDecl *> Seen;
  std::vector<const FunctionDecl *> Work{Fn->getCanonicalDecl()};
  while (!Work.empty() && All.Same) {
    const FunctionDecl *Next = Work.back();
    Work.pop_back();
    if (!Seen.insert(Next).second)
      continue;
    Doing D = whatDoes(U, Next->getDefinition(), nullptr, Bodies);
    All.Same &= D.Same;
    All.Floating |= D.Floating;
    All.Wide |= D.Wide;
    All.Needs.insert(D.Needs.begin(), D.Needs.end());
    All.Library.insert(D.Library.begin(), D.Library.end());
    append_range(Work, D.Calls);
  }
  return All;
}

bool isNumber(QualType T) { return T->isIntegerType() || T->isRealFloatingType(); }

} // namespace

Doing whatDoes(Unit &U, const FunctionDecl *Definition, const StaticUses *Uses, const DenseSet<const FunctionDecl *> &Bodies) {
  Doing D;
  Look L(U, Uses, Bodies, D);
  L.TraverseStmt(Definition->getBody());
  D.Same &= StaticFlow::understands(Definition->getBody());
  return D;
}

void noteExactFunctions(Unit &U, const Facts &F, UnitSummary &S) {
  DenseSet<const FunctionDecl *> Bodies;
  for (const FunctionFacts &Fn : F.Functions)
    Bodies.insert(Fn.Decl->getCanonicalDecl());
  std::unique_ptr<StaticUses> Uses; // made for functions with pointers only
  for (size_t I = 0; I < F.Functions.size(); ++I) {
    const FunctionDecl *Fn = F.Functions[I].Decl;
    QualType Result = Fn->getReturnType();
    if (Fn->getFormalLinkage() != Linkage::External || Fn->isMain() || Fn->isVariadic() || !Fn->hasPrototype() || Fn->isWeak() || Fn->isInlineSpecified() ||
        linkName(Fn) != Fn->getName() || hasLateAttributes(U, Fn) || !(Result->isVoidType() || isNumber(Result)) ||
        !all_of(Fn->parameters(), [](const ParmVarDecl *P) { return isNumber(P->getType()) || P->getType()->isPointerType(); }))
      continue;
    Doing D = reachOf(U, Fn, Bodies);
    if (!D.Same)
      continue;
    std::string Parameters;
    for (const ParmVarDecl *P : Fn->parameters()) {
      if (isNumber(P->getType())) {
        Parameters += 'v';
        continue;
      }
      if (!Uses)
        Uses = std::make_unique<StaticUses>(U, F, ArrayRef<const FunctionFacts *>(), /*Closed=*/true);
      Parameters += Uses->parameter(P) < 0 || !isPlainValue(P->getType()->getPointeeType().getUnqualifiedType()) ? '-' : Uses->mayChangeBehind(P) ? 'w' : 'r';
    }
    if (StringRef(Parameters).contains('-'))
      continue;
    S.Functions[I].Exact = ExactFunction{Parameters, D.Floating, D.Wide || (D.Floating && !U.exactNumbers()), D.Library, {}};
    S.Functions[I].Needs.assign(D.Needs.begin(), D.Needs.end());
  }
}

} // namespace ckpt
