//===- PragmaMacros.cpp - macros in the arguments of #pragma ckpt --------------===//
#include "PragmaMacros.h"
#include "LineMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

using namespace llvm;

namespace ckpt {
namespace {

const char BeginMark[] = "ckptg_argument_begins", EndMark[] = "ckptg_argument_ends";

StringRef takeWord(StringRef &S) {
  S = S.ltrim(" \t");
  StringRef Word = S.take_while([](char C) { return isAlnum(C) || C == '_'; });
  S = S.drop_front(Word.size());
  return Word;
}

/// `# pragma WORD`: what follows WORD.
std::optional<StringRef> afterPragma(StringRef Line, StringRef Wanted) {
  StringRef S = Line.ltrim(" \t");
  if (!S.consume_front("#") || takeWord(S) != "pragma" || takeWord(S) != Wanted)
    return std::nullopt;
  return S;
}

/// Length of the balanced text in front of the closing parenthesis of \p S.
size_t argumentLength(StringRef S) {
  unsigned Depth = 1;
  for (size_t I = 0; I < S.size(); ++I) {
    if (S[I] == '"' || S[I] == '\'') {
      for (char Quote = S[I++]; I < S.size() && S[I] != Quote; ++I)
        I += S[I] == '\\';
      continue;
    }
    Depth += S[I] == '(' ? 1 : S[I] == ')' ? -1 : 0;
    if (!Depth)
      return I;
  }
  return StringRef::npos;
}

/// The arguments of if(), type(), variant(), changed(), exclude(), on_restart(), on_checkpoint() and no_site() in a line of ours; wrong syntax is reported by others.
SmallVector<StringRef, 2> arguments(StringRef Line) {
  SmallVector<StringRef, 2> Found;
  std::optional<StringRef> Rest = afterPragma(Line, "ckpt");
  while (Rest && !Rest->empty()) {
    StringRef Word = takeWord(*Rest);
    *Rest = Rest->ltrim(" \t");
    size_t Length = Rest->consume_front("(") ? argumentLength(*Rest) : StringRef::npos;
    if (Word.empty() || Length == StringRef::npos)
      break;
    if (Word == "if" || Word == "type" || Word == "variant" || Word == "changed" || Word == "exclude" || Word == "on_restart" || Word == "on_checkpoint" ||
        Word == "no_site")
      Found.push_back(Rest->take_front(Length));
    *Rest = Rest->drop_front(Length + 1);
  }
  return Found;
}

/// What of a text matters here. Code counts by its characters, for a pragma that
/// was put in may have cut a line in two.
struct Item {
  size_t Code; ///< characters of code before it
  StringRef Line;
  bool Pragma;
  Position At;
};

bool isDefinition(StringRef Line) { return Line.starts_with("#define ") || Line.starts_with("#undef "); }

/// Is there something that looks like R"..." (GNU C99)? "... R" does, too.
bool mayHaveRawString(StringRef Text) {
  for (size_t At = 0; (At = Text.find("R\"", At)) != StringRef::npos; ++At) {
    StringRef Before = Text.take_front(At);
    (void)(Before.consume_back("u8") || Before.consume_back("u") || Before.consume_back("U") || Before.consume_back("L"));
    if (Before.empty() || !(isAlnum(Before.back()) || Before.back() == '_'))
      return true;
  }
  return false;
}

/// The names in a text.
std::vector<StringRef> namesIn(StringRef S) {
  std::vector<StringRef> Found;
  while (!S.empty()) {
    S = S.drop_while([](char C) { return !isAlnum(C) && C != '_'; });
    if (StringRef Word = takeWord(S); !Word.empty() && !isDigit(Word[0]))
      Found.push_back(Word);
  }
  return Found;
}

/// The macros that the expansion of the arguments may meet: those named in them, in what these are defined as, and so on. What the compiler has
/// built in (__LINE__) counts as one.
StringSet<> macrosFor(const std::vector<Item> &Here, const std::vector<Item> &There) {
  StringMap<std::vector<StringRef>> Texts;
  for (const Item &I : There)
    if (StringRef L = I.Line; !I.Pragma && L.consume_front("#define "))
      Texts[takeWord(L)].push_back(L);
  StringSet<> Needed;
  std::vector<StringRef> Next;
  for (const Item &I : Here)
    if (I.Pragma)
      for (StringRef A : arguments(I.Line))
        append_range(Next, namesIn(A));
  while (!Next.empty()) {
    StringRef Name = Next.back();
    Next.pop_back();
    auto It = Texts.find(Name);
    if ((It == Texts.end() && !Name.starts_with("__")) || !Needed.insert(Name).second || It == Texts.end())
      continue;
    for (StringRef Text : It->second) {
      append_range(Next, namesIn(Text));
      if (Text.contains("##")) // it may make any name
        Needed.insert("##");
    }
  }
  return Needed;
}

std::vector<Item> items(StringRef Text, StringRef Main, size_t &Code) {
  std::vector<Item> Found;
  Position At{Main.str(), 1};
  Code = 0;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    StringRef L = Line.ltrim(" \t");
    if (isDefinition(L) || afterPragma(L, "push_macro") || afterPragma(L, "pop_macro"))
      Found.push_back({Code, L, false, At});
    else if (afterPragma(L, "ckpt"))
      Found.push_back({Code, L, true, At});
    else if (!L.starts_with("#"))
      Code += L.size() - count_if(L, [](char C) { return isSpace(C); });
    if (!At.takeMarker(L))
      ++At.Line;
  }
  return Found;
}

} // namespace

std::optional<std::string> withoutMacros(StringRef WithMacros) {
  std::string Out;
  if (mayHaveRawString(WithMacros))
    return std::nullopt;
  Out.reserve(WithMacros.size());
  while (!WithMacros.empty()) {
    auto [Line, Rest] = WithMacros.split('\n');
    if (!isDefinition(Line.ltrim(" \t")))
      Out += Line;
    if (Line.size() < WithMacros.size())
      Out += '\n';
    WithMacros = Rest;
  }
  return Out;
}

bool mayNeedMacros(StringRef Text) {
  for (size_t At = 0; (At = Text.find("ckpt", At)) != StringRef::npos; ++At) {
    size_t Begin = Text.rfind('\n', At) + 1;
    if (!arguments(Text.slice(Begin, Text.find('\n', At))).empty())
      return true;
  }
  return false;
}

std::optional<std::string> argumentsToExpand(StringRef Text, StringRef WithMacros, StringRef Main) {
  size_t Code, CodeThere;
  std::vector<Item> Here = items(Text, Main, Code), There = items(WithMacros, Main, CodeThere);
  StringSet<> Needed = macrosFor(Here, There);
  if (Code != CodeThere || Needed.empty())
    return std::nullopt;
  std::string Out;
  auto Next = There.begin();
  auto define = [&](auto End) {
    for (; Next != End; ++Next)
      if (StringRef L = Next->Line; !Next->Pragma) {
        StringRef Words = isDefinition(L) ? L.drop_front(L.find(' ') + 1) : StringRef();
        if (!isDefinition(L) || Needed.contains(takeWord(Words)) || Needed.contains("##"))
          Out += (L + "\n").str();
      }
  };
  for (const Item &I : Here) {
    if (!I.Pragma)
      continue;
    // Of the source's own pragma the place is known; one from a side file stands before the next code.
    auto Same = std::find_if(Next, There.end(), [&](const Item &T) { return T.Pragma && T.Code == I.Code && T.Line == I.Line; });
    define(Same != There.end() ? Same : std::find_if(Next, There.end(), [&](const Item &T) { return T.Code > I.Code; }));
    if (Same != There.end())
      ++Next;
    for (StringRef A : arguments(I.Line))
      Out += ("# " + Twine(I.At.Line) + " \"" + I.At.File + "\"\n" + BeginMark + " " + A + "\n" + EndMark + "\n").str();
  }
  return Out;
}

std::string withExpanded(StringRef Text, StringRef Printed) {
  auto next = [&]() -> std::optional<std::string> {
    size_t Begin = Printed.find(BeginMark), End = Printed.find(EndMark, Begin);
    if (End == StringRef::npos)
      return std::nullopt;
    SmallVector<StringRef, 4> Lines;
    Printed.slice(Begin + sizeof BeginMark - 1, End).split(Lines, '\n');
    Printed = Printed.drop_front(End + 1);
    erase_if(Lines, [](StringRef L) { return L.starts_with("#"); });
    return StringRef(join(Lines, " ")).trim().str();
  };
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    const char *Done = Line.begin();
    for (StringRef A : arguments(Line))
      if (std::optional<std::string> With = next()) {
        Out.append(Done, A.begin());
        Out += *With;
        Done = A.end();
      }
    Out.append(Done, Line.end());
    if (Line.size() < Text.size())
      Out += '\n';
    Text = Rest;
  }
  return Out;
}

} // namespace ckpt
