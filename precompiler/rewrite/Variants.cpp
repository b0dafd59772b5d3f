//===- Variants.cpp - what #pragma ckpt variant says --------------------------===//
#include "VariantChecks.h"
#include "LikeMembers.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// A structure that is defined in another one, at file scope: C does not make its name that one's own.
const RecordDecl *nestedRecord(const DeclContext *In, StringRef Name, bool Union) {
  for (const Decl *D : In->decls()) {
    const auto *R = dyn_cast<RecordDecl>(D);
    if (!R)
      continue;
    if (R->getName() == Name && R->isUnion() == Union && R->isCompleteDefinition())
      return R;
    if (const RecordDecl *Inner = nestedRecord(R, Name, Union))
      return Inner;
  }
  return nullptr;
}

} // namespace

const RecordDecl *recordNamed(ASTContext &Ctx, StringRef Name) {
  bool Struct = Name.consume_front("struct ") || Name.consume_front("struct\t");
  bool Union = !Struct && (Name.consume_front("union ") || Name.consume_front("union\t"));
  Name = Name.trim();
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name))) {
    if (const auto *R = dyn_cast<RecordDecl>(D); R && (Struct || Union) && R->isUnion() == Union)
      return R->getDefinition();
    if (const auto *T = dyn_cast<TypedefNameDecl>(D); T && !Struct && !Union)
      return definitionOf(T->getUnderlyingType());
  }
  return Struct || Union ? nestedRecord(Ctx.getTranslationUnitDecl(), Name, Union) : nullptr;
}

namespace {

/// Is there a structure or union of that name that this unit does not define?
bool isDeclared(ASTContext &Ctx, StringRef Name) {
  bool Tag = Name.consume_front("struct ") || Name.consume_front("struct\t") || Name.consume_front("union ") || Name.consume_front("union\t");
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name.trim())))
    if (const auto *T = dyn_cast<TypedefNameDecl>(D); Tag ? isa<RecordDecl>(D) : T && T->getUnderlyingType()->isRecordType())
      return true;
  return false;
}

/// `u.n.a` in \p R; false if it is not there.
bool findPath(const RecordDecl *R, StringRef Text, MemberPath &Path) {
  SmallVector<StringRef, 4> Names;
  Text.split(Names, '.');
  for (StringRef Name : Names) {
    if (!R || Name.trim().empty() || !findMember(R, Name.trim(), Path))
      return false;
    R = definitionOf(Path.back()->getType());
  }
  return true;
}

/// Splits the way to a member at the union that it is a member of. A member of
/// a structure without a name, in a union, stands for that structure.
bool splitAtUnion(const RecordDecl *Holder, MemberPath Path, MemberPath &ToUnion, const FieldDecl *&Member) {
  while (!Path.empty()) {
    const FieldDecl *Last = Path.back();
    Path.pop_back();
    const RecordDecl *In = Path.empty() ? Holder : definitionOf(Path.back()->getType());
    if (In->isUnion()) {
      ToUnion = Path;
      Member = Last;
      return true;
    }
    if (Path.empty() || !Path.back()->isAnonymousStructOrUnion())
      return false;
  }
  return false;
}

template <class T> void once(std::vector<T> &List, T X) {
  if (X && !is_contained(List, X))
    List.push_back(X);
}

} // namespace

std::vector<const FieldDecl *> Variant::members() const {
  std::vector<const FieldDecl *> All;
  for (const Arm &A : Arms)
    once(All, A.Member);
  llvm::sort(All, [](const FieldDecl *A, const FieldDecl *B) { return A->getFieldIndex() < B->getFieldIndex(); });
  return All;
}

std::vector<const RecordDecl *> Variant::structs() const {
  std::vector<const RecordDecl *> All;
  for (const Arm &A : Arms)
    once(All, A.Struct);
  return All;
}

bool Variants::understand(Unit &U, const VariantPragma &P, Variant &V) {
  auto fail = [&](const Twine &Message) {
    U.pragmaError(P.File, P.Line, "#pragma ckpt variant: " + Message);
    return false;
  };
  V.Pragma = &P;
  V.Holder = recordNamed(U.ctx(), P.Type);
  if (!V.Holder && isDeclared(U.ctx(), P.Type))
    return false; // in a unit that knows nothing but its name
  if (!V.Holder)
    return fail("'" + P.Type + "' is no structure or union that is defined at file scope");
  TagExpression Tag(U.ctx(), V.Holder, P.Tag);
  V.Tag = Tag.Out;
  V.Reads = Tag.Reads;
  V.OwnAddress = Tag.OwnAddress;
  if (!Tag.Error.empty())
    return fail(Tag.Error);
  bool First = true;
  for (const VariantPragma::Arm &A : P.Arms) {
    Variant::Arm Out;
    Out.Values = A.Values;
    MemberPath Path, ToUnion;
    if (A.What == "void") {
      V.Arms.push_back(Out);
      continue;
    }
    bool IsHeader = !findPath(V.Holder, A.What, Path);
    if (IsHeader && !(Out.Struct = recordNamed(U.ctx(), A.What)))
      return fail("'" + A.What + "' is neither a member of " + P.Type + " nor a structure that is defined at file scope");
    if (IsHeader && (Out.Struct->isUnion() || V.Holder->isUnion()))
      return fail("'" + A.What + "' is no structure that begins as " + P.Type + " does");
    if (!IsHeader && !splitAtUnion(V.Holder, Path, ToUnion, Out.Member))
      return fail("'" + A.What + "' is no member of a union in " + P.Type);
    if (Out.Member && Out.Member->isBitField())
      return fail("'" + A.What + "' is a bit-field; put it into a structure");
    if (!First && (V.IsHeader != IsHeader || V.Path != ToUnion))
      return fail("'" + A.What + "' is of another union than the one before it; each union has a pragma of its own");
    V.IsHeader = IsHeader;
    V.Path = ToUnion;
    First = false;
    V.Arms.push_back(Out);
  }
  if (First)
    return fail("it names no member");
  std::string Wrong = V.IsHeader ? wrongFamily(U.ctx(), V) : wrongParts(U.ctx(), V);
  return Wrong.empty() || fail(Wrong);
}

/// Is the member Read[At] of a union there whenever \p V's own union is?
bool Variants::isThere(const ASTContext &Ctx, const Variant &V, const MemberPath &Read, size_t At) const {
  if (likeMember(Read[At]->getParent(), Ctx) || (V.Path.size() > At && std::equal(Read.begin(), Read.begin() + At + 1, V.Path.begin())))
    return true;
  const Variant *Other = ofUnion(V.Holder, MemberPath(Read.begin(), Read.begin() + At));
  return Other && Other->Arms.size() == 1 && Other->Arms[0].Values.empty() && Other->Arms[0].Member == Read[At];
}

/// A tag must be in memory, and in the image, whichever member is in force. Returns what is wrong, or "".
std::string Variants::wrongTag(const ASTContext &Ctx, const Variant &V) const {
  bool First = V.Holder->isUnion(); // T's own members: all of them have to begin with the tag
  for (const MemberPath &Read : V.Reads) {
    for (size_t I = First; I < Read.size(); ++I)
      if (Read[I]->getParent()->isUnion() && !isThere(Ctx, V, Read, I))
        return "the tag is in a union itself; it must be a member of the structure, or the first one of all members of T";
    std::vector<const FieldDecl *> Members;
    if (First && !V.Path.empty())
      Members.push_back(V.Path[0]);
    for (const Variant::Arm &A : V.Arms)
      if (First && V.Path.empty())
        Members.push_back(A.Member);
    if (any_of(Members, [&](const FieldDecl *M) { return !coversTag(M, Read, Ctx); }))
      return "the tag is in the union: all members must begin with it, or alike up to it, and void is not possible";
  }
  return "";
}

Variants::Variants(Unit &U) {
  for (const VariantPragma &P : U.variants()) {
    Variant V;
    if (!understand(U, P, V))
      continue;
    const Variant *Old = V.IsHeader ? ofHeader(V.Holder) : ofUnion(V.Holder, V.Path);
    if (!Old)
      List.push_back(std::move(V));
    else if (Old->Pragma->Text != P.Text)
      U.pragmaError(P.File, P.Line, "#pragma ckpt variant: another one says something else of the same, " + Old->Pragma->File + ":" +
                                    Twine(Old->Pragma->Line));
  }
  for (const Variant &V : List) // when all are known
    if (std::string Wrong = wrongTag(U.ctx(), V); !Wrong.empty())
      U.pragmaError(V.Pragma->File, V.Pragma->Line, "#pragma ckpt variant: " + Wrong);
}

const Variant *Variants::ofUnion(const RecordDecl *Holder, const MemberPath &Path) const {
  for (const Variant &V : List)
    if (!V.IsHeader && V.Holder == Holder && V.Path == Path)
      return &V;
  return nullptr;
}

const Variant *Variants::ofHeader(const RecordDecl *Holder) const {
  for (const Variant &V : List)
    if (V.IsHeader && V.Holder == Holder)
      return &V;
  return nullptr;
}

bool Variants::isPart(const RecordDecl *Union) const {
  return any_of(List, [&](const Variant &V) { return !V.IsHeader && !V.Path.empty() && definitionOf(V.Path.back()->getType()) == Union; });
}

bool Variants::hasTag(const RecordDecl *Holder) const {
  return llvm::any_of(List, [&](const Variant &V) { return V.Holder == Holder && (!V.Reads.empty() || V.OwnAddress); });
}

bool Variants::leadsThrough(const RecordDecl *Holder, const MemberPath &Path) const {
  return any_of(List, [&](const Variant &V) {
    return !V.IsHeader && V.Holder == Holder && V.Path.size() >= Path.size() && std::equal(Path.begin(), Path.end(), V.Path.begin());
  });
}

} // namespace ckpt
