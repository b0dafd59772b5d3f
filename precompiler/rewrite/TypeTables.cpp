//===- TypeTables.cpp - type descriptors -------------------------------------===//
#include "TypeTables.h"
#include "LikeMembers.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

struct BuiltinKind {
  const char *Kind;
  bool IsInteger, MaybeSigned;
  const char *Mant;
};

/// Digits of the mantissa: of long double, what the target says.
std::string mantissa(const BuiltinKind &K, const ASTContext &Ctx) {
  if (K.Mant)
    return K.Mant;
  const fltSemantics &Format = Ctx.getTargetInfo().getLongDoubleFormat();
  return std::to_string(&Format == &APFloat::PPCDoubleDouble() ? 106 : APFloat::semanticsPrecision(Format));
}

/// Kind of a builtin type, or {nullptr}.
BuiltinKind builtinKind(const BuiltinType *B) {
  switch (B->getKind()) {
  case BuiltinType::Void: return {"CKPTG_VOID", false, false, "0"};
  case BuiltinType::Bool: return {"CKPTG_BOOL", true, false, "0"};
  case BuiltinType::Char_S:
  case BuiltinType::Char_U: return {"CKPTG_CHAR", true, true, "0"};
  case BuiltinType::SChar: return {"CKPTG_SCHAR", true, true, "0"};
  case BuiltinType::UChar: return {"CKPTG_UCHAR", true, true, "0"};
  case BuiltinType::Short: return {"CKPTG_SHORT", true, true, "0"};
  case BuiltinType::UShort: return {"CKPTG_USHORT", true, true, "0"};
  case BuiltinType::Int: return {"CKPTG_INT", true, true, "0"};
  case BuiltinType::UInt: return {"CKPTG_UINT", true, true, "0"};
  case BuiltinType::Long: return {"CKPTG_LONG", true, true, "0"};
  case BuiltinType::ULong: return {"CKPTG_ULONG", true, true, "0"};
  case BuiltinType::LongLong: return {"CKPTG_LLONG", true, true, "0"};
  case BuiltinType::ULongLong: return {"CKPTG_ULLONG", true, true, "0"};
  case BuiltinType::Int128: return {"CKPTG_INT128", true, true, "0"};
  case BuiltinType::UInt128: return {"CKPTG_UINT128", true, true, "0"};
  case BuiltinType::Float: return {"CKPTG_FLOAT", false, false, "24"};
  case BuiltinType::Double: return {"CKPTG_DOUBLE", false, false, "53"};
  case BuiltinType::LongDouble: return {"CKPTG_LDOUBLE", false, false, nullptr};
  case BuiltinType::Float128: return {"CKPTG_FLOAT128", false, false, "113"};
  default: return {nullptr, false, false, "0"};
  }
}

bool isStream(const RecordDecl *R) {
  return R->getIdentifier() && R->getName() == "_IO_FILE";
}

/// A struct whose last member's length the allocation decides.
bool isFlexible(const FieldDecl *Last, const ASTContext &Ctx) {
  QualType T = Last->getType();
  if (T->isIncompleteArrayType())
    return true;
  const auto *A = Ctx.getAsConstantArrayType(T);
  return A && A->getSize().ule(1);
}

/// Room that the C library keeps in its structures (struct stat): other members
/// on each target, and nothing in them.
bool isReservedRoom(const FieldDecl *F, const ASTContext &Ctx) {
  StringRef N = F->getName();
  return (N.starts_with("__pad") || N.starts_with("__glibc_reserved") || N.starts_with("__unused")) &&
         Ctx.getSourceManager().isInSystemHeader(F->getLocation());
}

/// Members in declaration order, those of anonymous members in their parent.
void flatten(const RecordDecl *R, const ASTContext &Ctx, SmallVectorImpl<const FieldDecl *> &Out) {
  const FieldDecl *Alike = likeMember(R, Ctx); // of a union of like members one is enough
  for (const FieldDecl *F : R->fields()) {
    if (isReservedRoom(F, Ctx) || (Alike && F != Alike))
      continue;
    if (F->isAnonymousStructOrUnion() && (F->getType()->isStructureType() || likeMember(F->getType()->getAsRecordDecl(), Ctx)))
      flatten(F->getType()->getAsRecordDecl(), Ctx, Out);
    else if (F->getIdentifier() || F->isAnonymousStructOrUnion())
      Out.push_back(F); // an unnamed bit-field is padding
  }
}

/// A union of a system header whose members are all pointers to functions
/// (struct sigaction's handler): which member is meant does not matter.
bool isFunctionUnion(const Unit &U, const RecordDecl *D) {
  if (!D->isUnion() || D->field_empty() || !U.inSystemHeader(D->getLocation()))
    return false;
  return all_of(D->fields(), [](const FieldDecl *F) { return F->getType()->isFunctionPointerType(); });
}

bool isSigaction(const Unit &U, const RecordDecl *D) {
  return D->getName() == "sigaction" && U.inSystemHeader(D->getLocation());
}

/// Of no meaning to the program, and not there on all targets.
bool isLibrarysOwn(const Unit &U, const RecordDecl *D, const FieldDecl *F) {
  return F->getName() == "sa_restorer" && isSigaction(U, D);
}

/// Bits of a member that only this machine's kernel uses: x86's SA_RESTORER
/// says that sa_restorer is valid.
unsigned machinesOwnBits(const Unit &U, const RecordDecl *D, const FieldDecl *F) {
  return F->getName() == "sa_flags" && isSigaction(U, D) ? 0x04000000 : 0;
}

std::string row(StringRef Id, StringRef Body) {
  return ("static const ckptg_type " + Id + " = { " + Body + " };\n").str();
}

} // namespace

std::string TypeTables::ref(QualType T) {
  QualType C = U.ctx().getCanonicalType(T).getUnqualifiedType();
  if (const auto *A = U.ctx().getAsArrayType(C)) // qualifiers of elements do not matter
    if (!isa<VariableArrayType>(A))
      C = U.ctx().getUnqualifiedArrayType(C);
  if (const auto *A = dyn_cast<AtomicType>(C.getTypePtr()))
    C = A->getValueType().getUnqualifiedType();
  if (const auto *A = dyn_cast<VariableArrayType>(C.getTypePtr()))
    return ref(U.ctx().getBaseElementType(QualType(A, 0)));
  auto [It, New] = Entries.insert({C.getAsOpaquePtr(), {0, C}});
  if (New)
    It->second.Id = Entries.size();
  return "&ckptg_T" + std::to_string(It->second.Id);
}

std::string TypeTables::declarations() const {
  std::string S;
  for (const auto &[Key, E] : Entries)
    S += "static const ckptg_type ckptg_T" + std::to_string(E.Id) + ";\n";
  return S;
}

std::string TypeTables::definitions() {
  std::string S;
  for (size_t I = 0; I < Entries.size(); ++I) // define() may add entries
    S += define(Entry(Entries.begin()[I].second));
  return S;
}

std::string TypeTables::define(const Entry &E) {
  std::string Id = "ckptg_T" + std::to_string(E.Id);
  const clang::Type *Ty = E.Type.getTypePtr();
  auto measured = [&](const std::string &Name) {
    return ".size = sizeof(" + Name + "), .align = _Alignof(" + Name + ")";
  };
  if (const auto *B = dyn_cast<BuiltinType>(Ty)) {
    BuiltinKind K = builtinKind(B);
    std::string Name = Text.name(E.Type);
    if (!K.Kind)
      return row(Id, ".kind = CKPTG_OPAQUE, .name = " + quoted(Name));
    if (B->getKind() == BuiltinType::Void)
      return row(Id, ".kind = CKPTG_VOID, .name = \"void\"");
    std::string Flags = K.MaybeSigned ? ".flags = ((" + Name + ")-1 < 0 ? CKPTG_T_SIGNED : 0), " : "";
    return row(Id, std::string(".kind = ") + K.Kind + ", " + Flags + ".mant = " + mantissa(K, U.ctx()) +
                       ", .name = " + quoted(Name) + ", " + measured(Name));
  }
  if (const auto *C = dyn_cast<ComplexType>(Ty)) {
    std::string Name = Text.name(E.Type);
    const auto *B = C->getElementType()->getAs<BuiltinType>();
    const char *Kind = !B ? "CKPTG_OPAQUE"
                       : B->getKind() == BuiltinType::Float ? "CKPTG_CFLOAT"
                       : B->getKind() == BuiltinType::Double ? "CKPTG_CDOUBLE"
                       : B->getKind() == BuiltinType::LongDouble ? "CKPTG_CLDOUBLE"
                                                                 : "CKPTG_OPAQUE";
    std::string Elem = ref(C->getElementType());
    std::string Mant = B ? mantissa(builtinKind(B), U.ctx()) : "0";
    return row(Id, std::string(".kind = ") + Kind + ", .mant = " + Mant + ", .name = " +
                       quoted(Name) + ", .elem = " + Elem + ", " + measured(Name));
  }
  if (const auto *P = dyn_cast<clang::PointerType>(Ty)) {
    std::string Elem = ref(P->getPointeeType());
    return row(Id, ".kind = CKPTG_POINTER, .name = " + quoted(Text.userName(E.Type)) + ", .elem = " +
                       Elem + ", " + measured(Text.name(E.Type)));
  }
  if (isa<clang::FunctionType>(Ty))
    return row(Id, ".kind = CKPTG_FUNCTION, .name = " + quoted(Text.userName(E.Type)));
  if (const auto *A = dyn_cast<clang::ArrayType>(Ty)) {
    std::string Elem = ref(A->getElementType());
    std::string Name = Text.name(E.Type);
    const auto *C = dyn_cast<ConstantArrayType>(A);
    std::string ElemName = Text.name(U.ctx().getBaseElementType(E.Type));
    return row(Id, ".kind = CKPTG_ARRAY, .name = " + quoted(Text.userName(E.Type)) + ", .elem = " + Elem +
                       ", .count = " + std::to_string(C ? C->getSize().getZExtValue() : 0) +
                       (C ? ", " + measured(Name) : ", .align = _Alignof(" + ElemName + ")"));
  }
  if (const auto *En = dyn_cast<EnumType>(Ty)) {
    const EnumDecl *D = En->getDecl();
    std::string Name = Text.tag(D);
    QualType I = D->getIntegerType();
    if (!D->isComplete() || I.isNull())
      return row(Id, ".kind = CKPTG_OPAQUE, .name = " + quoted(Text.userTag(D)));
    std::string Elem = ref(I);
    return row(Id, ".kind = CKPTG_ENUM, .flags = ((" + Name + ")-1 < 0 ? CKPTG_T_SIGNED : 0), .name = " +
                       quoted(Text.userTag(D)) + ", .elem = " + Elem + ", " + measured(Name));
  }
  if (const auto *R = dyn_cast<RecordType>(Ty))
    return defineRecord(E, R->getDecl());
  return row(Id, ".kind = CKPTG_OPAQUE, .name = " + quoted(E.Type.getAsString()));
}

std::string TypeTables::defineRecord(const Entry &E, const RecordDecl *R) {
  std::string Id = "ckptg_T" + std::to_string(E.Id);
  if (isStream(R))
    return row(Id, ".kind = CKPTG_STREAM, .name = \"FILE\"");
  std::string User = quoted(Text.userTag(R));
  const RecordDecl *D = R->getDefinition();
  if (!D)
    return row(Id, ".kind = CKPTG_STRUCT, .flags = CKPTG_T_INCOMPLETE, .name = " + User);
  std::string Name = Text.tag(R);
  std::string Place = ", .file = " + quoted(U.fileOf(D->getLocation())) + ", .line = " +
                      std::to_string(U.line(D->getLocation()));
  std::string Size = ".size = sizeof(" + Name + "), .align = _Alignof(" + Name + ")";
  bool Functions = isFunctionUnion(U, D);
  if (R->getIdentifier() && R->getName() == "__jmp_buf_tag") // an identity; what is in it setjmp puts there again
    return "static const ckptg_field " + Id + "_f[] = { { \"__jmpbuf\", " + ref(U.ctx().UnsignedCharTy) + ", 0, 0, 0, 0, 0 } };\n" +
           row(Id, ".kind = CKPTG_STRUCT, .nfields = 1, .name = " + User + ", " + Size + ", .fields = " + Id + "_f");
  if ((D->isUnion() && !Functions && !likeMember(D, U.ctx())) || U.ctx().getCanonicalType(U.ctx().getBuiltinVaListType()).getTypePtr() == E.Type.getTypePtr() ||
      (R->getIdentifier() && (R->getName() == "__va_list_tag" || R->getName() == "__va_list")))
    return row(Id, ".kind = CKPTG_OPAQUE, .name = " + User + ", " + Size + Place);
  SmallVector<const FieldDecl *, 16> Fields;
  flatten(D, U.ctx(), Fields);
  erase_if(Fields, [&](const FieldDecl *F) { return isLibrarysOwn(U, D, F); });
  if (Functions)
    Fields.resize(1);
  std::string S, Rows;
  for (const FieldDecl *F : Fields) {
    if (F->isAnonymousStructOrUnion()) { // an anonymous union: carried by nobody yet
      Rows += "  { \"(anonymous union)\", " + ref(F->getType()) + ", 0, 0, " +
              std::to_string(U.line(F->getLocation())) + ", 0, 0 },\n";
      continue;
    }
    std::string Field = F->getName().str();
    std::string Type = ref(F->getType());
    std::string Offset = "__builtin_offsetof(" + Name + ", " + Field + ")", Bits = "0",
                Get = "0", Set = "0";
    unsigned Own = machinesOwnBits(U, D, F);
    if (F->isBitField() || Own) {
      Offset = "0";
      Bits = std::to_string(Own ? 32 : F->getBitWidthValue(U.ctx()));
      Get = Id + "_get_" + Field;
      Set = Id + "_set_" + Field;
      S += "static unsigned long long " + Get + "(const void *p) { return (unsigned long long)(long long)((const " +
           Name + " *)p)->" + Field + (Own ? " & ~" + std::to_string(Own) : "") + "; }\n";
      S += "static void " + Set + "(void *p, unsigned long long v) { ((" + Name + " *)p)->" + Field +
           " = (" + Text.name(F->getType()) + ")v; }\n";
    }
    Rows += "  { " + quoted(Field) + ", " + Type + ", " + Offset + ", " + Bits + ", " +
            std::to_string(U.line(F->getLocation())) + ", " + Get + ", " + Set + " },\n";
  }
  bool Flexible = !Fields.empty() && isFlexible(Fields.back(), U.ctx());
  std::string Count = std::to_string(Fields.size());
  if (!Fields.empty())
    S += "static const ckptg_field " + Id + "_f[] = {\n" + Rows + "};\n";
  return S + row(Id, std::string(".kind = CKPTG_STRUCT, ") + (Flexible ? ".flags = CKPTG_T_FLEXIBLE, " : "") +
                         ".nfields = " + Count + ", .name = " + User + ", " + Size +
                         (Fields.empty() ? "" : ", .fields = " + Id + "_f") + Place);
}

void TypeTables::Obstacle::report(Unit &U, SourceLocation At, const Twine &Holder) const {
  if (What == Id::VaListLive)
    U.report(What, At, {(Holder + " has").str()});
  else
    U.report(What, At, {Holder.str(), Why});
  if (Where.isValid() && Where != At)
    U.note(Where, "it is here");
}

TypeTables::Obstacle TypeTables::obstacle(QualType T) {
  std::set<const clang::Type *> Seen;
  return obstacleIn(T, Seen, true);
}

TypeTables::Obstacle TypeTables::obstacleIn(QualType T, std::set<const clang::Type *> &Seen, bool Held) {
  const clang::Type *Ty = U.ctx().getCanonicalType(T).getTypePtr();
  if (!Seen.insert(Ty).second)
    return {};
  if (const auto *P = dyn_cast<clang::PointerType>(Ty)) {
    return obstacleIn(P->getPointeeType(), Seen, false);
  }
  if (const auto *A = dyn_cast<clang::ArrayType>(Ty))
    return obstacleIn(A->getElementType(), Seen, Held);
  if (const auto *A = dyn_cast<AtomicType>(Ty))
    return obstacleIn(A->getValueType(), Seen, Held);
  if (isa<clang::VectorType>(Ty))
    return {"a vector type", SourceLocation(), Id::VectorType};
  const auto *R = dyn_cast<RecordType>(Ty);
  if (!R || isStream(R->getDecl()))
    return {};
  const RecordDecl *D = R->getDecl()->getDefinition();
  if (!D)
    return {};
  // What only a library knows the inside of is not ours to look into.
  if (!Held && U.inSystemHeader(D->getLocation()))
    return {};
  if (R->getDecl()->getIdentifier() && R->getDecl()->getName() == "__va_list_tag")
    return {"a va_list", SourceLocation(), Id::VaListLive};
  if (isFunctionUnion(U, D) || (D->getIdentifier() && D->getName() == "__jmp_buf_tag"))
    return {};
  if (const FieldDecl *Alike = likeMember(D, U.ctx()))
    return obstacleIn(Alike->getType(), Seen, Held);
  if (D->isUnion())
    return {D->getIdentifier() ? "a union (" + Text.userTag(D) + ")" : "a union", D->getLocation(), Id::UnionUntagged};
  for (const FieldDecl *F : D->fields()) {
    Obstacle O = obstacleIn(F->getType(), Seen, Held);
    if (O) {
      if (!U.inSystemHeader(F->getLocation()))
        O.Where = F->getLocation();
      return O;
    }
  }
  return {};
}

} // namespace ckpt
