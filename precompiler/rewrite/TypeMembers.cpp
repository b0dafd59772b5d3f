//===- TypeMembers.cpp - members of structures and unions in type tables ------===//
//
// Fields with their offsets and accessors, and the functions that tell which
// member of a union, or which structure behind a header, the tag means.
//
//===----------------------------------------------------------------------===//
#include "LibraryMembers.h"
#include "LikeMembers.h"
#include "TypeTables.h"
#include "UnionBytes.h"
#include "UnnamedMembers.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// `u.n.a`, members without a name left out.
std::string pathText(const MemberPath &Path) {
  std::string S;
  for (const FieldDecl *F : Path)
    if (F->getIdentifier())
      S += (S.empty() ? "" : ".") + F->getName().str();
  return S;
}

/// Of what has no name the first member that has one.
std::string firstName(const RecordDecl *D) {
  for (const FieldDecl *F : D->fields()) {
    const RecordDecl *In = inUnnamed(F);
    std::string Name = In ? firstName(In) : F->getName().str();
    if (!Name.empty())
      return Name;
  }
  return "";
}

/// The way to its first part that has an address.
bool findAddress(const RecordDecl *D, MemberPath &Path) {
  for (const FieldDecl *F : D->fields()) {
    Path.push_back(F);
    const RecordDecl *In = inUnnamed(F);
    if (In ? findAddress(In, Path) : F->getIdentifier() && !F->isBitField())
      return true;
    Path.pop_back();
  }
  return false;
}

bool isNameless(const RecordDecl *D) { return D->isAnonymousStructOrUnion(); }

/// The name of a field in images: what has none is told by its first member.
std::string fieldName(const FieldDecl *F) {
  if (F->getIdentifier())
    return F->getName().str();
  return std::string(F->getType()->isUnionType() ? "(union" : "(struct") + " of " + firstName(F->getType()->getAsRecordDecl()) + ")";
}

} // namespace

/// Bytes from the start of the structure to its part. What has no name is where a part of it says, less that one's distance in it.
std::string TypeTables::offsetIn(const Part &Of) {
  if (Of.Path.empty())
    return "0";
  auto offset = [](const std::string &Type, const MemberPath &To) { return "__builtin_offsetof(" + Type + ", " + pathText(To) + ")"; };
  MemberPath Inside;
  const RecordDecl *D = Of.Path.back()->getIdentifier() ? nullptr : Of.Path.back()->getType()->getAsRecordDecl();
  if (!D)
    return offset(Text.tag(Of.Holder), Of.Path);
  if (!findAddress(D, Inside)) // a union that nothing is said of: it is not saved
    return "0";
  return "(" + offset(Text.tag(Of.Holder), Of.to(Inside).Path) + " - " + offset(mirror(D), Inside) + ")";
}

/// A type like one that has no name: for its size.
std::string TypeTables::mirror(const RecordDecl *D) {
  std::string S = D->isUnion() ? "union { " : "struct { ";
  for (const FieldDecl *F : D->fields()) {
    std::string Name = F->getName().str();
    if (F->isAnonymousStructOrUnion())
      S += mirror(F->getType()->getAsRecordDecl());
    else
      S += Text.declare(F->getType(), Name);
    S += (F->isBitField() ? " : " + std::to_string(F->getBitWidthValue(U.ctx())) : "") + "; ";
  }
  return S + "}";
}

std::string TypeTables::measures(const Entry &E, const RecordDecl *D) {
  std::string Name = isNameless(D) ? mirror(D) : Text.tag(D);
  std::string Size = E.Before ? "__builtin_offsetof(" + Name + ", " + E.Before->getName().str() + ")" : "sizeof(" + Name + ")";
  return ".size = " + Size + ", .align = _Alignof(" + Name + ")";
}

std::string TypeTables::userName(const Part &Of, const RecordDecl *D) {
  if (Of.Path.empty())
    return Text.userTag(D);
  std::string S = Text.userTag(Of.Holder);
  for (const FieldDecl *F : Of.Path)
    S += "." + fieldName(F);
  return S;
}

/// What names in a pragma mean at file scope: two units may have enumerators, and types, of one name that differ.
static std::string meanings(const ASTContext &Ctx, StringRef Text) {
  std::string S;
  while (!(Text = Text.drop_until([](char C) { return isAlpha(C) || C == '_'; })).empty()) {
    StringRef Name = Text.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Text = Text.drop_front(Name.size());
    for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name))) {
      if (const auto *E = dyn_cast<EnumConstantDecl>(D))
        S += ";" + Name.str() + "=" + toString(E->getInitVal(), 10);
      else if (const auto *T = dyn_cast<TypedefNameDecl>(D); T && T->getUnderlyingType()->isIntegerType())
        S += ";" + Name.str() + "=" + T->getUnderlyingType().getCanonicalType().getAsString();
    }
  }
  return S;
}

/// Tells types apart that differ in what their pragma says.
std::string TypeTables::selection(const Variant &Which) {
  std::string Said;
  for (char C : Which.Pragma->Text)
    if (C != ' ' && C != '\t')
      Said += C;
  Said += meanings(U.ctx(), Which.Pragma->Text);
  return ", .count = " + std::to_string(uint32_t(xxh3_64bits(Said)));
}

std::string TypeTables::defineSelect(const Entry &E, const Variant &Which, const std::string &Offset) {
  std::string Holder = Text.tag(Which.Holder);
  std::string Mark = "# " + std::to_string(Which.Pragma->Line) + " " + quoted(Which.Pragma->File) + " 3\n";
  std::string S = "static ckptg_u32 ckptg_T" + std::to_string(E.Id) + "_select(const void *ckptg_at, long long *ckptg_tag) {\n"
                  "const " + Holder + " *ckptg_v = (const " + Holder + " *)((const char *)ckptg_at - " + Offset + ");\n" + Mark +
                  "*ckptg_tag = (long long)(" + Which.Tag + ");\nswitch (" + Which.Tag + ") {\n"; // compared as C does
  std::vector<const FieldDecl *> Members = Which.members();
  std::vector<const RecordDecl *> Structs = Which.structs();
  bool Default = false;
  for (const Variant::Arm &A : Which.Arms) {
    size_t Index = A.Member ? size_t(find(Members, A.Member) - Members.begin()) + 1
                   : A.Struct ? size_t(find(Structs, A.Struct) - Structs.begin()) + 1 : 0;
    S += Mark;
    for (const std::string &Value : A.Values)
      S += "case " + Value + ": ";
    if (A.Values.empty())
      S += "default: ";
    Default |= A.Values.empty();
    S += "return " + std::to_string(Index) + ";\n";
  }
  return S + (Default ? "" : "default: return 0xffffffffu;\n") + "}\n}\n# 1 \"<ckpt tables>\" 1 3\n";
}

/// A union whose member in force a tag tells. Only those are fields that can be.
std::string TypeTables::defineUnion(const Entry &E, const RecordDecl *D, const Variant &Which) {
  std::string Id = "ckptg_T" + std::to_string(E.Id), Rows;
  std::vector<const FieldDecl *> Members = Which.members();
  for (const FieldDecl *F : Members)
    Rows += "  { " + quoted(fieldName(F)) + ", " + refTo(E.Of.to({F})) + ", 0, 0, " + std::to_string(U.line(F->getLocation())) + ", 0, 0 },\n";
  std::string Holder = E.Of.Path.empty() ? "" : ", .elem = " + ref(U.ctx().getRecordType(Which.Holder));
  return defineSelect(E, Which, offsetIn(E.Of)) + "static const ckptg_field " + Id + "_f[] = {\n" + Rows + "};\n" +
         "static const ckptg_type " + Id + " = { .kind = CKPTG_VARIANT, .flags = " + (Which.OwnAddress ? "CKPTG_T_OWN_ADDRESS" : "0") + ", .nfields = " + std::to_string(Members.size()) + ", .name = " +
         quoted(userName(E.Of, D)) + ", " + measures(E, D) + ", .fields = " + Id + "_f" + Holder + selection(Which) + ", .select = " + Id +
         "_select, .file = " + quoted(Which.Pragma->File) + ", .line = " + std::to_string(Which.Pragma->Line) + " };\n";
}

/// A union of the program's that nothing is said of, and --ckpt-unions=bytes. What has no name needs a part with an address: else its place is
/// not known.
bool TypeTables::isBytes(const Part &Of, const RecordDecl *D) const {
  MemberPath Inside;
  return U.unionsAsBytes() && D->isUnion() && !D->field_empty() && !U.inSystemHeader(D->getLocation()) && !V.ofUnion(Of.Holder, Of.Path) &&
         !V.leadsThrough(Of.Holder, Of.Path) && !likeMember(D, U.ctx()) && holdsNumbersOnly(D, U.ctx()) && (!isNameless(D) || findAddress(D, Inside));
}

/// Its one member is all of its bytes; the name tells how what they mean lies in them. The target's compiler has to agree with us about that.
std::string TypeTables::defineBytes(const Entry &E, const RecordDecl *D) {
  std::string Id = "ckptg_T" + std::to_string(E.Id);
  const ASTContext &Ctx = U.ctx();
  uint64_t Size = Ctx.getTypeSizeInChars(Ctx.getRecordType(D)).getQuantity();
  QualType Bytes = Ctx.getConstantArrayType(Ctx.UnsignedCharTy, llvm::APInt(64, Size), nullptr, ArraySizeModifier::Normal, 0);
  return "_Static_assert(sizeof(" + (isNameless(D) ? mirror(D) : Text.tag(D)) + ") == " + std::to_string(Size) +
         ", \"ckptcc takes the union for one of another size\");\n" +
         "static const ckptg_field " + Id + "_f[] = { { \"(bytes " + layoutHash(D, Ctx) + ")\", " + ref(Bytes) + ", 0, 0, 0, 0, 0 } };\n" +
         "static const ckptg_type " + Id + " = { .kind = CKPTG_STRUCT, .flags = CKPTG_T_BYTES, .nfields = 1, .name = " + quoted(userName(E.Of, D)) + ", " +
         measures(E, D) + ", .fields = " + Id + "_f, .file = " + quoted(U.fileOf(D->getLocation())) + ", .line = " +
         std::to_string(U.line(D->getLocation())) + " };\n";
}

/// Its members are its state, which the runtime tells and sets, as the accessors of bit-fields do.
std::string TypeTables::defineLock(const Entry &E, const RecordDecl *D, StringRef Lock) {
  std::string Id = "ckptg_T" + std::to_string(E.Id), Rows;
  auto Add = [&](StringRef Name, QualType T) {
    std::string Accessor = ("ckptg_" + Lock + "_" + Name).str();
    Rows += "  { \"(" + Name.str() + ")\", " + ref(T) + ", 0, " + std::to_string(U.ctx().getTypeSize(T)) + ", 0, " + Accessor + ", " + Accessor + "_set },\n";
  };
  Add("state", U.ctx().UnsignedIntTy);
  if (Lock == "attr") {
    Add("stack", U.ctx().UnsignedLongLongTy);
    Add("guard", U.ctx().UnsignedLongLongTy);
  }
  return "static const ckptg_field " + Id + "_f[] = {\n" + Rows + "};\n" +
         "static const ckptg_type " + Id + " = { .kind = CKPTG_STRUCT, .flags = CKPTG_T_CLEARED, .nfields = sizeof " + Id + "_f / sizeof *" + Id + "_f, .name = " + quoted(userName(E.Of, D)) + ", " +
         measures(E, D) + ", .fields = " + Id + "_f };\n";
}

std::string TypeTables::defineFields(const Entry &E, const RecordDecl *D, const Fields &All) {
  std::string Id = "ckptg_T" + std::to_string(E.Id), S, Rows;
  bool Nameless = isNameless(D); // its members are reached from the structure that it is in
  std::string Name = Text.tag(Nameless ? E.Of.Holder : D);
  std::string FromStart = Nameless ? " - " + offsetIn(E.Of) : "";
  for (const MemberPath &Way : All) {
    const FieldDecl *F = Way.back();
    std::string Field = pathText(Nameless ? E.Of.to(Way).Path : Way), Get = "0", Set = "0", Bits = "0", Offset = "0";
    if (!F->getIdentifier())
      Offset = offsetIn(E.Of.to(Way)) + " - " + offsetIn(E.Of);
    else if (!F->isBitField())
      Offset = "__builtin_offsetof(" + Name + ", " + Field + ")" + FromStart;
    unsigned Own = machinesOwnBits(U, D, F);
    if (F->isBitField() || Own) {
      Offset = "0";
      Bits = std::to_string(Own ? 32 : F->getBitWidthValue(U.ctx()));
      Get = Id + "_get_" + F->getName().str();
      Set = Id + "_set_" + F->getName().str();
      S += "static unsigned long long " + Get + "(const void *p) { return (unsigned long long)(long long)((const " + Name +
           " *)((const char *)p" + FromStart + "))->" + Field + (Own ? " & ~" + std::to_string(Own) : "") + "; }\n";
      S += "static void " + Set + "(void *p, unsigned long long v) { ((" + Name + " *)((char *)p" + FromStart + "))->" + Field + " = (" +
           Text.name(F->getType()) + ")v; }\n";
    }
    Rows += "  { " + quoted(fieldName(F)) + ", " + refTo(E.Of.to(Way)) + ", " + Offset + ", " + Bits + ", " +
            std::to_string(U.line(F->getLocation())) + ", " + Get + ", " + Set + " },\n";
  }
  if (!Rows.empty())
    S += "static const ckptg_field " + Id + "_f[] = {\n" + Rows + "};\n";
  return S;
}

} // namespace ckpt
