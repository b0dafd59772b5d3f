//===- TagExpression.cpp - what selects a member of a union -------------------===//
#include "TagExpression.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

const RecordDecl *definitionOf(QualType T) {
  const auto *R = T->getAs<RecordType>();
  return R ? R->getDecl()->getDefinition() : nullptr;
}

bool findMember(const RecordDecl *R, StringRef Name, MemberPath &Path) {
  for (const FieldDecl *F : R->fields()) {
    Path.push_back(F);
    const RecordDecl *Inner = F->isAnonymousStructOrUnion() ? definitionOf(F->getType()) : nullptr;
    if (F->getName() == Name || (Inner && findMember(Inner, Name, Path)))
      return true;
    Path.pop_back();
  }
  return false;
}

void TagExpression::wrong(const Twine &Why) {
  if (Error.empty())
    Error = Why.str();
}

TagExpression::Kind TagExpression::kindOf(StringRef Name, StringRef Before) const {
  static const char *const Keywords[] = {"int", "char", "short", "long", "unsigned", "signed", "enum", "struct", "union", "void", "const", "_Bool"};
  if (is_contained(Keywords, Name))
    return Kind::Type;
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Name))) {
    if (isa<TagDecl>(D) && (Before == "enum" || Before == "struct" || Before == "union"))
      return Kind::Type;
    if (isa<EnumConstantDecl>(D))
      return Kind::Constant;
    if (isa<TypedefNameDecl>(D))
      return Kind::Type;
  }
  return Kind::Other;
}

/// The value of an integer constant or enumerator.
std::optional<uint64_t> TagExpression::number(size_t I) const {
  if (I >= Words.size())
    return std::nullopt;
  if (is(I, tok::numeric_constant)) {
    uint64_t Value;
    return Words[I].Text.rtrim("uUlL").getAsInteger(0, Value) ? std::nullopt : std::optional<uint64_t>(Value);
  }
  for (const NamedDecl *D : Ctx.getTranslationUnitDecl()->lookup(&Ctx.Idents.get(Words[I].Text)))
    if (const auto *E = dyn_cast<EnumConstantDecl>(D); E && Words[I].Is == Kind::Constant && E->getInitVal().isNonNegative())
      return E->getInitVal().getZExtValue();
  return std::nullopt;
}

/// Does an operand end there?
bool TagExpression::isOperand(size_t I) const {
  if (I >= Words.size())
    return false;
  return Words[I].Is == Kind::Member || Words[I].Is == Kind::Constant || is(I, tok::numeric_constant) || is(I, tok::char_constant) ||
         is(I, tok::r_square) || (is(I, tok::r_paren) && !isCast(opening(I)));
}

/// The '(' of a ')'.
size_t TagExpression::opening(size_t Close) const {
  size_t Depth = 0, I = Close + 1;
  while (I-- > 0) {
    Depth += is(I, tok::r_paren);
    if (is(I, tok::l_paren) && --Depth == 0)
      return I;
  }
  return Words.size();
}

/// `( type )` or `( type * )`, from its '('.
bool TagExpression::isCast(size_t Open) const {
  size_t I = Open + 1;
  if (!is(Open, tok::l_paren) || I >= Words.size() || Words[I].Is != Kind::Type)
    return false;
  while (I < Words.size() && (Words[I].Is == Kind::Type || is(I, tok::star)))
    ++I;
  return is(I, tok::r_paren);
}

/// [constant], as far as the array goes. Returns the word behind.
size_t TagExpression::subscripts(size_t I, QualType &T) {
  for (; is(I, tok::l_square); I += 3) {
    const auto *A = Ctx.getAsConstantArrayType(T);
    std::optional<uint64_t> Index = number(I + 1);
    if (!A || !Index || !is(I + 2, tok::r_square) || A->getSize().ule(*Index)) {
      wrong("a subscript in the tag-expression must be a constant, and in the bounds of an array of the structure");
      return Words.size();
    }
    T = A->getElementType();
  }
  return I;
}

/// A pointer, or an address, may only be compared: as a number it is another one after a restart.
void TagExpression::checkValue(size_t First, size_t Behind, QualType T, bool Address) {
  StringRef Name = Words[First + Address].Text;
  if (!Address && (T->isIntegralOrEnumerationType() || T->isBooleanType()))
    return;
  if (!Address && !T->isPointerType() && !T->isArrayType())
    return wrong("'" + Name + "' in the tag-expression is no integer");
  auto before = [&] { return First ? First - 1 : Words.size(); };
  while (true) { // a pointer's cast, and parentheses around it
    size_t Open = is(before(), tok::r_paren) ? opening(First - 1) : Words.size();
    if (isCast(Open) && is(First - 2, tok::star))
      First = Open;
    else if (is(before(), tok::l_paren) && is(Behind, tok::r_paren))
      --First, ++Behind;
    else
      break;
  }
  static const tok::TokenKind Left[] = {tok::l_paren, tok::equalequal, tok::exclaimequal, tok::exclaim, tok::ampamp, tok::pipepipe};
  static const tok::TokenKind Right[] = {tok::r_paren, tok::equalequal, tok::exclaimequal, tok::ampamp, tok::pipepipe, tok::question};
  bool Fits = (First == 0 || is_contained(Left, Words[First - 1].Tok.getKind())) &&
              (Behind >= Words.size() || is_contained(Right, Words[Behind].Tok.getKind()));
  // A call through a pointer, or one that nothing is asked of.
  bool Asked = (First && !is(First - 1, tok::l_paren)) || (Behind < Words.size() && !is(Behind, tok::r_paren));
  if (!Fits || !Asked)
    wrong("'" + Name + "' in the tag-expression is an address; it may only be compared with another, by == or !=");
}

/// A member of T, by its name, from the word where it begins. Returns the word behind.
size_t TagExpression::member(size_t I) {
  bool Address = I && is(I - 1, tok::amp) && !isOperand(I - 2);
  size_t First = I - Address;
  MemberPath Path;
  QualType T = Ctx.getRecordType(Holder);
  for (Out += "ckptg_v->";; I += 2) {
    const RecordDecl *In = definitionOf(T);
    if (I >= Words.size() || !In || !findMember(In, Words[I].Text, Path)) {
      wrong("'" + (I < Words.size() ? Words[I].Text : StringRef(".")) + "' in the tag-expression is no member of the type");
      return Words.size();
    }
    Words[I].Is = Kind::Member;
    T = Path.back()->getType();
    size_t Next = subscripts(I + 1, T);
    for (size_t K = I; K < Next; ++K)
      Out += Words[K].Text.str() + " ";
    I = Next - 1;
    if (!is(Next, tok::period))
      break;
    Out += ".";
  }
  checkValue(First, I + 1, T, Address);
  if (Address || T->isArrayType())
    OwnAddress = true;
  else
    Reads.push_back(Path);
  return I + 1;
}

void TagExpression::checkOperator(size_t I) {
  static const tok::TokenKind Operators[] = {
      tok::l_paren, tok::r_paren, tok::amp, tok::pipe, tok::caret, tok::tilde, tok::exclaim, tok::plus, tok::minus, tok::slash, tok::percent,
      tok::lessless, tok::greatergreater, tok::less, tok::greater, tok::lessequal, tok::greaterequal, tok::equalequal, tok::exclaimequal,
      tok::ampamp, tok::pipepipe, tok::question, tok::colon, tok::numeric_constant, tok::char_constant};
  StringRef Text = Words[I].Text;
  bool Times = is(I, tok::star) && I && isOperand(I - 1);
  size_t Type = I;
  while (Type && is(Type, tok::star))
    --Type;
  bool InCast = is(I, tok::star) && Words[Type].Is == Kind::Type;
  bool AddressOf = is(I, tok::amp) && !(I && isOperand(I - 1));
  bool Division = is(I, tok::slash) || is(I, tok::percent);
  if (Words[I].Is == Kind::Type || Words[I].Is == Kind::Constant || InCast || Times)
    return;
  if (is(I, tok::raw_identifier))
    wrong("'" + Text + "' in the tag-expression is no member of the type");
  else if (!is_contained(Operators, Words[I].Tok.getKind()) || (is(I, tok::l_paren) && I && isOperand(I - 1) && !is(I - 1, tok::r_paren)))
    wrong("'" + Text + "' in the tag-expression: it may only read what the structure itself holds");
  else if (is(I, tok::numeric_constant) && !number(I))
    wrong("'" + Text + "' in the tag-expression is no integer");
  else if (Division && !number(I + 1).value_or(0))
    wrong("'" + Text + "' in the tag-expression: only a constant may be divided by, for a tag is read before the program has set it, too");
  else if (AddressOf && !(I + 1 < Words.size() && Words[I + 1].Is == Kind::Member))
    wrong("'&' in the tag-expression must stand before a member of the type");
}

TagExpression::TagExpression(ASTContext &Ctx, const RecordDecl *Holder, const std::string &Text) : Ctx(Ctx), Holder(Holder) {
  LangOptions Options;
  Options.C11 = Options.GNUMode = true;
  Lexer Lex(SourceLocation(), Options, Text.data(), Text.data(), Text.data() + Text.size());
  Token T;
  while (Lex.LexFromRawLexer(T), T.isNot(tok::eof)) {
    size_t End = size_t(Lex.getBufferLocation() - Text.data());
    Word W{T, StringRef(Text).slice(End - T.getLength(), End)};
    MemberPath Path;
    if (T.is(tok::raw_identifier)) {
      bool Tag = !Words.empty() && (Words.back().Text == "enum" || Words.back().Text == "struct" || Words.back().Text == "union");
      W.Is = !Tag && findMember(Holder, W.Text, Path) ? Kind::Member : kindOf(W.Text, Words.empty() ? "" : Words.back().Text);
    }
    Words.push_back(W);
  }
  for (size_t I = 0; I < Words.size() && Error.empty();) {
    if (Words[I].Is == Kind::Member) {
      I = member(I);
      continue;
    }
    checkOperator(I);
    Out += Words[I++].Text.str() + " ";
  }
}

} // namespace ckpt
