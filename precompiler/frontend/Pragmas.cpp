//===- Pragmas.cpp - #pragma ckpt in preprocessed text ---------------------===//
#include "Pragmas.h"
#include "../findings/UserFile.h"
#include "LineMap.h"
#include "Markers.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include <optional>

using namespace llvm;

namespace ckpt {

void reportOnLine(Reports &Out, const Position &P, StringRef LineText, Id What, const std::vector<std::string> &Args) {
  std::unique_ptr<UserFile> File = UserFile::open(P.File, P.File);
  if (File && File->line(P.Line).contains("ckpt"))
    LineText = File->line(P.Line);
  size_t Column = LineText.find("ckpt");
  std::string Printed = P.File + ":" + std::to_string(P.Line) + ":" + std::to_string(Column + 1) + ": error: " +
                        messageOf(What, Args) + "\n  " + LineText.str() + "\n  " + std::string(Column, ' ') + "^\n";
  Out.add({What, {P.File, P.Line, unsigned(Column + 1)}, textOf(What, Args), wayOf(What, Args), {}, {}, Printed});
}

void reportPragma(Reports &Out, const Position &P, StringRef LineText, const std::string &Message) {
  reportOnLine(Out, P, LineText, Id::Pragma, {Message});
}

namespace {

/// Takes "( balanced text )" from the front; nullopt if it is not there.
std::optional<std::string> takeParens(StringRef &S) {
  S = S.ltrim();
  if (!S.consume_front("("))
    return std::nullopt;
  unsigned Depth = 1;
  size_t I = 0;
  for (; I < S.size() && Depth; ++I) {
    char C = S[I];
    if (C == '"' || C == '\'') {
      for (++I; I < S.size() && S[I] != C; ++I)
        if (S[I] == '\\')
          ++I;
      continue;
    }
    Depth += C == '(' ? 1 : C == ')' ? -1 : 0;
  }
  if (Depth)
    return std::nullopt;
  std::string Inner = S.take_front(I - 1).trim().str();
  S = S.drop_front(I);
  return Inner;
}

bool isIdentifier(StringRef S) {
  return !S.empty() && !isDigit(S[0]) &&
         all_of(S, [](char C) { return isAlnum(C) || C == '_'; });
}

/// Parses what follows `#pragma ckpt`; returns an error message or "".
std::string parseSite(StringRef Rest, SitePragma &Site) {
  while (!(Rest = Rest.ltrim()).empty()) {
    StringRef Word =
        Rest.take_while([](char C) { return isAlnum(C) || C == '_'; });
    Rest = Rest.drop_front(Word.size());
    std::string *Into = Word == "name" ? &Site.Name
                        : Word == "if" ? &Site.Condition
                        : Word == "on_restart" ? &Site.OnRestart
                        : Word == "on_checkpoint" ? &Site.OnCheckpoint
                                       : nullptr;
    if (Word == "type")
      return "#pragma ckpt type(pointer, T[count]) is a line of its own";
    if (Word == "variant")
      return "#pragma ckpt variant(T, tag-expression, value: member, ...) is a line of its own";
    if (Word == "changed")
      return "#pragma ckpt changed(T, added: member, removed: member, renamed: new = old, ...) is a line of its own";
    if (Word == "exclude")
      return "#pragma ckpt exclude(variable or *pointer, ...) is a line of its own";
    if (Word == "no_site")
      return "#pragma ckpt no_site(function, ...) stands outside functions, on a line of its own";
    if (!Into)
      return Word.empty() ? "stray text after #pragma ckpt"
                          : ("unknown word '" + Word + "' after #pragma ckpt; "
                             "known are name(id), if(expression), on_restart(call), on_checkpoint(call), type(pointer, T[count]), exclude(variable, ...), "
                             "variant(T, tag, value: member, ...), changed(T, removed: member, ...), no_site(function, ...) and replay").str();
    if (!Into->empty())
      return ("'" + Word + "' is given twice").str();
    std::optional<std::string> Argument = takeParens(Rest);
    if (!Argument || Argument->empty())
      return ("'" + Word + "' needs an argument in parentheses").str();
    *Into = *Argument;
  }
  const char *Hook = !Site.OnRestart.empty() ? "on_restart" : !Site.OnCheckpoint.empty() ? "on_checkpoint" : nullptr;
  if (Hook && Site.Name.empty() && Site.Condition.empty())
    return (Twine(Hook) + "(call) stands outside functions, or on the line of a site, which has a name then: #pragma ckpt name(id) " + Hook + "(call)").str();
  if (!Site.Name.empty() && !isIdentifier(Site.Name))
    return "name(" + Site.Name + "): a site's name is an identifier";
  if (Site.Name.size() > 200)
    return "a site's name has 200 characters at most";
  return "";
}

struct TypeArgument {
  StringRef Pointer, Element, Count, Before;
};

/// Splits `pointer, T[count]`, where the count may be empty, or `pointer, T before member`: at the last comma outside of parentheses, and at the
/// last bracket or word.
bool splitType(StringRef Argument, TypeArgument &Out) {
  Argument = Argument.rtrim();
  size_t Word = Argument.find_last_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  StringRef Head = Word == StringRef::npos ? StringRef() : Argument.take_front(Word + 1).rtrim();
  bool Brackets = Argument.consume_back("]");
  if (!Brackets) {
    Out.Before = Argument.substr(Word + 1);
    if (!isIdentifier(Out.Before) || !Head.consume_back("before") || Head.rtrim() == Head)
      return false;
    Argument = Head.rtrim();
  }
  int Depth = 0;
  size_t Comma = StringRef::npos, Bracket = Brackets ? StringRef::npos : Argument.size();
  for (size_t I = Argument.size(); I-- > 0 && Comma == StringRef::npos;) {
    char C = Argument[I];
    if (C == '[' && !Depth && Bracket == StringRef::npos)
      Bracket = I;
    else if (C == ')' || C == ']' || C == '}')
      ++Depth;
    else if (C == '(' || C == '[' || C == '{')
      --Depth;
    else if (C == ',' && !Depth && Bracket != StringRef::npos)
      Comma = I;
  }
  if (Comma == StringRef::npos)
    return false;
  Out.Pointer = Argument.take_front(Comma).trim();
  Out.Element = Argument.slice(Comma + 1, Bracket).trim();
  Out.Count = Argument.drop_front(std::min(Bracket + 1, Argument.size())).trim();
  return !Out.Pointer.empty() && !Out.Element.empty();
}

/// The marker of `#pragma ckpt type(pointer, T[count])`; nullopt after an error.
std::optional<std::string> typeMarker(StringRef Rest, std::string &Error) {
  TypeArgument T;
  std::optional<std::string> Argument = takeParens(Rest);
  if (!Argument || !Rest.trim().empty() || !splitType(*Argument, T)) {
    Error = "expected #pragma ckpt type(pointer, T[count]), type(pointer, T[]) or type(pointer, T before member)";
    return std::nullopt;
  }
  std::string Size = !T.Before.empty() ? ("__builtin_offsetof(__typeof__(" + T.Element + "), " + T.Before + ")").str()
                     : T.Count.empty() ? "~(__typeof__(sizeof(0)))0 / 2 + 1" // CKPTG_ALL
                                       : ("sizeof(" + T.Element + ") * (" + T.Count + ")").str();
  return ((T.Before.empty() ? "__ckpt_type((" : "__ckpt_type_before((") + T.Pointer + "), (__typeof__(" + T.Element + ") *)0, " + Size + ");").str();
}

/// What follows `variant`; returns an error message or "". Values without a
/// member of their own name that of the next one: `1, 2: u.d`.
std::string parseVariant(StringRef Rest, VariantPragma &V) {
  const char *Wanted = "expected #pragma ckpt variant(T, tag-expression, value: member-or-struct, ...)";
  std::optional<std::string> Argument = takeParens(Rest);
  if (!Argument || !Rest.trim().empty())
    return Wanted;
  std::vector<StringRef> Parts = splitAtCommas(*Argument);
  if (Parts.size() < 3 || Parts[0].empty() || Parts[1].empty())
    return Wanted;
  V.Text = *Argument;
  V.Type = Parts[0].str();
  V.Tag = Parts[1].str();
  V.Arms.emplace_back();
  bool Default = false, Open = true;
  for (StringRef Part : ArrayRef<StringRef>(Parts).drop_front(2)) {
    size_t Colon = Part.rfind(':');
    StringRef Value = Part.take_front(Colon).trim();
    StringRef What = Colon == StringRef::npos ? StringRef() : Part.drop_front(Colon + 1).trim();
    if (Value.empty() || (Colon != StringRef::npos && What.empty()))
      return Wanted;
    if (!Open)
      V.Arms.emplace_back();
    if (Value == "default") {
      if (Default || What.empty() || !V.Arms.back().Values.empty())
        return "'default' has one member of its own in #pragma ckpt variant";
      Default = true;
    } else {
      V.Arms.back().Values.push_back(Value.str());
    }
    V.Arms.back().What = What.str();
    Open = What.empty();
  }
  return Open ? Wanted : "";
}

/// Does a pragma begin with that word? It is taken off.
bool takeFirst(StringRef &Rest, StringRef Word) {
  StringRef After = Rest.ltrim();
  if (!After.consume_front(Word) || (!After.empty() && (isAlnum(After[0]) || After[0] == '_')))
    return false;
  Rest = After;
  return true;
}

/// The argument of a pragma that has one and nothing else; nullopt after an error.
std::optional<std::string> onlyArgument(StringRef Rest, StringRef Wanted, std::string &Error) {
  std::optional<std::string> Argument = takeParens(Rest);
  if (Argument && !Argument->empty() && Rest.trim().empty())
    return Argument;
  Error = ("expected #pragma ckpt " + Wanted).str();
  return std::nullopt;
}

/// The markers of a line that is exclude, or a hook or no_site outside functions.
std::optional<std::string> otherMarker(StringRef Rest, bool InFunction, unsigned Index, std::string &Error) {
  if (takeFirst(Rest, "exclude")) {
    std::optional<std::string> Argument = onlyArgument(Rest, "exclude(variable or *pointer, ...)", Error);
    return Argument ? excludeMarkers(*Argument, InFunction, Index, Error) : std::string(";");
  }
  if (!InFunction && takeFirst(Rest, "no_site")) {
    std::optional<std::string> Argument = onlyArgument(Rest, "no_site(function, ...)", Error);
    return Argument ? noSiteMarkers(*Argument, Index) : std::string(";");
  }
  for (auto [Word, H] : {std::make_pair("on_restart", Hook::Restart), std::make_pair("on_checkpoint", Hook::Checkpoint)})
    if (!InFunction && takeFirst(Rest, Word)) {
      std::optional<std::string> Argument = onlyArgument(Rest, (Twine(Word) + "(call)").str(), Error);
      return Argument ? hookFunction(H, *Argument, Index) : std::string(";");
    }
  return std::nullopt;
}

/// Pragmas that become empty lines, for it does not matter where they stand. False if this is none.
bool takeDeclaration(StringRef Rest, StringRef LineText, const Position &Pos, PragmaScan &Result, Reports &Out) {
  std::string Wrong;
  if (takeFirst(Rest, "variant")) {
    VariantPragma V;
    V.File = Pos.File;
    V.Line = Pos.Line;
    Wrong = parseVariant(Rest, V);
    if (Wrong.empty())
      Result.Variants.push_back(std::move(V));
  } else if (takeFirst(Rest, "changed")) {
    ChangePragma C;
    C.File = Pos.File;
    C.Line = Pos.Line;
    std::optional<std::string> Argument = onlyArgument(Rest, "changed(T, added: member, removed: member, renamed: new = old, ...)", Wrong);
    if (Argument)
      Wrong = parseChange(*Argument, C);
    if (Wrong.empty())
      Result.Changes.push_back(std::move(C));
  } else {
    return false;
  }
  if (!Wrong.empty()) {
    reportPragma(Out, Pos, LineText, Wrong);
    Result.Failed = true;
  }
  return true;
}

/// Brace depth at the start of each line, by Clang's own lexer (strings,
/// characters and comments do not count).
std::vector<unsigned> braceDepths(StringRef Text) {
  std::vector<unsigned> Depths;
  clang::LangOptions LO;
  LO.LineComment = LO.Digraphs = true;
  std::string Copy = Text.str(); // the lexer wants a final zero
  clang::Lexer Lex(clang::SourceLocation(), LO, Copy.data(), Copy.data(),
                   Copy.data() + Copy.size());
  unsigned Depth = 0;
  size_t Last = 0;
  auto advance = [&](size_t To) {
    for (; Last < To; ++Last)
      if (Copy[Last] == '\n')
        Depths.push_back(Depth);
  };
  Depths.push_back(0);
  clang::Token Tok;
  while (!Lex.LexFromRawLexer(Tok) && Tok.isNot(clang::tok::eof)) {
    advance(Lex.getBufferLocation() - Copy.data());
    if (Tok.is(clang::tok::l_brace))
      ++Depth;
    else if (Tok.is(clang::tok::r_brace) && Depth)
      --Depth;
  }
  advance(Copy.size());
  return Depths;
}

/// Would a statement at the end of this text be the body of what stands there? (Preprocessed: without comments, but with `# 1 "file"`.)
bool endsInHead(StringRef Text) {
  while (true) {
    Text = Text.rtrim();
    StringRef Last = Text.rsplit('\n').second.ltrim();
    if (!Last.starts_with("#"))
      break;
    Text = Text.substr(0, Text.rfind('\n'));
  }
  StringRef Word = Text.take_back(Text.size() - (Text.find_last_not_of("abcdefghijklmnopqrstuvwxyz") + 1));
  return Text.ends_with(")") || Word == "else" || Word == "do";
}

} // namespace

PragmaScan scanPragmas(StringRef Text, StringRef File, Reports &Out) {
  PragmaScan Result;
  if (!Text.contains("ckpt")) {
    Result.Text = Text.str();
    return Result;
  }
  const std::vector<unsigned> Depths = braceDepths(Text);
  Position Pos{File.str(), 1};
  Result.Text.reserve(Text.size() + 256);
  for (unsigned Index = 0; !Text.empty(); ++Index) {
    auto [LineText, Tail] = Text.split('\n');
    bool HasNewline = LineText.size() < Text.size();
    Text = Tail;
    StringRef L = LineText.ltrim(" \t");
    StringRef P = L;
    bool IsSite = false;
    if (P.consume_front("#") && (P = P.ltrim(" \t")).consume_front("pragma") &&
        (P = P.ltrim(" \t")).consume_front("ckpt") &&
        (P.empty() || !(isAlnum(P[0]) || P[0] == '_')))
      IsSite = true;
    if (IsSite) {
      bool Replay = P.trim() == "replay";
      StringRef AfterType = P.ltrim();
      bool Type = AfterType.consume_front("type") &&
                  (AfterType.empty() || !(isAlnum(AfterType[0]) || AfterType[0] == '_'));
      if (takeDeclaration(P, LineText, Pos, Result, Out)) {
        if (HasNewline)
          Result.Text += '\n';
        ++Pos.Line;
        continue;
      }
      SitePragma Site;
      Site.File = Pos.File;
      Site.Line = Pos.Line;
      std::string Error;
      std::optional<std::string> Marker;
      if (Replay)
        Marker = "__ckpt_replay();";
      else if (Type)
        Marker = typeMarker(AfterType, Error);
      std::optional<std::string> Other = otherMarker(P, Index >= Depths.size() || Depths[Index], Index, Error);
      if (!Replay && !Type && !Other)
        Error = parseSite(P, Site);
      if (Error.empty() && !Other && Index < Depths.size() && Depths[Index] == 0)
        Error = Type ? "#pragma ckpt type must stand in a function's body"
                : Replay ? "#pragma ckpt replay must stand before a call in a function's body"
                       : "a checkpoint site must stand inside a function's body";
      if (!Error.empty()) {
        reportPragma(Out, Pos, LineText, Error);
        Result.Failed = true;
      }
      if (Replay || Type || Other) {
        Result.Text += Other ? *Other : Marker.value_or(";");
        if (HasNewline)
          Result.Text += '\n';
        ++Pos.Line;
        continue;
      }
      size_t N = Result.Sites.size();
      Site.IsBody = endsInHead(Result.Text);
      Result.Text += Site.Condition.empty()
                         ? ("__ckpt_site(" + Twine(N) + ");").str()
                         : ("__ckpt_site_if(" + Twine(N) + ", (" +
                            Site.Condition + "));").str();
      if (!Site.OnRestart.empty())
        Result.Text += hookStatement(Hook::Restart, Site.OnRestart, N);
      if (!Site.OnCheckpoint.empty())
        Result.Text += hookStatement(Hook::Checkpoint, Site.OnCheckpoint, N);
      Result.Sites.push_back(Site);
    } else {
      Result.Text += LineText;
    }
    if (HasNewline)
      Result.Text += '\n';
    if (!Pos.takeMarker(L))
      ++Pos.Line;
  }
  return Result;
}

} // namespace ckpt
