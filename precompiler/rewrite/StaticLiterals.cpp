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
enum class Use { Value, Pointer, Address };

/// The tags that a type's spelling mentions: not those of its members.
void mentionedTags(QualType T, SmallVectorImpl<const TagDecl *> &Into) {
  T = T.getCanonicalType();
  if (const auto *Tag = T->getAs<TagType>())
    Into.push_back(Tag->getDecl());
  else if (T->isPointerType())
    mentionedTags(T->getPointeeType(), Into);
  else if (const auto *A = dyn_cast<clang::ArrayType>(T.getTypePtr()))
    mentionedTags(A->getElementType(), Into);
  else if (const auto *Atomic = T->getAs<AtomicType>())
    mentionedTags(Atomic->getValueType(), Into);
  else if (const auto *F = T->getAs<clang::FunctionType>()) {
    mentionedTags(F->getReturnType(), Into);
    if (const auto *P = dyn_cast<FunctionProtoType>(F))
      for (QualType Parameter : P->param_types())
        mentionedTags(Parameter, Into);
  }
}

bool endsInFlexibleArray(QualType T) {
  const RecordDecl *R = T->getAsRecordDecl();
  return R && R->getDefinition() && R->getDefinition()->hasFlexibleArrayMember();
}

} // namespace

std::string StaticLiteral::userName() const {
  return Of->getName().str() + " (literal " + std::to_string(Number) + " of " + std::to_string(Count) + ")";
}

/// The literals in one initialiser whose addresses are kept.
class StaticLiterals::Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(Unit &U, const VarDecl *V) : U(U), V(V) {}
  std::vector<StaticLiteral> Found;

  bool VisitCompoundLiteralExpr(CompoundLiteralExpr *L) {
    Use How = L->isFileScope() ? useOf(L) : Use::Value;
    if (How != Use::Value && Seen.insert(L).second)
      Found.push_back({L, V, 0, 0, false, How == Use::Address && L->getType()->isArrayType()});
    return true;
  }

private:
  Use useOf(const Expr *E) {
    while (true) {
      DynTypedNodeList Parents = U.ctx().getParents(*E);
      const auto *P = Parents.empty() ? nullptr : Parents[0].get<Expr>();
      if (!P)
        return Use::Value; // the initialiser takes it
      if (const auto *O = dyn_cast<UnaryOperator>(P))
        return O->getOpcode() == UO_AddrOf ? Use::Address : Use::Value;
      if (const auto *C = dyn_cast<ImplicitCastExpr>(P); C && C->getCastKind() == CK_ArrayToPointerDecay)
        return Use::Pointer;
      if (!isa<ParenExpr>(P) && !isa<MemberExpr>(P))
        return Use::Value;
      E = P;
    }
  }
  Unit &U;
  const VarDecl *V;
  DenseSet<const CompoundLiteralExpr *> Seen;
};

StaticLiterals::StaticLiterals(Unit &U, const Facts &F) : U(U) {
  for (const VarDecl *V : F.Globals) {
    const VarDecl *Defined = nullptr;
    const Expr *Init = V->getAnyInitializer(Defined);
    if (!Init || !U.inText(Defined->getBeginLoc()))
      continue;
    Finder All(U, Defined);
    All.TraverseStmt(const_cast<Expr *>(Init));
    llvm::sort(All.Found, [&](const StaticLiteral &A, const StaticLiteral &B) { return U.begin(A.Literal) < U.begin(B.Literal); });
    unsigned Number = 0;
    for (StaticLiteral &L : All.Found) {
      L.Number = ++Number;
      L.Count = All.Found.size();
      L.Table = !isMutable(V) && !L.isConstant();
      if (isPlaceable(L))
        Found.push_back(L);
      else if (!L.isConstant())
        Unnamed.push_back(L.Literal);
    }
  }
}

const StaticLiterals::Group &StaticLiterals::groupOf(const VarDecl *V) const {
  auto [At, New] = Groups.try_emplace(V);
  Group &G = At->second;
  if (!New)
    return G;
  G.Begin = U.begin(V->getBeginLoc());
  unsigned Last = U.end(V->getEndLoc());
  for (const Decl *D : U.ctx().getTranslationUnitDecl()->decls()) {
    if (!U.inText(D->getLocation()))
      continue;
    if (isa<DeclaratorDecl>(D) && U.begin(D->getBeginLoc()) == G.Begin)
      Last = std::max(Last, U.end(D->getEndLoc()));
    else if (const auto *T = dyn_cast<TagDecl>(D); T && T->isThisDeclarationADefinition() && U.begin(T->getBeginLoc()) >= G.Begin &&
                                                   U.begin(T->getBeginLoc()) < U.begin(V->getLocation()))
      G.Tags.push_back(T);
  }
  G.End = U.afterSemicolon(Last);
  return G;
}

bool StaticLiterals::isPlaceable(StaticLiteral &L) const {
  const Expr *Init = L.Literal->getInitializer();
  if (!U.inText(L.Literal->getBeginLoc()) || !U.inText(Init->getBeginLoc()) || !U.inText(Init->getEndLoc()) || endsInFlexibleArray(L.Literal->getType()))
    return false;
  unsigned Begin = U.begin(Init), End = U.end(Init);
  if (U.text()[Begin] != '{' || U.text()[End - 1] != '}' || End != U.end(L.Literal))
    return false;
  const Group &G = groupOf(L.Of);
  SmallVector<const TagDecl *, 4> Tags;
  mentionedTags(L.Literal->getType(), Tags);
  for (const TagDecl *T : Tags) {
    const TagDecl *Defined = T->getDefinition() ? T->getDefinition() : T;
    if (!U.inText(Defined->getLocation()) || U.begin(Defined->getLocation()) < G.Begin)
      continue;
    auto Outer = find_if(G.Tags, [&](const TagDecl *O) {
      return U.begin(O->getBeginLoc()) <= U.begin(Defined->getLocation()) && U.end(Defined->getBraceRange().getEnd()) <= U.end(O->getBraceRange().getEnd());
    });
    if (Outer == G.Tags.end() || (L.Owner && L.Owner != *Outer))
      return false;
    L.Owner = *Outer;
  }
  return true;
}

void StaticLiterals::check(TypeTables &Types, const Facts &F) const {
  for (const CompoundLiteralExpr *L : Unnamed)
    U.report(Id::LiteralOutside, L->getBeginLoc());
  for (const StaticLiteral &L : Found) {
    if (L.isConstant() || F.Excluded.count(L.Of->getCanonicalDecl()))
      continue;
    if (beginsOutside(U, L.Literal))
      U.report(Id::StaticOutside, L.Literal->getBeginLoc(), {L.userName()});
    if (TypeTables::Obstacle O = Types.obstacle(L.Literal->getType()); O && !L.Table) // a table that is as it was at the start is not saved
      O.report(U, L.Literal->getBeginLoc(), "this compound literal");
  }
}

/// With one element more, as other arrays (Padding.h).
std::string StaticLiterals::declaration(TypeText &Text, const StaticLiteral &L, const std::string &Name, bool Constant) const {
  QualType T = L.Literal->getType(), Whole = T;
  if (const auto *A = U.ctx().getAsConstantArrayType(T); A && isPaddedElement(U, A->getElementType()))
    Whole = U.ctx().getConstantArrayType(A->getElementType(), A->getSize() + 1, nullptr, ArraySizeModifier::Normal, 0);
  std::string S = "static " + Text.declare(Whole, (Constant ? "const " : "") + Name);
  unsigned Align = U.ctx().getTypeAlign(T);
  if (Align != U.ctx().getTypeAlign(T.getCanonicalType())) // a typedef's
    S += " __attribute__((aligned(" + std::to_string(Align / 8) + ")))";
  return S;
}

void StaticLiterals::declare(TypeText &Text) {
  std::map<const TagDecl *, std::string> Behind;
  std::map<unsigned, std::string> Before;
  for (StaticLiteral &L : Found) {
    L.Code = U.fresh("literal");
    if (L.Table)
      L.Start = U.fresh("literal");
    std::string Forward = declaration(Text, L, L.Code, L.isConstant()) + "; ";
    if (L.Owner)
      Behind[L.Owner] += Forward;
    else
      Before[groupOf(L.Of).Begin] += Forward;
    std::string In = L.Code;
    if (L.ByAddress) {
      auto [Open, Close] = arrayOf(Text, L.Literal->getType());
      In = Open + In + Close;
    }
    U.edits().replace(U.begin(L.Literal), U.end(L.Literal), In);
  }
  for (const auto &[At, Forward] : Before)
    U.edits().insert(At, At, At, Forward);
  // `static struct node { ... } first = ...` becomes `struct node { ... }; FORWARD static struct node first = ...`.
  std::set<const TagDecl *> Done;
  for (const StaticLiteral &L : Found)
    if (L.Owner && Done.insert(L.Owner).second) {
      unsigned Begin = groupOf(L.Of).Begin, Tag = U.begin(L.Owner->getBeginLoc()), At = U.endOfAttributes(U.end(L.Owner->getBraceRange().getEnd()));
      if (Tag > Begin)
        U.edits().replace(Begin, Tag, " ");
      U.edits().insert(At, At, At, "; " + Behind[L.Owner] + U.text().slice(Begin, Tag).str() + Text.tag(L.Owner));
    }
}

std::vector<Segment> StaticLiterals::definitions(TypeText &Text) const {
  std::map<unsigned, std::string> At;
  for (const StaticLiteral &L : Found) {
    const Expr *Init = L.Literal->getInitializer();
    std::string Value = " = " + U.edits().render(U.begin(Init), U.end(Init)) + "; ";
    std::string &Into = At[groupOf(L.Of).End];
    Into += " " + declaration(Text, L, L.Code, L.isConstant()) + Value;
    if (!L.Start.empty())
      Into += declaration(Text, L, L.Start, true) + Value;
  }
  std::vector<Segment> All;
  for (auto &[Where, Definitions] : At)
    All.push_back({Where, Where, std::move(Definitions)});
  return All;
}

} // namespace ckpt
