//===- UserFile.cpp - the user's own text for what stands in preprocessed text -===//
#include "UserFile.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

struct Word {
  size_t Begin;
  StringRef Text;
};

LangOptions language() {
  LangOptions O;
  O.C11 = O.GNUMode = O.LineComment = true;
  return O;
}

/// The tokens of one line.
std::vector<Word> words(const std::string &Line) {
  std::vector<Word> Out;
  LangOptions O = language();
  Lexer Lex(SourceLocation(), O, Line.data(), Line.data(), Line.data() + Line.size());
  Token T;
  while (Lex.LexFromRawLexer(T), T.isNot(tok::eof)) {
    size_t End = size_t(Lex.getBufferLocation() - Line.data()), Begin = End - T.getLength();
    Out.push_back({Begin, StringRef(Line).slice(Begin, End)});
  }
  return Out;
}

} // namespace

std::unique_ptr<UserFile> UserFile::open(const std::string &Name, const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!Buffer || (*Buffer)->getBuffer().contains('\0'))
    return nullptr;
  return std::unique_ptr<UserFile>(new UserFile(Name, std::make_unique<std::string>((*Buffer)->getBuffer().str())));
}

UserFile::UserFile(const std::string &Name, std::unique_ptr<std::string> T)
    : Text(std::move(T)), Manager(std::make_unique<SourceManagerForFile>(Name, *Text)) {
  for (size_t At = 0; At < Text->size(); At = Text->find('\n', At) == std::string::npos ? Text->size() : Text->find('\n', At) + 1)
    Begins.push_back(At);
}

StringRef UserFile::line(unsigned Line) const {
  if (Line < 1 || Line > Begins.size())
    return {};
  return StringRef(*Text).drop_front(Begins[Line - 1]).take_until([](char C) { return C == '\n'; });
}

std::optional<UserFile::Column> UserFile::column(unsigned Line, StringRef Preprocessed, unsigned Number) {
  StringRef Mine = line(Line);
  if (Mine.trim().empty())
    return std::nullopt;
  if (Mine == Preprocessed)
    return Column{Number, true};
  std::string Theirs = Preprocessed.str(), Own = Mine.str();
  std::vector<Word> From = words(Theirs), To = words(Own);
  if (To.empty())
    return std::nullopt;
  size_t K = 0; // the token that the column stands in
  while (K + 1 < From.size() && From[K + 1].Begin < Number)
    ++K;
  auto found = [&](size_t Index) {
    size_t Inside = K < From.size() && Number > From[K].Begin ? Number - 1 - From[K].Begin : 0;
    return Column{unsigned(To[Index].Begin + std::min(Inside, To[Index].Text.size()) + 1), true};
  };
  size_t Same = 0;
  while (Same < From.size() && Same < To.size() && From[Same].Text == To[Same].Text)
    ++Same;
  if (K < Same)
    return found(K);
  size_t Back = 0;
  while (Back < From.size() - Same && Back < To.size() - Same && From[From.size() - 1 - Back].Text == To[To.size() - 1 - Back].Text)
    ++Back;
  if (K + Back >= From.size() && K < From.size())
    return found(To.size() - (From.size() - K));
  return Column{unsigned(To[std::min(Same, To.size() - 1)].Begin + 1), false};
}

SourceLocation UserFile::at(unsigned Line, unsigned Column) const {
  SourceManager &SM = Manager->get();
  return SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Begins[Line - 1] + Column - 1);
}

std::string UserFile::print(DiagnosticsEngine::Level Level, unsigned Line, unsigned Column, StringRef Message, bool Color,
                            ArrayRef<CharSourceRange> Ranges, ArrayRef<FixItHint> Fixes) const {
  std::string Out;
  raw_string_ostream OS(Out);
  IntrusiveRefCntPtr<DiagnosticOptions> Options = new DiagnosticOptions;
  Options->ShowColors = Color;
  LangOptions Language = language();
  TextDiagnostic Printer(OS, Language, Options.get());
  Printer.emitDiagnostic(FullSourceLoc(at(Line, Column), Manager->get()), Level, Message, Ranges, Fixes);
  return OS.str();
}

} // namespace ckpt
