//===- TypeTables.cpp - type descriptors -------------------------------------===//
#include "TypeTables.h"
#include "LibraryMembers.h"
#include "LikeMembers.h"
#include "TypePlaces.h"
#include "UnnamedMembers.h"
#include "clang/AST/Decl.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/TargetInfo.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

bool isFlexible(const FieldDecl *Last, const ASTContext &Ctx) {
  QualType T = Last->getType();
  if (T->isIncompleteArrayType())
    return true;
  const auto *A = Ctx.getAsConstantArrayType(T);
  return A && A->getSize().ule(1);
}

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

/// Do images have a form for this type's values? Not for _Float16, _BitInt, _Complex int.
bool hasForm(const clang::Type *T) {
  if (const auto *B = dyn_cast<BuiltinType>(T))
    return builtinKind(B).Kind || B->isPlaceholderType() || B->getKind() == BuiltinType::NullPtr;
  if (const auto *C = dyn_cast<ComplexType>(T)) {
    const auto *B = C->getElementType()->getAs<BuiltinType>();
    return B && (B->getKind() == BuiltinType::Float || B->getKind() == BuiltinType::Double || B->getKind() == BuiltinType::LongDouble);
  }
  return !isa<BitIntType>(T);
}

bool isStream(const RecordDecl *R) {
  return R->getIdentifier() && R->getName() == "_IO_FILE";
}

/// A union of a system header whose members are all pointers to functions
/// (struct sigaction's handler): which member is meant does not matter.
bool isFunctionUnion(const Unit &U, const RecordDecl *D) {
  if (!D->isUnion() || D->field_empty() || !U.inSystemHeader(D->getLocation()))
    return false;
  return all_of(D->fields(), [](const FieldDecl *F) { return F->getType()->isFunctionPointerType(); });
}

/// Has it members that what was in memory before may harm? Addresses, numbers that have fewer values elsewhere, what a tag chooses.
bool isCleared(QualType T, const ASTContext &Ctx) {
  T = Ctx.getBaseElementType(T);
  if (const auto *Named = T->getAs<TypedefType>(); Named && Named->getDecl()->getName() == "wchar_t")
    return true; // with a sign on some machines
  T = T.getCanonicalType();
  if (const auto *A = T->getAs<AtomicType>())
    return isCleared(A->getValueType(), Ctx);
  if (const auto *R = T->getAs<RecordType>()) {
    const RecordDecl *D = R->getDecl()->getDefinition();
    return D && (D->isUnion() || any_of(D->fields(), [&](const FieldDecl *F) { return isCleared(F->getType(), Ctx); }));
  }
  const auto *B = T->getAs<BuiltinType>();
  return T->isPointerType() || T->isBooleanType() ||
         (B && (B->getKind() == BuiltinType::Long || B->getKind() == BuiltinType::ULong || B->getKind() == BuiltinType::LongDouble));
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
  const auto *R = C->getAs<RecordType>();
  const RecordDecl *D = R ? R->getDecl()->getDefinition() : nullptr;
  return refTo(C, {D, {}});
}

std::string TypeTables::refTo(QualType T, const Part &Of) {
  auto [It, New] = Entries.insert({{T.getAsOpaquePtr(), Of.Path}, {0, T, Of}});
  if (New)
    It->second.Id = Entries.size();
  return "&ckptg_T" + std::to_string(It->second.Id);
}

std::string TypeTables::refBefore(QualType T, const FieldDecl *Before) {
  QualType C = U.ctx().getCanonicalType(T).getUnqualifiedType();
  auto [It, New] = Entries.insert({{C.getAsOpaquePtr(), {Before}}, {0, C, {Before->getParent(), {}}, Before}});
  if (New)
    It->second.Id = Entries.size();
  return "&ckptg_T" + std::to_string(It->second.Id);
}

static const FieldDecl *tagBehindIn(const Variants &V, const RecordDecl *R, const MemberPath &Way, const FieldDecl *Before) {
  for (const FieldDecl *F : R->fields()) {
    if (F == Before)
      break;
    MemberPath To = Way;
    To.push_back(F);
    if (const Variant *Which = V.ofUnion(Before->getParent(), To))
      for (const MemberPath &Read : Which->Reads)
        if (!Read.empty() && Read.front()->getParent() == Before->getParent() && Read.front()->getFieldIndex() >= Before->getFieldIndex())
          return Read.front();
    const RecordDecl *In = F->getType()->getAsRecordDecl();
    if (In && In->getDefinition())
      if (const FieldDecl *Tag = tagBehindIn(V, In->getDefinition(), To, Before))
        return Tag;
  }
  return nullptr;
}

const FieldDecl *TypeTables::tagBehind(const FieldDecl *Before) const { return tagBehindIn(V, Before->getParent(), {}, Before); }

std::vector<std::string> TypeTables::refsOf(const RecordDecl *D) const {
  std::vector<std::string> Refs;
  for (const auto &[Key, E] : Entries)
    if (const auto *R = E.Type->getAs<RecordType>(); R && R->getDecl()->getDefinition() == D)
      Refs.push_back("&ckptg_T" + std::to_string(E.Id));
  return Refs;
}

/// Of a structure's own part: where tags reach it is a type of its own.
std::string TypeTables::refTo(const Part &Of) {
  const FieldDecl *F = Of.Path.back();
  if (QualType Any = likePointers(F->getParent(), U.ctx()); !Any.isNull() && !V.ofUnion(Of.Holder, {Of.Path.begin(), Of.Path.end() - 1}))
    return ref(Any);
  if (!F->isAnonymousStructOrUnion() && !V.leadsThrough(Of.Holder, Of.Path))
    return ref(F->getType());
  return refTo(U.ctx().getCanonicalType(F->getType()).getUnqualifiedType(), Of);
}

TypeTables::Part TypeTables::Part::to(const MemberPath &Way) const {
  Part P = *this;
  P.Path.insert(P.Path.end(), Way.begin(), Way.end());
  return P;
}

/// Members in declaration order, those of anonymous members in their parent.
void TypeTables::flatten(const Part &Of, const RecordDecl *R, const MemberPath &Way, Fields &Out) {
  const FieldDecl *Alike = likeMember(R, U.ctx()); // of a union of like members one is enough
  for (const FieldDecl *F : R->fields()) {
    if (isReservedRoom(F, U.ctx()) || (Alike && F != Alike))
      continue;
    MemberPath To = Way;
    To.push_back(F);
    const RecordDecl *In = inUnnamed(F);
    if (In && (!In->isUnion() || likeMember(In, U.ctx())) && !V.ofUnion(Of.Holder, Of.to(To).Path))
      flatten(Of, In, To, Out);
    else if (F->getIdentifier() || In)
      Out.push_back(To); // an unnamed bit-field is padding
  }
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
  const std::string Cleared = isCleared(E.Type, U.ctx()) ? " | CKPTG_T_CLEARED" : "";
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
    std::string Flags = K.MaybeSigned ? ".flags = ((" + Name + ")-1 < 0 ? CKPTG_T_SIGNED : 0)" + Cleared + ", "
                        : !Cleared.empty() ? ".flags = CKPTG_T_CLEARED, "
                                           : "";
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
    return row(Id, ".kind = CKPTG_POINTER, .flags = CKPTG_T_CLEARED, .name = " + quoted(Text.userName(E.Type)) + ", .elem = " +
                       Elem + ", " + measured(Text.name(E.Type)));
  }
  if (isa<clang::FunctionType>(Ty))
    return row(Id, ".kind = CKPTG_FUNCTION, .name = " + quoted(Text.userName(E.Type)));
  if (const auto *A = dyn_cast<clang::ArrayType>(Ty)) {
    std::string Elem = ref(A->getElementType());
    std::string Name = Text.name(E.Type);
    const auto *C = dyn_cast<ConstantArrayType>(A);
    std::string ElemName = Text.name(U.ctx().getBaseElementType(E.Type));
    return row(Id, std::string(".kind = CKPTG_ARRAY, ") + (Cleared.empty() ? "" : ".flags = CKPTG_T_CLEARED, ") + ".name = " + quoted(Text.userName(E.Type)) + ", .elem = " + Elem +
                       ", .count = " + std::to_string(C ? C->getSize().getZExtValue() : 0) +
                       (C ? ", " + measured(Name) : ", .align = _Alignof(" + ElemName + ")"));
  }
  if (const auto *Vector = dyn_cast<clang::VectorType>(Ty); Vector && elementsOf(Vector)) {
    std::string Elem = ref(Vector->getElementType());
    return row(Id, std::string(".kind = CKPTG_ARRAY, ") + (isCleared(Vector->getElementType(), U.ctx()) ? ".flags = CKPTG_T_CLEARED, " : "") + ".name = " +
                       quoted(Text.userName(U.ctx().getConstantArrayType(Vector->getElementType(), APInt(64, elementsOf(Vector)), nullptr, ArraySizeModifier::Normal, 0))) +
                       ", .elem = " + Elem + ", .count = " + std::to_string(elementsOf(Vector)) + ", " + measured(Text.name(E.Type)));
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
  const RecordDecl *D = R->getDefinition();
  std::string User = quoted((D ? userName(E.Of, D) : Text.userTag(R)) + (E.Before ? " before " + E.Before->getName().str() : ""));
  if (!D)
    return row(Id, ".kind = CKPTG_STRUCT, .flags = CKPTG_T_INCOMPLETE, .name = " + User);
  std::string Place = ", .file = " + quoted(U.fileOf(D->getLocation())) + ", .line = " +
                      std::to_string(U.line(D->getLocation()));
  bool Functions = isFunctionUnion(U, D);
  if (R->getIdentifier() && R->getName() == "__jmp_buf_tag") // an identity; what is in it setjmp puts there again
    return "static const ckptg_field " + Id + "_f[] = { { \"__jmpbuf\", " + ref(U.ctx().UnsignedCharTy) + ", 0, 0, 0, 0, 0 } };\n" +
           row(Id, ".kind = CKPTG_STRUCT, .nfields = 1, .name = " + User + ", " + measures(E, D) + ", .fields = " + Id + "_f");
  if (const Variant *Which = V.ofUnion(E.Of.Holder, E.Of.Path))
    return defineUnion(E, D, *Which);
  if (isBytes(E.Of, D))
    return defineBytes(E, D);
  if (StringRef Lock = lockOf(D, U.ctx()); !Lock.empty())
    return defineLock(E, D, Lock);
  if ((D->isUnion() && !Functions && !likeMember(D, U.ctx())) || U.ctx().getCanonicalType(U.ctx().getBuiltinVaListType()).getTypePtr() == E.Type.getTypePtr() ||
      (R->getIdentifier() && (R->getName() == "__va_list_tag" || R->getName() == "__va_list")))
    return row(Id, ".kind = CKPTG_OPAQUE, .name = " + User + ", " + measures(E, D) + Place);
  Fields All;
  flatten(E.Of, D, {}, All);
  erase_if(All, [&](const MemberPath &F) {
    // Of what is not saved only the places of its members are known; images have no bit-fields so wide.
    bool Wide = F.back()->isBitField() && U.ctx().getTypeSize(F.back()->getType()) > 64;
    return Wide || isLibrarysOwn(U, D, F.back()) || (E.Before && F.front()->getFieldIndex() >= E.Before->getFieldIndex());
  });
  if (Functions)
    All.resize(1);
  std::string S = defineFields(E, D, All), Family;
  bool Flexible = !E.Before && !All.empty() && isFlexible(All.back().back(), U.ctx());
  const Variant *Header = E.Of.Path.empty() && !E.Before ? V.ofHeader(D) : nullptr;
  if (Header) {
    std::string Structs;
    for (const RecordDecl *Is : Header->structs())
      Structs += "  " + ref(U.ctx().getRecordType(Is)) + ",\n";
    S += defineSelect(E, *Header, "0") + "static const ckptg_type *const " + Id + "_v[] = {\n" + Structs + "};\n";
    Family = selection(*Header) + ", .select = " + Id + "_select, .nvariants = " + std::to_string(Header->structs().size()) +
             ", .variants = " + Id + "_v";
  }
  else if (uint64_t Place = E.Of.Path.empty() && !E.Before ? Behind.of(D) : PlacesBehind::None)
    Family = ", .count = " + (Place == PlacesBehind::Several ? "(ckptg_size)-1" : std::to_string(Place) + (Behind.isReused(D) ? " | (~(ckptg_size)0 / 2 + 1)" : ""));
  std::string Flags = Flexible && Header ? "CKPTG_T_FLEXIBLE | CKPTG_T_HEADER" : Flexible ? "CKPTG_T_FLEXIBLE" : Header ? "CKPTG_T_HEADER" : "0";
  if (isCleared(E.Type, U.ctx()))
    Flags += " | CKPTG_T_CLEARED";
  Flags += placeFlags(D, U.ctx());
  return S + row(Id, ".kind = CKPTG_STRUCT, .flags = " + Flags + ", .nfields = " + std::to_string(All.size()) + ", .name = " + User + ", " +
                         measures(E, D) + (All.empty() ? "" : ", .fields = " + Id + "_f") + Place + Family);
}

void TypeTables::Obstacle::report(Unit &U, SourceLocation At, const Twine &Holder) const {
  if (What == Id::VaListLive)
    U.report(What, At, {(Holder + " has").str()});
  else
    U.report(What, At, {Holder.str(), Why});
  if (Where.isValid() && Where != At)
    U.note(Where, "it is here");
  if (Union && Union->getLocation() != At && Union->getLocation() != Where)
    U.note(Union->getLocation(), "this is the union");
}

unsigned TypeTables::elementsOf(const clang::VectorType *Vector) const {
  const auto *Element = Vector->getElementType()->getAs<BuiltinType>();
  bool Plain = Element && !Vector->getElementType()->isBooleanType() && builtinKind(Element).Kind && !isRecast(Vector);
  unsigned N = Vector->getNumElements();
  return Plain && U.ctx().getTypeSize(Vector) == N * U.ctx().getTypeSize(Element) ? N : 0;
}

TypeTables::Obstacle TypeTables::obstacle(QualType T) {
  std::set<const clang::Type *> Seen;
  return obstacleIn(T, Seen, true);
}

TypeTables::Obstacle TypeTables::obstacleBefore(QualType T, const FieldDecl *Before) {
  std::set<const clang::Type *> Seen = {U.ctx().getCanonicalType(T).getTypePtr()};
  return obstacleOf({Before->getParent(), {}}, Before->getParent(), Seen, true, Before);
}

/// Of a structure's members, as far as its tags say what is in its unions.
TypeTables::Obstacle TypeTables::obstacleOf(const Part &Of, const RecordDecl *D, std::set<const clang::Type *> &Seen, bool Held,
                                            const FieldDecl *Before) {
  const Variant *Which = V.ofUnion(Of.Holder, Of.Path);
  const FieldDecl *Alike = likeMember(D, U.ctx());
  if (isBytes(Of, D) || !lockOf(D, U.ctx()).empty())
    return {};
  if (D->isUnion() && !Which && !Alike)
    return {D->getIdentifier() ? "a union (" + Text.userTag(D) + ")" : "a union", D->getLocation(),
            U.inSystemHeader(D->getLocation()) ? Id::LibraryUnion : Id::UnionUntagged, D};
  for (const FieldDecl *F : D->fields()) {
    if (F == Before)
      break;
    if ((Which && !is_contained(Which->members(), F)) || (!Which && Alike && F != Alike && likePointers(D, U.ctx()).isNull()))
      continue;
    if (F->isBitField() && U.ctx().getTypeSize(F->getType()) > 64)
      return {"a bit-field of " + F->getType().getAsString(U.ctx().getPrintingPolicy()), F->getLocation(), Id::NumberType};
    Part To = Of.to({F});
    const RecordDecl *In = F->isAnonymousStructOrUnion() || V.leadsThrough(To.Holder, To.Path) ? F->getType()->getAsRecordDecl() : nullptr;
    Obstacle O = In ? obstacleOf(To, In->getDefinition(), Seen, Held) : obstacleIn(F->getType(), Seen, Held);
    if (O) {
      if (!U.inSystemHeader(F->getLocation()))
        O.Where = F->getLocation();
      return O;
    }
  }
  return {};
}

TypeTables::Obstacle TypeTables::obstacleIn(QualType T, std::set<const clang::Type *> &Seen, bool Held) {
  const clang::Type *Ty = U.ctx().getCanonicalType(T).getTypePtr();
  if (!Seen.insert(Ty).second)
    return {};
  if (const auto *P = dyn_cast<clang::PointerType>(Ty)) {
    const auto *To = P->getPointeeType()->getAs<RecordType>(); // what such a pointer leads to its structure's tag tells
    return To && V.isPart(To->getDecl()->getDefinition()) ? Obstacle{} : obstacleIn(P->getPointeeType(), Seen, false);
  }
  if (const auto *A = dyn_cast<clang::ArrayType>(Ty))
    return obstacleIn(A->getElementType(), Seen, Held);
  if (const auto *A = dyn_cast<AtomicType>(Ty))
    return obstacleIn(A->getValueType(), Seen, Held);
  if (const auto *Vector = dyn_cast<clang::VectorType>(Ty)) {
    if (elementsOf(Vector))
      return obstacleIn(Vector->getElementType(), Seen, Held);
    return {isRecast(Ty) ? "a vector type that is cast to one of other elements" : "a vector type", SourceLocation(), Id::VectorType};
  }
  if (!hasForm(Ty))
    return {"the type " + QualType(Ty, 0).getAsString(U.ctx().getPrintingPolicy()), SourceLocation(), Id::NumberType};
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
  if (const Variant *Header = V.ofHeader(D))
    for (const RecordDecl *Is : Header->structs())
      if (Obstacle O = obstacleIn(U.ctx().getRecordType(Is), Seen, Held); O)
        return O;
  return obstacleOf({D, {}}, D, Seen, Held);
}

} // namespace ckpt
