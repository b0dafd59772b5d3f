//===- Unit.cpp - one unit while it is analysed and rewritten ----------------===//
#include "Unit.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace clang;

namespace ckpt {

Unit::Unit(const UnitInput &In, ParsedUnit &Parsed, raw_ostream &OS)
    : In(In), Parsed(Parsed), Ctx(Parsed.AST->getASTContext()),
      SM(Parsed.AST->getSourceManager()),
      Text(SM.getBufferData(SM.getMainFileID())), E(Text), OS(OS) {
  for (unsigned At : Parsed.WideAsInt)
    E.replace(At, At + WideLong.size(), WideLong.str());
}

bool Unit::inText(SourceLocation L) const {
  return L.isValid() &&
         SM.getDecomposedExpansionLoc(L).first == SM.getMainFileID();
}

bool Unit::inSystemHeader(SourceLocation L) const {
  return L.isInvalid() || !inText(L) || SM.isInSystemHeader(SM.getExpansionLoc(L));
}

unsigned Unit::begin(SourceLocation L) const {
  return SM.getDecomposedExpansionLoc(L).second;
}

unsigned Unit::end(SourceLocation L) const {
  SourceLocation X = L.isMacroID() ? SM.getExpansionRange(L).getEnd() : L;
  unsigned Offset = SM.getDecomposedLoc(X).second;
  return Offset + Lexer::MeasureTokenLength(X, SM, Ctx.getLangOpts());
}

unsigned Unit::afterSemicolon(unsigned From) const {
  size_t At = Text.find(';', From);
  return At == StringRef::npos ? Text.size() : At + 1;
}

unsigned Unit::line(SourceLocation L) const {
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  return P.isValid() ? P.getLine() : 0;
}

std::string Unit::fileOf(SourceLocation L) const {
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  return P.isValid() ? P.getFilename() : In.File;
}

void Unit::diagnose(int Level, SourceLocation L, const Twine &Message) {
  IntrusiveRefCntPtr<DiagnosticOptions> Options = new DiagnosticOptions;
  Options->ShowColors = In.Color;
  Options->ShowPresumedLoc = true; // the user's file and line, not the preprocessed text's
  unsigned LineBegin = Text.rfind('\n', begin(L)) + 1; // npos + 1 is 0
  StringRef Line = Text.substr(LineBegin).take_until([](char C) { return C == '\n'; });
  bool Replay = Line.ltrim().starts_with("__ckpt_replay");
  bool Type = Line.ltrim().starts_with("__ckpt_type");
  bool AtSite = Replay || Type || Line.ltrim().starts_with("__ckpt_site");
  Options->ShowCarets = !AtSite;
  TextDiagnostic Printer(OS, Ctx.getLangOpts(), Options.get());
  SmallString<128> Buffer;
  Printer.emitDiagnostic(FullSourceLoc(SM.getExpansionLoc(L), SM),
                         static_cast<DiagnosticsEngine::Level>(Level),
                         Message.toStringRef(Buffer), {}, {});
  if (AtSite) // the marker stands for what the user wrote
    OS << "    #pragma ckpt" << (Replay ? " replay" : Type ? " type" : "") << "\n    ^\n";
}

void Unit::error(SourceLocation L, const Twine &Message) {
  ++Errors;
  diagnose(DiagnosticsEngine::Error, L, Message);
}
void Unit::warning(SourceLocation L, const Twine &Message) {
  diagnose(DiagnosticsEngine::Warning, L, Message);
}
void Unit::note(SourceLocation L, const Twine &Message) {
  diagnose(DiagnosticsEngine::Note, L, Message);
}

std::string Unit::fresh(StringRef Stem) {
  return ("ckptg_" + Stem + Twine(++Counter)).str();
}

std::string quoted(StringRef S) {
  std::string Out = "\"";
  for (char C : S) {
    if (C == '"' || C == '\\')
      Out += '\\';
    Out += C;
  }
  return Out + "\"";
}

} // namespace ckpt
