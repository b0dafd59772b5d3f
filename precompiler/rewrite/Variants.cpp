//===- Variants.cpp - what #pragma ckpt variant says --------------------------===//
#include "Variants.h"
#include "LikeMembers.h"
#include "clang/AST/Attr.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// `struct node`, `union event` or a typedef's name, at file scope.
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
  return nullptr;
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

/// Does it end in an array that may have more elements than it says?
bool isOpenEnded(QualType T, ASTContext &Ctx) {
  if (T->isIncompleteArrayType())
    return true;
  if (const auto *A = Ctx.getAsConstantArrayType(T))
    return A->getSize().ule(1) || isOpenEnded(A->getElementType(), Ctx);
  const RecordDecl *R = definitionOf(T);
  const FieldDecl *Last = nullptr;
  if (R)
    for (const FieldDecl *F : R->fields()) {
      if (R->isUnion() && isOpenEnded(F->getType(), Ctx))
        return true;
      Last = F;
    }
  return Last && isOpenEnded(Last->getType(), Ctx);
}

/// What has no name is described member by member: its layout must be the one
/// that its members alone make.
bool isPlain(const RecordDecl *R) {
  if (R->hasAttr<PackedAttr>() || R->hasAttr<AlignedAttr>() || R->hasAttr<MaxFieldAlignmentAttr>())
    return false;
  return all_of(R->fields(), [](const FieldDecl *F) {
    const RecordDecl *In = F->isAnonymousStructOrUnion() ? definitionOf(F->getType()) : nullptr;
    return !F->hasAttr<PackedAttr>() && !F->hasAttr<AlignedAttr>() && (!In || isPlain(In));
  });
}

/// Has a part that an address can be taken of?
bool hasAddress(const RecordDecl *R) {
  return any_of(R->fields(), [](const FieldDecl *F) {
    return F->isAnonymousStructOrUnion() ? hasAddress(definitionOf(F->getType())) : F->getIdentifier() && !F->isBitField();
  });
}

/// Of a tag inside the union: is it saved with that member?
bool coversTag(const FieldDecl *Member, const FieldDecl *Tag, const ASTContext &Ctx) {
  if (!Member || Member == Tag)
    return Member;
  const RecordDecl *R = definitionOf(Member->getType());
  if (!R || R->isUnion() || R->field_empty())
    return false;
  const FieldDecl *First = *R->field_begin();
  return !First->isBitField() && !Tag->isBitField() && Ctx.hasSameUnqualifiedType(First->getType(), Tag->getType());
}

template <class T> void once(std::vector<T> &List, T X) {
  if (X && !is_contained(List, X))
    List.push_back(X);
}

using Fail = function_ref<bool(const Twine &)>;

/// What is saved member by member must lie where it seems to, and end where its type does.
bool checkParts(Unit &U, const Variant &V, Fail fail) {
  for (const Variant::Arm &A : V.Arms) {
    MemberPath Way = V.Path;
    if (A.Member)
      Way.push_back(A.Member);
    for (const FieldDecl *F : Way) {
      const RecordDecl *R = F->isAnonymousStructOrUnion() ? definitionOf(F->getType()) : nullptr;
      if (R && !isPlain(R))
        return fail("a structure or union without a name that is packed or aligned; give it a name");
      if (R && !hasAddress(R))
        return fail("a structure or union without a name that has nothing but bit-fields; give it a name");
    }
    if (A.Member && isOpenEnded(A.Member->getType(), U.ctx()))
      return fail("'" + A.Member->getName() + "' ends in an array of any length; give it a bound of two or more");
  }
  return true;
}

bool beginsAs(const RecordDecl *R, const RecordDecl *Header, const ASTContext &Ctx);

/// Of one size, and the same in it as far as tags may read it.
bool isAlike(QualType A, QualType B, const ASTContext &Ctx) {
  if (Ctx.hasSameUnqualifiedType(A, B) || (A->isPointerType() && B->isPointerType()))
    return true;
  if (A->isIncompleteType() || B->isIncompleteType() || Ctx.getTypeSize(A) != Ctx.getTypeSize(B))
    return false;
  if (A->isArrayType() && B->isArrayType())
    return isAlike(Ctx.getAsArrayType(A)->getElementType(), Ctx.getAsArrayType(B)->getElementType(), Ctx);
  const RecordDecl *In = definitionOf(A), *Other = definitionOf(B);
  if (In && Other)
    return In->isUnion() == Other->isUnion() && beginsAs(In, Other, Ctx);
  return A->isIntegralOrEnumerationType() && B->isIntegralOrEnumerationType();
}

/// Does \p R begin with all that \p Header has, at the same places?
bool beginsAs(const RecordDecl *R, const RecordDecl *Header, const ASTContext &Ctx) {
  if (R == Header)
    return true;
  const RecordDecl *First = R->isUnion() || R->field_empty() ? nullptr : definitionOf((*R->field_begin())->getType());
  if (First && !First->isUnion() && beginsAs(First, Header, Ctx))
    return true;
  auto Mine = R->field_begin(), End = R->field_end();
  for (const FieldDecl *F : Header->fields()) {
    if (F->getType()->isIncompleteArrayType())
      break;
    if (Mine == End || !isAlike(F->getType(), Mine->getType(), Ctx) || F->isBitField() != Mine->isBitField() ||
        Ctx.getFieldOffset(F) != Ctx.getFieldOffset(*Mine) || (F->isBitField() && F->getBitWidthValue(Ctx) != Mine->getBitWidthValue(Ctx)))
      return false;
    ++Mine;
  }
  return true;
}

bool checkFamily(Unit &U, const Variant &V, Fail fail) {
  for (const Variant::Arm &A : V.Arms) {
    if (!A.Struct)
      return fail("a block is always some structure; name " + V.Pragma->Type + " itself where no other is meant");
    if (!beginsAs(A.Struct, V.Holder, U.ctx()))
      return fail("'" + (A.Struct->getIdentifier() ? A.Struct->getName() : StringRef("a structure")) + "' does not begin as " + V.Pragma->Type + " does");
  }
  return true;
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
  if (!V.Holder)
    return fail("'" + P.Type + "' is no structure or union that is defined at file scope");
  TagExpression Tag(U.ctx(), V.Holder, P.Tag);
  V.Tag = Tag.Out;
  V.Reads = Tag.Reads;
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
  return V.IsHeader ? checkFamily(U, V, fail) : checkParts(U, V, fail);
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
    if (any_of(Members, [&](const FieldDecl *M) { return !coversTag(M, Read[0], Ctx); }))
      return "the tag is in the union: each member must begin with one of its type, and void is not possible";
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

bool Variants::leadsThrough(const RecordDecl *Holder, const MemberPath &Path) const {
  return any_of(List, [&](const Variant &V) {
    return !V.IsHeader && V.Holder == Holder && V.Path.size() >= Path.size() && std::equal(Path.begin(), Path.end(), V.Path.begin());
  });
}

} // namespace ckpt
