//===- StaticLiterals.cpp - compound literals outside functions get names ------===//
#include "StaticLiterals.h"
#include "../analysis/Outside.h"
#include "Padding.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// How the address of a literal is kept, if it is.
enum class Use { Value, Pointer, Address, Unknown };

struct Mention {
  const TagDecl *Tag;
  bool Whole; ///< its members have to be known
};

/// The tags that a type's spelling mentions: not those of its members.
void mentionedTags(QualType T, bool Whole, SmallVectorImpl<Mention> &Into) {
  T = T.getCanonicalType();
  if (const auto *Tag = T->getAs<TagType>())
    Into.push_back({Tag->getDecl(), Whole || T->isEnumeralType()});
  else if (T->isPointerType())
    mentionedTags(T->getPointeeType(), false, Into);
  else if (const auto *A = dyn_cast<clang::ArrayType>(T.getTypePtr()))
    mentionedTags(A->getElementType(), true, Into);
  else if (const auto *Atomic = T->getAs<AtomicType>())
    mentionedTags(Atomic->getValueType(), Whole, Into);
  else if (const auto *F = T->getAs<clang::FunctionType>()) {
    mentionedTags(F->getReturnType(), false, Into);
    if (const auto *P = dyn_cast<FunctionProtoType>(F))
      for (QualType Parameter : P->param_types())
        mentionedTags(Parameter, false, Into);
  }
}

/// As VarDecl::hasFlexibleArrayInit.
bool hasFlexibleArrayInit(const ASTContext &Ctx, const CompoundLiteralExpr *L) {
  const RecordDecl *R = L->getType()->getAsRecordDecl();
  const auto *List = dyn_cast<InitListExpr>(L->getInitializer()->IgnoreParens());
  if (!R || !R->hasFlexibleArrayMember() || !List || List->getNumInits() == 0)
    return false;
  const auto *Last = Ctx.getAsConstantArrayType(List->getInit(List->getNumInits() - 1)->getType());
  return Last && Last->getSize() != 0;
}

} // namespace

unsigned withAttributes(StringRef Text, unsigned Begin) {
  while (true) {
    StringRef Before = Text.take_front(Begin).rtrim();
    for (size_t Line = Before.rfind('\n'); Before.substr(Line == StringRef::npos ? 0 : Line + 1).starts_with("#"); Line = Before.rfind('\n')) // markers
      Before = Before.take_front(Line == StringRef::npos ? 0 : Line).rtrim();
    if (!Before.ends_with("]]"))
      return Begin;
    int Depth = 0;
    size_t At = Before.size();
    do {
      --At;
      Depth += (Before[At] == ']') - (Before[At] == '[');
    } while (At > 0 && Depth > 0);
    if (Depth != 0)
      return Begin;
    Begin = At;
  }
}

std::string StaticLiteral::userName() const {
  return Of->getName().str() + " (literal " + std::to_string(Number) + " of " + std::to_string(Count) + ")";
}

/// The literals in one initialiser whose addresses are kept.
class StaticLiterals::Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, const VarDecl *V) : U(U), V(V) {}
  std::vector<StaticLiteral> Found;
  std::vector<const CompoundLiteralExpr *> Unknown;

  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *L) {
    Use How = L->isFileScope() ? useOf(L) : Use::Value;
    if (How == Use::Value || !Seen.insert(L).second)
      return true;
    if (How == Use::Unknown)
      Unknown.push_back(L);
    else
      Found.push_back({L, V, 0, 0, false, How == Use::Address && L->getType()->isArrayType()});
    return true;
  }

private:
  /// An initialiser has two forms, as written and as meant: an expression has a parent in each.
  Use useOf(const Expr *E) {
    Use How = Use::Value;
    for (const DynTypedNode &Parent : U.ctx().getParents(*E))
      if (const auto *P = Parent.get<Expr>())
        if (Use There = useIn(P); There != Use::Value && How != Use::Pointer && How != Use::Address)
          How = There;
    return How;
  }
  Use useIn(const Expr *P) {
    if (isa<UnaryExprOrTypeTraitExpr, InitListExpr, DesignatedInitExpr>(P))
      return Use::Value; // the initialiser takes it, or nothing does
    if (const auto *C = dyn_cast<CastExpr>(P))
      return C->getCastKind() == CK_ArrayToPointerDecay ? Use::Pointer : C->getCastKind() == CK_LValueToRValue ? Use::Value : Use::Unknown;
    if (const auto *O = dyn_cast<UnaryOperator>(P)) {
      if (O->getOpcode() == UO_AddrOf)
        return Use::Address;
      return O->getOpcode() == UO_Extension || O->getOpcode() == UO_Real || O->getOpcode() == UO_Imag ? useOf(O) : Use::Unknown;
    }
    return isa<ParenExpr, MemberExpr, GenericSelectionExpr, ChooseExpr>(P) ? useOf(P) : Use::Unknown;
  }
  Unit &U;
  const VarDecl *V;
  DenseSet<const CompoundLiteralExpr *> Seen;
};

StaticLiterals::StaticLiterals(Unit &U, const Facts &F) : U(U) {
  if (!F.HasStaticLiterals)
    return;
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls()) {
    if (!U.inText(D->getLocation()))
      continue;
    if (const auto *T = dyn_cast<TagDecl>(D); T && T->isThisDeclarationADefinition())
      TypesOfUnit.push_back(T);
    else if (isa<DeclaratorDecl>(D)) {
      unsigned &Last = LastEnds[U.begin(D->getBeginLoc())];
      Last = std::max(Last, U.end(D->getEndLoc()));
    }
  }
  llvm::sort(TypesOfUnit, [&](const TagDecl *A, const TagDecl *B) { return U.begin(A->getBeginLoc()) < U.begin(B->getBeginLoc()); });
  for (const VarDecl *V : F.Globals) {
    const VarDecl *Defined = nullptr;
    const Expr *Init = V->getAnyInitializer(Defined);
    if (!Init || !U.inText(Defined->getBeginLoc()))
      continue;
    Finder All(U, Defined);
    All.TraverseStmt(const_cast<Expr *>(Init));
    append_range(Unnamed, All.Unknown);
    llvm::sort(All.Found, [&](const StaticLiteral &A, const StaticLiteral &B) { return U.begin(A.Literal) < U.begin(B.Literal); });
    unsigned Number = 0;
    for (StaticLiteral &L : All.Found) {
      L.Number = ++Number;
      L.Count = All.Found.size();
      L.Table = !isMutable(V) && !L.isConstant();
      if (isPlaceable(L))
        Found.push_back(L);
      else
        Unnamed.push_back(L.Literal);
    }
  }
}

StaticLiterals::Group &StaticLiterals::groupOf(const VarDecl *V) {
  auto [At, New] = Groups.try_emplace(V);
  Group &G = At->second;
  if (!New)
    return G;
  unsigned Begin = U.begin(V->getBeginLoc());
  G.Begin = withAttributes(U.text(), Begin);
  G.End = U.afterSemicolon(LastEnds[Begin]);
  for (const TagDecl *T : TypesOfUnit)
    if (U.begin(T->getBeginLoc()) >= Begin && U.begin(T->getBeginLoc()) < U.begin(V->getLocation()))
      G.Tags.push_back(T);
  return G;
}

/// The end of a type's definition, with the attributes behind it.
unsigned StaticLiterals::wholeEnd(const TagDecl *T) const { return U.endOfAttributes(U.end(T->getBraceRange().getEnd())); }

bool StaticLiterals::isPlaceable(StaticLiteral &L) {
  const Expr *Init = L.Literal->getInitializer();
  if (!U.inText(L.Literal->getBeginLoc()) || !U.inText(Init->getBeginLoc()) || !U.inText(Init->getEndLoc()) || hasFlexibleArrayInit(U.ctx(), L.Literal))
    return false;
  unsigned From = U.begin(L.Literal), Begin = U.begin(Init), End = U.end(Init);
  if (U.text()[Begin] != '{' || U.text()[End - 1] != '}' || End != U.end(L.Literal))
    return false;
  Group &G = groupOf(L.Of);
  for (const TagDecl *T : TypesOfUnit)
    if (U.begin(T->getBeginLoc()) >= From && U.begin(T->getBeginLoc()) < End && !is_contained(G.Inner, T))
      G.Inner.push_back(T);
  auto holds = [&](const TagDecl *Outer, const TagDecl *T) {
    return U.begin(Outer->getBeginLoc()) <= U.begin(T->getLocation()) && U.end(T->getBraceRange().getEnd()) <= U.end(Outer->getBraceRange().getEnd());
  };
  SmallVector<Mention, 4> Mentions;
  mentionedTags(L.Literal->getType(), true, Mentions);
  for (auto [Tag, Whole] : Mentions) {
    const TagDecl *Defined = Tag->getDefinition();
    const TagDecl *Needed = Whole && Defined ? Defined : cast<TagDecl>(Tag->getCanonicalDecl());
    if (!U.inText(Needed->getLocation()) || U.begin(Needed->getLocation()) < G.Begin ||
        (Defined && any_of(G.Inner, [&](const TagDecl *T) { return holds(T, Defined); })))
      continue;
    if (!Whole) {
      L.Mentioned.push_back(Tag);
      continue;
    }
    auto Outer = find_if(G.Tags, [&](const TagDecl *O) { return holds(O, Needed); });
    if (Outer == G.Tags.end() || (L.Owner && L.Owner != *Outer))
      return false;
    L.Owner = *Outer;
  }
  return !L.Owner || G.Inner.empty();
}

void StaticLiterals::check(TypeTables &Types, const Facts &F) const {
  for (const CompoundLiteralExpr *L : Unnamed)
    U.report(Id::LiteralOutside, L->getBeginLoc());
  for (const StaticLiteral &L : Found) {
    if (L.isConstant() || L.Table || F.Excluded.count(L.Of->getCanonicalDecl()))
      continue; // of a table that is as it was at the start nothing is saved
    if (beginsOutside(U, L.Literal))
      U.report(Id::StaticOutside, L.Literal->getBeginLoc(), {L.Of->getName().str()});
    if (TypeTables::Obstacle O = Types.obstacle(L.Literal->getType()))
      O.report(U, L.Literal->getBeginLoc(), "this compound literal");
  }
}

/// With one element more, as other arrays (Padding.h).
std::string StaticLiterals::declaration(TypeText &Text, const StaticLiteral &L, const std::string &Name, bool Constant) const {
  QualType T = L.Literal->getType(), Whole = T;
  if (const auto *A = U.ctx().getAsConstantArrayType(T); A && isPaddedElement(U, A->getElementType()))
    Whole = U.ctx().getConstantArrayType(A->getElementType(), A->getSize() + 1, nullptr, ArraySizeModifier::Normal, 0);
  std::string S = "static " + Text.declare(Whole, (Constant ? "const " : "") + Name);
  return S + alignmentOf(U.ctx(), T);
}

void StaticLiterals::declare(TypeText &Text) {
  std::map<const TagDecl *, std::string> Behind;
  for (StaticLiteral &L : Found) {
    L.Code = U.fresh("literal");
    if (L.Table)
      L.Start = U.fresh("literal");
    if (L.Owner)
      Behind[L.Owner] += declaration(Text, L, L.Code, L.isConstant()) + "; ";
    std::string In = L.Code;
    if (L.ByAddress) {
      auto [Open, Close] = arrayOf(Text, L.Literal->getType());
      In = Open + In + Close;
    }
    U.edits().replace(U.begin(L.Literal), U.end(L.Literal), In);
  }
  // `static struct node { ... } first = ...` becomes `struct node { ... }; DECLARATIONS static struct node first = ...`.
  std::set<const TagDecl *> Done;
  for (const StaticLiteral &L : Found) {
    const Group &G = groupOf(L.Of);
    if (L.Owner && Done.insert(L.Owner).second) {
      unsigned Tag = U.begin(L.Owner->getBeginLoc()), At = wholeEnd(L.Owner);
      if (Tag > G.Begin)
        U.edits().replace(G.Begin, Tag, " ");
      U.edits().insert(At, At, At, "; " + Behind[L.Owner] + U.text().slice(G.Begin, Tag).str() + Text.tag(L.Owner));
    }
    for (const TagDecl *T : G.Inner)
      if (Done.insert(T).second)
        U.edits().replace(U.begin(T->getBeginLoc()), wholeEnd(T), Text.tag(T));
  }
}

std::vector<Segment> StaticLiterals::texts(TypeText &Text) const {
  std::map<unsigned, std::string> Before, Behind;
  std::set<const VarDecl *> Done;
  for (const StaticLiteral &L : Found) {
    const Group &G = groupOf(L.Of);
    std::string &Front = Before[G.Begin];
    if (Done.insert(L.Of).second)
      for (const TagDecl *T : G.Inner) {
        unsigned Brace = U.begin(T->getBraceRange().getBegin());
        Front += U.text().slice(U.begin(T->getBeginLoc()), Brace).str() + U.edits().render(Brace, wholeEnd(T)) + "; ";
      }
    for (const TagDecl *T : L.Mentioned)
      Front += Text.tag(T) + "; ";
    if (!L.Owner)
      Front += declaration(Text, L, L.Code, L.isConstant()) + "; ";
    const Expr *Init = L.Literal->getInitializer();
    std::string Value = " = " + U.edits().render(U.begin(Init), U.end(Init)) + "; ";
    std::string &Into = Behind[G.End];
    Into += " " + declaration(Text, L, L.Code, L.isConstant()) + Value;
    if (!L.Start.empty())
      Into += declaration(Text, L, L.Start, true) + Value;
  }
  std::vector<Segment> All; // at one place what belongs behind a declaration comes first
  for (auto *Texts : {&Behind, &Before})
    for (auto &[Where, Of] : *Texts)
      if (!Of.empty())
        All.push_back({Where, Where, std::move(Of)});
  return All;
}

} // namespace ckpt
