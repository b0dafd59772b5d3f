//===- SideFile.cpp - sites and annotations in a file beside the program --===//
#include "SideFile.h"
#include "../findings/Finding.h"
#include "LineMap.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace llvm;

namespace ckpt {
namespace {

Error errorAt(const Twine &Where, const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Where + ": error: " + messageOf(Id::Annotation, {Message.str()}));
}

StringRef takeWord(StringRef &S) {
  S = S.ltrim(" \t");
  StringRef Word = S.take_while([](char C) { return isAlnum(C) || C == '_'; });
  S = S.drop_front(Word.size());
  return Word;
}

/// Takes `( balanced text )` with its parentheses; empty if it is not there.
StringRef takeParens(StringRef &S) {
  S = S.ltrim(" \t");
  int Depth = 0;
  for (size_t I = 0; I < S.size(); ++I) {
    if (S[I] == '"' || S[I] == '\'') {
      for (char Quote = S[I++]; I < S.size() && S[I] != Quote; ++I)
        I += S[I] == '\\';
      continue;
    }
    Depth += S[I] == '(' ? 1 : S[I] == ')' ? -1 : 0;
    if (Depth == 0) {
      StringRef Inner = S[I] == ')' ? S.take_front(I + 1) : StringRef();
      S = S.drop_front(Inner.size());
      return Inner;
    }
  }
  return {};
}

/// What is annotated, up to the place.
bool takePragma(StringRef &S, SideAnnotation &A) {
  StringRef Kind = takeWord(S);
  if (Kind == "replay") {
    A.Pragma = "replay";
    return true;
  }
  if (Kind != "site") {
    StringRef Argument = takeParens(S);
    A.Pragma = (Kind + Argument).str();
    return !Kind.empty() && !Argument.empty();
  }
  for (StringRef Rest = S;;) {
    StringRef Word = takeWord(Rest);
    if (Word != "name" && Word != "if" && Word != "on_restart" && Word != "on_checkpoint")
      return true;
    StringRef Argument = takeParens(Rest);
    if (Argument.empty())
      return false;
    A.Pragma += (Word + Argument + " ").str();
    S = Rest;
  }
}

/// May a pragma stand outside functions?
bool isOfFile(StringRef Pragma) {
  return Pragma.starts_with("variant(") || Pragma.starts_with("changed(") || Pragma.starts_with("exclude(") || Pragma.starts_with("on_restart(") ||
         Pragma.starts_with("on_checkpoint(") || Pragma.starts_with("no_site(");
}

/// A place without the comment behind it: from a `#` behind a blank, in no "TEXT".
StringRef withoutComment(StringRef S) {
  for (size_t At = S.find('#'); At != StringRef::npos; At = S.find('#', At + 1)) {
    StringRef Before = S.take_front(At), Place = Before.rtrim(" \t");
    size_t Quote = Place.find(":\"");
    if (Place.size() < Before.size() && (Quote == StringRef::npos || (Place.size() > Quote + 2 && Place.ends_with("\""))))
      return Place;
  }
  return S;
}

bool takePlace(StringRef S, SideAnnotation &A) {
  S = withoutComment(S);
  StringRef Rest = S.trim(), Peek = Rest, Word = takeWord(Peek);
  if (Word == "before" || Word == "after") {
    A.After = Word == "after";
    Rest = Peek.ltrim(" \t");
  }
  size_t Colon = Rest.find(':');
  if (Colon == StringRef::npos && isOfFile(A.Pragma) && Rest == S.trim() && !Rest.empty()) {
    A.File = Rest.str();
    return true;
  }
  if (Colon == StringRef::npos || Colon == 0)
    return false;
  A.File = Rest.take_front(Colon).str();
  Rest = Rest.drop_front(Colon + 1);
  if (!Rest.getAsInteger(10, A.Line))
    return A.Line > 0;
  A.Function = takeWord(Rest).str();
  if (A.Function.empty() || Rest.empty())
    return !A.Function.empty() && !A.After;
  if (!Rest.consume_front(":\"") || !Rest.consume_back("\"") || Rest.empty())
    return false;
  A.Text = Rest.str();
  return true;
}

/// Tokens of preprocessed text, line by line, as far as they tell whether a statement may begin behind them.
class StatementEnds {
  int Depth = 0;    ///< of parentheses and brackets
  StringRef Last;   ///< the last token, or its last character

public:
  void take(StringRef Line) {
    for (size_t I = 0; I < Line.size(); ++I) {
      char C = Line[I];
      if (C == '"' || C == '\'') {
        for (++I; I < Line.size() && Line[I] != C; ++I)
          I += Line[I] == '\\';
        Last = "\"";
      } else if (isAlnum(C) || C == '_' || C == '$') {
        size_t End = Line.find_if_not([](char W) { return isAlnum(W) || W == '_' || W == '$'; }, I);
        Last = Line.slice(I, End);
        I = End == StringRef::npos ? Line.size() : End - 1;
      } else if (StringRef Digraph = Line.substr(I, 2); Digraph == "<%" || Digraph == "%>" || Digraph == "<:" || Digraph == ":>") { // C11 6.4.6
        Depth += Digraph == "<:" ? 1 : Digraph == ":>" ? -1 : 0;
        Last = Digraph == "<%" ? "{" : Digraph == "%>" ? "}" : "]";
        ++I;
      } else if (!isSpace(C)) {
        Depth += C == '(' || C == '[' ? 1 : C == ')' || C == ']' ? -1 : 0;
        Last = Line.substr(I, 1);
      }
    }
  }

  /// \p Next: what follows. Behind `)` it may be a body, or the rest of an expression.
  bool isBetween(StringRef Next) const {
    if (Depth > 0)
      return false;
    Next = Next.ltrim();
    bool Operator = (Next.starts_with("+") && !Next.starts_with("++")) || (Next.starts_with("-") && !Next.starts_with("--"));
    if (Last == ")")
      return Next.empty() || (!Operator && !StringRef("=<>/%|^?,.)]").contains(Next[0]));
    return Last.empty() || Last == ";" || Last == "{" || Last == "}" || Last == ":" || Last == "else" || Last == "do";
  }
};

// ---- functions in preprocessed text ------------------------------------------

/// The body of a function: offsets of its braces, and of its name, in the text.
struct Body {
  size_t Open, Close, Name;
};

/// Finds where functions are defined, by their tokens. What is looked for
/// is the first name before a parenthesis in a declaration that has a body.
class BodyFinder {
  std::multimap<std::string, Body> &Found;
  std::string Name;           ///< of this declaration
  std::string Last;           ///< the name right before this token
  bool Declares = false;      ///< something stands behind the parameters: declarations of them, in the old style
  bool Initialises = false;   ///< after a `=`
  bool Declarator = false;    ///< a parenthesis was of the declarator, not of parameters
  bool Opens = false;         ///< the token right before this one is a parenthesis in no other
  bool WasParen = false;      ///< the token right before this one is a parenthesis
  bool Alone = false;         ///< Last is the first in its parenthesis
  std::string Enclosed;       ///< the name of `(name)`, right before this token
  int Parens = 0, Braces = 0;
  size_t Open = 0, NameAt = 0, LastAt = 0, EnclosedAt = 0, CurrentAt = 0; ///< where these stand
  std::string Current;

  void end() {
    Name.clear();
    Enclosed.clear();
    Declares = Initialises = Declarator = false;
  }

  void outside(const clang::Token &T, StringRef Word, size_t Offset) {
    static const std::set<StringRef> NotNames = {"__attribute__", "__attribute", "__asm__", "__asm", "asm", "__typeof__", "__typeof", "typeof", "typeof_unqual",
                                                 "__alignof__", "__alignof", "_Alignof", "alignof", "_Alignas", "alignas", "_Atomic", "_BitInt",
                                                 "__declspec", "sizeof", "_Static_assert", "static_assert", "__extension__"};
    bool IsName = T.is(clang::tok::raw_identifier) && !NotNames.count(Word), AfterParen = WasParen;
    std::string Inside = std::move(Enclosed);
    size_t InsideAt = EnclosedAt;
    Enclosed = T.is(clang::tok::r_paren) && Alone ? Last : "";
    EnclosedAt = LastAt;
    Alone = IsName && AfterParen;
    WasParen = T.is(clang::tok::l_paren);
    if (T.is(clang::tok::l_paren)) {
      if (!Inside.empty() && !Initialises && (!Parens || Declarator))
        Name = Inside, NameAt = InsideAt; // `int (f)(int)`
      else if (Name.empty() && !Initialises && (!Parens || Declarator))
        Name = Last, NameAt = LastAt;
      ++Parens;
    } else if (T.is(clang::tok::star) && Parens == 1 && Opens && !Declares) {
      Name.clear(); // `int (*pick(int i))(int)`: what stood before the parenthesis is a type
      Declarator = true;
    } else if (T.is(clang::tok::r_paren)) {
      --Parens;
    } else if (T.is(clang::tok::equal) && Parens == 0) {
      end();
      Initialises = true;
    } else if (T.is(clang::tok::comma) && Parens == 0 && !Declares) {
      Name.clear(); // int f(void), n;
    } else if (T.is(clang::tok::semi) && Parens == 0) {
      if (!Declares)
        end();
    } else if (IsName && Parens == 0 && !Name.empty()) {
      Declares = true;
    }
    Opens = T.is(clang::tok::l_paren) && Parens == 1;
    Last = IsName ? Word.str() : "";
    LastAt = Offset;
  }

public:
  explicit BodyFinder(std::multimap<std::string, Body> &F) : Found(F) {}

  void token(const clang::Token &T, StringRef Word, size_t Offset) {
    if (T.is(clang::tok::l_brace)) {
      if (Braces++ == 0) {
        Current = Parens == 0 ? Name : "";
        CurrentAt = NameAt;
        Open = Offset;
      }
    } else if (T.is(clang::tok::r_brace)) {
      if (Braces && --Braces == 0) {
        if (!Current.empty())
          Found.insert({Current, {Open, Offset, CurrentAt}});
        if (!Current.empty())
          end();
        Last.clear();
      }
    } else if (Braces == 0) {
      outside(T, Word, Offset);
    }
  }
};

std::multimap<std::string, Body> findBodies(const std::string &Text) {
  std::multimap<std::string, Body> Found;
  BodyFinder Finder(Found);
  clang::LangOptions Options;
  Options.C11 = Options.GNUMode = Options.LineComment = Options.Digraphs = true;
  clang::Lexer Lexer(clang::SourceLocation(), Options, Text.data(), Text.data(), Text.data() + Text.size());
  clang::Token T;
  bool InDirective = false;
  while (Lexer.LexFromRawLexer(T), T.isNot(clang::tok::eof)) {
    if (T.isAtStartOfLine())
      InDirective = T.is(clang::tok::hash);
    size_t End = size_t(Lexer.getBufferLocation() - Text.data()), Offset = End - T.getLength();
    if (!InDirective)
      Finder.token(T, StringRef(Text).slice(Offset, End), Offset);
  }
  return Found;
}

// ---- places --------------------------------------------------------------------

/// A file as the compiler names it, and where that is.
class FileName {
  std::string Spelled;
  SmallString<128> Whole;

public:
  FileName(StringRef Path, StringRef Directory) : Spelled(Path), Whole(Path) {
    sys::fs::make_absolute(Directory, Whole);
    sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  }

  /// Does an annotation's \p File mean it?
  bool is(StringRef File) const {
    auto endsSo = [&](StringRef Path) { return Path.consume_back(File) && (Path.empty() || Path.ends_with("/")); };
    return endsSo(Spelled) || endsSo(Whole);
  }
};

/// The lines of a file as the user wrote it, or none.
class Sources {
  std::map<std::string, std::vector<std::string>> Read;

public:
  StringRef line(const std::string &File, unsigned Number) {
    auto [At, New] = Read.try_emplace(File);
    if (New)
      if (auto Buffer = MemoryBuffer::getFile(File)) {
        SmallVector<StringRef> Lines;
        (*Buffer)->getBuffer().split(Lines, '\n');
        for (StringRef L : Lines)
          At->second.push_back(L.str());
      }
    return Number >= 1 && Number <= At->second.size() ? StringRef(At->second[Number - 1]) : StringRef();
  }
};

struct Insertion {
  size_t Offset;
  std::string Text;
};

class Placer {
  const std::string &Text;
  LineMap Map;
  std::multimap<std::string, Body> Bodies;
  std::vector<FileName> Names; ///< of Map.Files
  Sources Source;

  bool concerns(const MappedLine &L, const SideAnnotation &A) const { return Names[L.File].is(A.File); }

  std::string pragma(const SideAnnotation &A, const MappedLine &At, unsigned Next) const {
    std::string File = Map.Files[At.File];
    return formatv("# {0} \"{1}\"\n#pragma ckpt {2}\n# {3} \"{1}\"\n", At.Line, File, A.Pragma, Next).str();
  }

  /// Does the body of a statement or function begin behind this line?
  bool isHead(const MappedLine &L) const {
    StringRef S = StringRef(Text).slice(L.Begin, L.End).rtrim();
    StringRef Last = S.take_back(S.size() - (S.find_last_not_of("abcdefghijklmnopqrstuvwxyz") + 1));
    return S.ends_with(")") || Last == "else" || Last == "do";
  }

  /// The brace that is the first token from this line on, or npos.
  size_t braceFrom(size_t Index) const {
    for (; Index < Map.Lines.size(); ++Index) {
      const MappedLine &L = Map.Lines[Index];
      StringRef S = StringRef(Text).slice(L.Begin, L.End);
      size_t At = S.find_first_not_of(" \t\r\n\f\v");
      if (At != StringRef::npos && S[At] != '#')
        return S[At] == '{' ? L.Begin + At : StringRef::npos;
    }
    return StringRef::npos;
  }

  /// In front of the text's line of that number, or behind it: in the body if that begins there, wherever its brace is.
  Insertion atLine(const SideAnnotation &A, size_t Index) {
    const MappedLine &L = Map.Lines[Index];
    if (!A.After)
      return {L.Begin, pragma(A, L, L.Line)};
    size_t Next = Index + 1;
    while (Next < Map.Lines.size() && Map.Lines[Next].File == L.File && Map.Lines[Next].Line == L.Line)
      ++Next;
    if (Next == Map.Lines.size())
      return {Text.size(), "\n" + pragma(A, L, L.Line + 1)};
    size_t Brace = isHead(Map.Lines[Next - 1]) ? braceFrom(Next) : StringRef::npos;
    if (Brace != StringRef::npos)
      return {Brace + 1, "\n" + pragma(A, L, Map.Lines[indexOf(Brace)].Line)};
    return {Map.Lines[Next].Begin, pragma(A, L, Map.Lines[Next].Line)};
  }

  /// The body that has that place in it, or null.
  const Body *bodyOf(size_t Offset) const {
    for (const auto &[Name, B] : Bodies)
      if (B.Open < Offset && Offset <= B.Close)
        return &B;
    return nullptr;
  }

  StringRef codeOf(size_t Index, size_t From, size_t To) const {
    const MappedLine &L = Map.Lines[Index];
    StringRef S = StringRef(Text).slice(std::max<size_t>(L.Begin, From), std::min<size_t>(L.End, To));
    return S.ltrim().starts_with("#") ? StringRef() : S;
  }

  /// In a function a pragma stands where a statement may.
  Expected<Insertion> betweenStatements(const SideAnnotation &A, Insertion I) const {
    const Body *B = bodyOf(I.Offset);
    if (!B)
      return I;
    StatementEnds Before;
    size_t Index = indexOf(B->Open);
    for (; Index < Map.Lines.size() && Map.Lines[Index].Begin < I.Offset; ++Index)
      Before.take(codeOf(Index, B->Open, I.Offset));
    StringRef Next;
    for (Index = indexOf(I.Offset); Index < Map.Lines.size() && Next.trim().empty(); ++Index)
      Next = codeOf(Index, I.Offset, StringRef::npos);
    if (Before.isBetween(Next))
      return I;
    return errorAt(A.Where, A.File + (A.After ? ": behind" : ": in front of") + " that line is the middle of a statement; give a line " + (A.After ? "at whose end one ends" : "with which one begins"));
  }

  Expected<Insertion> byLine(const SideAnnotation &A) {
    for (size_t I = 0; I < Map.Lines.size(); ++I)
      if (Map.Lines[I].Line == A.Line && concerns(Map.Lines[I], A))
        return betweenStatements(A, atLine(A, I));
    return errorAt(A.Where, A.File + " has no code on line " + Twine(A.Line));
  }

  size_t indexOf(size_t Offset) const {
    auto At = upper_bound(Map.Lines, Offset, [](size_t O, const MappedLine &L) { return O < L.Begin; });
    return size_t(At - Map.Lines.begin()) - (At != Map.Lines.begin());
  }

  Expected<Insertion> byText(const SideAnnotation &A, const Body &B) {
    std::vector<size_t> Fits;
    unsigned Last = 0;
    for (size_t I = indexOf(B.Open); I <= indexOf(B.Close); ++I) {
      const MappedLine &L = Map.Lines[I];
      if (!concerns(L, A) || L.Line == Last)
        continue;
      if (Source.line(Map.Files[L.File], L.Line).contains(A.Text) || StringRef(Text).slice(L.Begin, L.End).contains(A.Text)) {
        Fits.push_back(I);
        Last = L.Line;
      }
    }
    if (Fits.size() == 1)
      return betweenStatements(A, atLine(A, Fits[0]));
    std::string Lines;
    for (size_t I : Fits)
      Lines += (Lines.empty() ? " (" : ", ") + std::to_string(Map.Lines[I].Line);
    return errorAt(A.Where, Fits.empty() ? "function '" + A.Function + "' has no line with \"" + A.Text + "\" in it"
                                         : "function '" + A.Function + "' has " + Twine(Fits.size()) + " lines with \"" + A.Text +
                                               "\" in them" + Lines + "); give more of the text, or the line");
  }

  /// Behind all code, where all types and macros are known.
  Insertion atEnd(const SideAnnotation &A) const {
    auto [Side, Line] = StringRef(A.Where).rsplit(':');
    return {Text.size(), formatv("\n# {0} \"{1}\"\n#pragma ckpt {2}\n", Line, Side, A.Pragma).str()};
  }

  /// Has the line with the function's name in the source that name, which is a macro then: #define run library_run?
  bool isWritten(const Body &B, StringRef Function) {
    const MappedLine &L = Map.Lines[indexOf(B.Name)];
    StringRef Line = Source.line(Map.Files[L.File], L.Line);
    for (size_t At = 0; (At = Line.find(Function, At)) != StringRef::npos; At += Function.size()) {
      bool Begins = At == 0 || !(isAlnum(Line[At - 1]) || Line[At - 1] == '_');
      StringRef Behind = Line.substr(At + Function.size()).ltrim();
      if (Begins && (Behind.starts_with("(") || Behind.starts_with(")"))) // `int (run)(void)`
        return true;
    }
    return false;
  }

  Expected<Insertion> byFunction(const SideAnnotation &A) {
    std::vector<Body> Fits;
    auto Range = Bodies.equal_range(A.Function);
    for (auto I = Range.first; I != Range.second; ++I)
      if (concerns(Map.Lines[indexOf(I->second.Open)], A))
        Fits.push_back(I->second);
    if (Fits.empty())
      for (const auto &[Name, B] : Bodies)
        if (concerns(Map.Lines[indexOf(B.Open)], A) && isWritten(B, A.Function))
          Fits.push_back(B);
    if (Fits.size() != 1)
      return errorAt(A.Where, A.File + (Fits.empty() ? " does not define the function '" : " defines more than one function '") +
                                  A.Function + "'");
    if (!A.Text.empty())
      return byText(A, Fits[0]);
    const MappedLine &L = Map.Lines[indexOf(Fits[0].Open)];
    return Insertion{Fits[0].Open + 1, "\n" + pragma(A, L, L.Line)};
  }

public:
  Placer(const std::string &Text, StringRef Main, StringRef Directory) : Text(Text), Map(mapLines(Text, Main)), Bodies(findBodies(Text)) {
    for (const std::string &F : Map.Files)
      Names.emplace_back(F, Directory);
  }

  /// Is the annotation's file a part of this unit?
  bool hasFile(const SideAnnotation &A) const {
    return any_of(Names, [&](const FileName &N) { return N.is(A.File); });
  }

  Expected<Insertion> place(const SideAnnotation &A) {
    if (A.Line)
      return byLine(A);
    if (A.Function.empty())
      return atEnd(A);
    return byFunction(A);
  }
};

} // namespace

/// Has the text a pragma like \p Fits under a marker of the annotation's file? Places that are not in the text are none.
static bool hasPragma(StringRef Text, StringRef Directory, const SideAnnotation &A, function_ref<bool(StringRef)> Fits) {
  const StringRef Begin = "\n#pragma ckpt ";
  for (size_t At = Text.find(Begin); At != StringRef::npos; At = Text.find(Begin, At + 1)) {
    Position Place;
    bool Marked = Place.takeMarker(Text.slice(Text.rfind('\n', At) + 1, At));
    if (Marked && Fits(Text.substr(At + Begin.size()).take_until([](char C) { return C == '\n'; })) && FileName(Place.File, Directory).is(A.File))
      return true;
  }
  return false;
}

bool isAnnotated(StringRef Text, StringRef Directory, const SideAnnotation &A, ArrayRef<SideAnnotation> All) {
  if (!A.Line && A.Function.empty()) { // behind all code it stands at its line of the side file, perhaps with its macros expanded
    auto [Side, Line] = StringRef(A.Where).rsplit(':');
    std::string Begin = ("\n# " + Line + " \"").str(), Name = (sys::path::filename(Side) + "\"").str();
    for (size_t At = Text.find(Begin); At != StringRef::npos; At = Text.find(Begin, At + 1)) {
      auto [Path, Rest] = Text.substr(At + Begin.size()).split('\n');
      if ((Path == Name || Path.ends_with("/" + Name)) && Rest.starts_with("#pragma ckpt "))
        return true;
    }
    return false;
  }
  if (hasPragma(Text, Directory, A, [&](StringRef Pragma) { return Pragma == A.Pragma; }))
    return true;
  // Macros in its argument have been expanded: one that begins alike, and is none of the others.
  size_t Argument = StringRef(A.Pragma).find('(');
  return Argument != StringRef::npos && hasPragma(Text, Directory, A, [&](StringRef Pragma) {
           return Pragma.starts_with(StringRef(A.Pragma).take_front(Argument + 1)) &&
                  none_of(All, [&](const SideAnnotation &Other) { return Other.Pragma == Pragma; });
         });
}

Expected<std::vector<SideAnnotation>> readSideFile(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer)
    return createStringError(Buffer.getError(), Path + ": " + Buffer.getError().message());
  std::vector<SideAnnotation> List;
  SmallVector<StringRef> Lines;
  (*Buffer)->getBuffer().split(Lines, '\n');
  for (size_t I = 0; I < Lines.size(); ++I) {
    StringRef L = Lines[I].trim();
    if (L.empty() || L.starts_with("#"))
      continue;
    SideAnnotation A;
    A.Where = Path + ":" + std::to_string(I + 1);
    bool Good = takePragma(L, A) && takePlace(L, A);
    while (StringRef(A.File).starts_with("./"))
      A.File.erase(0, 2);
    if (!Good)
      return errorAt(A.Where, "expected 'site', 'replay', type(pointer, T[count]), variant(T, tag, value: member, ...), exclude(variable, ...), changed(T, removed: member, ...), on_restart(call), on_checkpoint(call) or no_site(function, ...), then [before|after] FILE:LINE, "
                              "FILE:FUNCTION or FILE:FUNCTION:\"TEXT\", or, for the last six, FILE");
    List.push_back(std::move(A));
  }
  return List;
}

Expected<std::string> annotate(const std::string &Text, StringRef Main, StringRef Directory, const std::vector<SideAnnotation> &Annotations) {
  Placer P(Text, Main, Directory);
  std::vector<Insertion> List;
  for (const SideAnnotation &A : Annotations) {
    if (!P.hasFile(A))
      continue;
    Expected<Insertion> I = P.place(A);
    if (!I)
      return I.takeError();
    List.push_back(std::move(*I));
  }
  stable_sort(List, [](const Insertion &A, const Insertion &B) { return A.Offset < B.Offset; });
  std::string Out;
  size_t Done = 0;
  for (const Insertion &I : List) {
    Out.append(Text, Done, I.Offset - Done);
    Out += I.Text;
    Done = I.Offset;
  }
  Out.append(Text, Done, std::string::npos);
  return Out;
}

} // namespace ckpt
