//===- TypeText.cpp - C text that names a type -------------------------------===//
#include "TypeText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

std::string TypeText::tag(const TagDecl *D) {
  if (ForUser)
    return userTag(D);
  const TagDecl *C = D->getCanonicalDecl();
  const char *Keyword = D->isUnion() ? "union " : D->isEnum() ? "enum " : "struct ";
  auto Found = Tags.find(C);
  if (Found != Tags.end())
    return Keyword + Found->second;
  if (D->isImplicit() && D->getIdentifier() && (D->getName() == "__va_list_tag" || D->getName() == "__va_list")) // Clang's names
    return U.ctx().getBuiltinVaListType()->isArrayType() ? "__typeof__((*(__builtin_va_list *)0)[0])" : "__builtin_va_list";
  if (D->getIdentifier())
    return Keyword + D->getName().str();
  const TagDecl *Definition = D->getDefinition() ? D->getDefinition() : D;
  SourceLocation Brace = Definition->getBraceRange().getBegin();
  if (!U.inText(Brace)) // the prelude's
    if (const TypedefNameDecl *T = D->getTypedefNameForAnonDecl())
      return T->getName().str();
  // Give it a tag: `struct {` becomes `struct ckptg_anon7 {`. A typedef's name would not do, for an inner scope may use it otherwise;
  // attributes stand between the keyword and the tag.
  std::string New = U.fresh("anon");
  if (U.inText(Brace)) {
    unsigned At = U.begin(Brace);
    U.edits().insert(At, At, At, New + " ");
  }
  Tags[C] = New;
  return Keyword + New;
}

std::string TypeText::userTag(const TagDecl *D) {
  const char *Keyword = D->isUnion() ? "union " : D->isEnum() ? "enum " : "struct ";
  if (D->getIdentifier())
    return Keyword + D->getName().str();
  if (const TypedefNameDecl *T = D->getTypedefNameForAnonDecl())
    return T->getName().str();
  std::string File = U.fileOf(D->getLocation());
  size_t Slash = File.find_last_of('/');
  return (Twine(Keyword) + "(" + File.substr(Slash == std::string::npos ? 0 : Slash + 1) + ":" +
          Twine(U.line(D->getBeginLoc())) + ")").str();
}

/// The typedef with attributes that a type is, with the qualifiers around it; null if it is none, or one that has no name at file scope.
QualType TypeText::attributed(QualType T) const {
  Qualifiers Around;
  while (!ForUser) {
    Around.addQualifiers(T.getLocalQualifiers());
    const auto *Named = dyn_cast<TypedefType>(T.getTypePtr());
    if (Named && (Named->getDecl()->hasAttr<MayAliasAttr>() || Named->getDecl()->hasAttr<AlignedAttr>()) && !nameOf(Named->getDecl()).empty())
      return U.ctx().getQualifiedType(Named, Around);
    QualType Next = T->getLocallyUnqualifiedSingleStepDesugaredType();
    if (Next.getTypePtr() == T.getTypePtr())
      break;
    T = Next;
  }
  return QualType();
}

std::string TypeText::nameOf(const TypedefNameDecl *D) const {
  auto Moved = Typedefs.find(D->getCanonicalDecl());
  if (Moved != Typedefs.end())
    return Moved->second;
  return !D->getParentFunctionOrMethod() && U.inText(D->getLocation()) ? D->getName().str() : "";
}

/// Is it an attributed type, or one of pointers to them, or arrays?
bool TypeText::leadsToAttributed(QualType T) const {
  while (attributed(T).isNull()) {
    if (T->isPointerType())
      T = T->getPointeeType();
    else if (const clang::ArrayType *A = U.ctx().getAsArrayType(T))
      T = A->getElementType();
    else
      return false;
  }
  return true;
}

std::string TypeText::declare(QualType T, const std::string &Inner) {
  QualType C = attributed(T);
  if (C.isNull() || QualType(C.getTypePtr(), 0).isConstQualified()) // a const in the typedef would stay
    C = leadsToAttributed(T) && C.isNull() ? T.getDesugaredType(U.ctx()) : U.ctx().getCanonicalType(T);
  C.removeLocalConst();
  return declareAs(C, Inner);
}

std::string TypeText::userName(QualType T) {
  ForUser = true;
  std::string S = name(T);
  ForUser = false;
  return S;
}

std::string TypeText::variable(const VarDecl *V, const std::string &Inner) {
  QualType T = V->getType();
  if (!isPadded(V))
    return declare(T, Inner);
  if (isDoubled(V))
    return declare(T, Inner + "[2]");
  if (const auto *C = U.ctx().getAsConstantArrayType(T))
    return declare(U.ctx().getConstantArrayType(C->getElementType(), C->getSize() + 1, nullptr, ArraySizeModifier::Normal, 0), Inner);
  const auto *A = U.ctx().getAsVariableArrayType(U.ctx().getCanonicalType(T));
  return declare(A->getElementType(), Inner + "[" + (Bound ? Bound(A->getSizeExpr()) : "") + " + 1]");
}

static std::string join(std::string Qualifiers, StringRef Base, StringRef Inner) {
  std::string S = std::move(Qualifiers);
  S += Base;
  if (!Inner.empty()) {
    S += ' ';
    S += Inner;
  }
  return S;
}

/// The attribute for the calling convention of a type of functions, where it is not the usual one.
static std::string convention(QualType T) {
  const auto *F = T->castAs<clang::FunctionType>();
  std::string Words = F->getHasRegParm() ? "regparm(" + std::to_string(F->getRegParmType()) + ")" : "";
  StringRef Name;
  switch (F->getCallConv()) {
  case CC_X86StdCall: Name = "stdcall"; break;
  case CC_X86FastCall: Name = "fastcall"; break;
  case CC_X86ThisCall: Name = "thiscall"; break;
  case CC_X86VectorCall: Name = "vectorcall"; break;
  case CC_Win64: Name = "ms_abi"; break;
  case CC_X86_64SysV: Name = "sysv_abi"; break;
  case CC_AAPCS: Name = "pcs(\"aapcs\")"; break;
  case CC_AAPCS_VFP: Name = "pcs(\"aapcs-vfp\")"; break;
  case CC_PreserveMost: Name = "preserve_most"; break;
  case CC_PreserveAll: Name = "preserve_all"; break;
  case CC_AArch64VectorCall: Name = "aarch64_vector_pcs"; break;
  default: break;
  }
  if (!Name.empty())
    Words += (Words.empty() ? "" : ", ") + Name.str();
  return Words.empty() ? "" : "__attribute__((" + Words + ")) ";
}

std::string TypeText::declareAs(QualType T, std::string Inner) {
  if (QualType Named = attributed(T); !Named.isNull())
    return join(Named.getLocalQualifiers().getAsString() + (Named.hasLocalQualifiers() ? " " : ""),
                nameOf(cast<TypedefType>(Named.getTypePtr())->getDecl()), Inner);
  T = leadsToAttributed(T) ? T.getDesugaredType(U.ctx()) : U.ctx().getCanonicalType(T);
  std::string Q;
  if (T.isConstQualified())
    Q += "const ";
  if (T.isVolatileQualified())
    Q += "volatile ";
  const clang::Type *Ty = T.getTypePtr();
  if (const auto *P = dyn_cast<PointerType>(Ty)) {
    if (T.isRestrictQualified())
      Q += "__restrict ";
    QualType Pointee = P->getPointeeType();
    std::string S = "*" + Q + Inner;
    if (Pointee->isFunctionType() && !ForUser)
      S = convention(Pointee) + S;
    if (Pointee->isArrayType() || Pointee->isFunctionType())
      S = "(" + S + ")";
    return declareAs(Pointee, S);
  }
  // Qualifiers of a canonical array type are its elements'.
  auto element = [&](const clang::ArrayType *A) {
    return U.ctx().getQualifiedType(A->getElementType(), T.getLocalQualifiers());
  };
  if (const auto *A = dyn_cast<ConstantArrayType>(Ty))
    return declareAs(element(A), Inner + "[" + std::to_string(A->getSize().getZExtValue()) + "]");
  if (isa<IncompleteArrayType>(Ty))
    return declareAs(element(cast<ArrayType>(Ty)), Inner + "[]");
  if (const auto *A = dyn_cast<VariableArrayType>(Ty)) {
    std::string Size = Bound ? Bound(A->getSizeExpr()) : "";
    if (Size.empty() && !ForUser && StringRef(Inner).ends_with("]"))
      Size = "1"; // only the first bound may be left open; the descriptor of a pointer needs none
    return declareAs(element(A), Inner + "[" + Size + "]");
  }
  if (const auto *F = dyn_cast<FunctionProtoType>(Ty)) {
    std::string Params;
    for (QualType P : F->param_types())
      Params += (Params.empty() ? "" : ", ") + declareAs(P, "");
    if (F->isVariadic())
      Params += ", ...";
    return declareAs(F->getReturnType(), Inner + "(" + (Params.empty() ? "void" : Params) + ")");
  }
  if (const auto *F = dyn_cast<FunctionNoProtoType>(Ty))
    return declareAs(F->getReturnType(), Inner + "()");
  if (const auto *C = dyn_cast<ComplexType>(Ty))
    return join(Q, "_Complex " + declareAs(C->getElementType(), ""), Inner);
  if (const auto *A = dyn_cast<AtomicType>(Ty))
    return join(Q, "_Atomic(" + declareAs(A->getValueType(), "") + ")", Inner);
  if (const auto *V = dyn_cast<VectorType>(Ty))
    return join(Q, "__attribute__((vector_size(sizeof(" + declareAs(V->getElementType(), "") + ")*" +
                std::to_string(V->getNumElements()) + "))) " + declareAs(V->getElementType(), ""), Inner);
  if (const auto *R = dyn_cast<RecordType>(Ty); R && R->getDecl()->getIdentifier()) { // the compiler's own, which have no names in C
    if (R->getDecl()->getName() == "__va_list_tag")
      return join(Q, "__typeof__((*(__builtin_va_list *)0)[0])", Inner);
    if (R->getDecl()->getName() == "__va_list")
      return join(Q, "__builtin_va_list", Inner);
  }
  if (const auto *R = dyn_cast<TagType>(Ty))
    return join(Q, tag(R->getDecl()), Inner);
  if (const auto *B = dyn_cast<BuiltinType>(Ty)) {
    PrintingPolicy Policy(U.ctx().getLangOpts());
    Policy.Bool = false; // gcc 12 has no bool in C23
    return join(Q, B->getName(Policy), Inner);
  }
  return join(Q, T.getUnqualifiedType().getAsString(), Inner);
}

static std::string aligned(unsigned Bits) { return Bits ? " __attribute__((aligned(" + std::to_string(Bits / 8) + ")))" : ""; }

std::string alignmentOf(const ASTContext &Ctx, QualType T) {
  if (T->isIncompleteType() || T->isFunctionType())
    return "";
  unsigned Bits = Ctx.getTypeAlign(T);
  return aligned(Bits == Ctx.getTypeAlign(T.getCanonicalType()) ? 0 : Bits);
}

std::string alignmentOf(const ASTContext &Ctx, const VarDecl *V) {
  return V->hasAttr<AlignedAttr>() ? aligned(V->getMaxAlignment()) : alignmentOf(Ctx, V->getType());
}

} // namespace ckpt
