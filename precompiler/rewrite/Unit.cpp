//===- Unit.cpp - one unit while it is analysed and rewritten ----------------===//
#include "Unit.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/TextDiagnostic.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace clang;

namespace ckpt {
namespace {

/// The variables that headers of the system's define, in functions or outside; and what their functions mention, by macros, of the program's own.
class HeaderState : public RecursiveASTVisitor<HeaderState> {
public:
  explicit HeaderState(const SourceManager &SM) : SM(SM) {}
  bool TraverseDecl(Decl *D) {
    return !D || (!isa<TranslationUnitDecl>(D) && !SM.isInSystemHeader(SM.getExpansionLoc(D->getLocation()))) || RecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitVarDecl(VarDecl *V) {
    if (V->hasGlobalStorage() && V->isThisDeclarationADefinition() && !V->isImplicit() &&
        !V->getASTContext().getBaseElementType(V->getType()).isConstQualified())
      Files.insert(SM.getPresumedLoc(V->getLocation()).getFilename());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *R) {
    const ValueDecl *D = R->getDecl();
    const auto *F = dyn_cast<FunctionDecl>(D);
    const Decl *Definition = F ? F->getDefinition() : nullptr; // the header may declare what the program is to define
    if ((F || isa<VarDecl>(D)) && !D->isImplicit() && (Definition ? isPrograms(Definition) : all_of(D->redecls(), [&](const Decl *X) { return isPrograms(X); })))
      Files.insert(SM.getPresumedLoc(SM.getExpansionLoc(R->getLocation())).getFilename());
    return true;
  }
  std::set<std::string> Files;

private:
  bool isPrograms(const Decl *D) const {
    SourceLocation At = SM.getExpansionLoc(D->getLocation());
    return At.isValid() && SM.getFileID(At) == SM.getMainFileID() && !SM.isInSystemHeader(At);
  }
  const SourceManager &SM;
};

} // namespace

Unit::Unit(const UnitInput &In, ParsedUnit &Parsed, Reports &Out)
    : In(In), Parsed(Parsed), Ctx(Parsed.AST->getASTContext()),
      SM(Parsed.AST->getSourceManager()),
      Text(SM.getBufferData(SM.getMainFileID())), E(Text), Out(Out) {
  for (const Blanked &B : Parsed.Hidden)
    E.replace(B.At, B.At + B.Text.size(), B.Text);
  HeaderState State(SM);
  State.TraverseDecl(Ctx.getTranslationUnitDecl());
  Stateful = std::move(State.Files);
}

bool Unit::isOwn(const DeclaratorDecl *D) const {
  if (D->getFormalLinkage() != Linkage::External)
    return D->getFormalLinkage() == Linkage::Internal;
  if (!Shared || !D->getIdentifier() || D->getName().starts_with("__") || D->hasAttr<AsmLabelAttr>())
    return false; // the compiler's own, or known by another name
  if (const auto *F = dyn_cast<FunctionDecl>(D); F && (F->getBuiltinID() || !F->isDefined()))
    return false; // compilers call memcpy where nobody has written it
  return !Shared->count(D->getName().str());
}

const ExactFunction *Unit::exactFunction(const FunctionDecl *Fn) const {
  if (!Exact || !Fn || !Fn->getIdentifier() || Fn->getFormalLinkage() != Linkage::External || Fn->isDefined() || Fn->hasAttr<AsmLabelAttr>() || !Fn->hasPrototype())
    return nullptr;
  auto At = Exact->find(Fn->getName().str());
  return At == Exact->end() ? nullptr : &At->second;
}

bool Unit::inText(SourceLocation L) const {
  return L.isValid() &&
         SM.getDecomposedExpansionLoc(L).first == SM.getMainFileID();
}

bool Unit::inSystemHeader(SourceLocation L) const {
  if (L.isInvalid() || !inText(L))
    return true;
  return SM.isInSystemHeader(SM.getExpansionLoc(L)) &&
         (Stateful.empty() || !Stateful.count(SM.getPresumedLoc(SM.getExpansionLoc(L)).getFilename()));
}

unsigned Unit::begin(SourceLocation L) const {
  return SM.getDecomposedExpansionLoc(L).second;
}

unsigned Unit::end(SourceLocation L) const {
  SourceLocation X = L.isMacroID() ? SM.getExpansionRange(L).getEnd() : L;
  unsigned Offset = SM.getDecomposedLoc(X).second;
  if (Offset < Text.size() && Text[Offset] == '\n') // a pragma's: what Clang measures there is the next line's first token
    return Offset;
  return Offset + Lexer::MeasureTokenLength(X, SM, Ctx.getLangOpts());
}

unsigned Unit::afterSemicolon(unsigned From) const {
  size_t At = Text.find(';', From);
  return At == StringRef::npos ? Text.size() : At + 1;
}

unsigned Unit::endOfAttributes(unsigned At) const {
  for (unsigned End = At;;) {
    StringRef Rest = Text.substr(End).ltrim();
    while (Rest.starts_with("#")) // a line marker
      Rest = Rest.drop_until([](char C) { return C == '\n'; }).ltrim();
    if (!Rest.consume_front("__attribute__") && !Rest.consume_front("__attribute"))
      return At;
    int Depth = 0;
    bool Quoted = false;
    size_t I = 0;
    do {
      if (I == Rest.size())
        return At;
      char C = Rest[I];
      if (Quoted && C == '\\')
        ++I;
      else if (C == '"')
        Quoted = !Quoted;
      else if (!Quoted)
        Depth += (C == '(') - (C == ')');
      ++I;
    } while (Depth || Rest.substr(0, I).trim().empty());
    At = End = Text.size() - Rest.size() + I;
  }
}

unsigned Unit::line(SourceLocation L) const {
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  return P.isValid() ? P.getLine() : 0;
}

std::string Unit::fileOf(SourceLocation L) const {
  PresumedLoc P = SM.getPresumedLoc(SM.getExpansionLoc(L));
  return P.isValid() ? P.getFilename() : In.File;
}

UserFile *Unit::userFile(const std::string &Name) {
  auto [At, New] = Files.try_emplace(Name);
  if (New) {
    SmallString<256> Path(Name);
    if (sys::path::is_relative(Path) && !In.Directory.empty())
      sys::fs::make_absolute(In.Directory, Path);
    At->second = UserFile::open(Name, Path.str().str());
  }
  return At->second.get();
}

/// What the preprocessor made of the user's line at \p Offset, and the column in it. A macro of a system header has broken
/// the line into pieces, each with a marker of its own.
std::string Unit::userLine(unsigned Offset, unsigned &Column) {
  if (Lines.Lines.empty())
    Lines = mapLines(Text, In.File);
  const std::vector<MappedLine> &All = Lines.Lines;
  size_t At = upper_bound(All, Offset, [](size_t O, const MappedLine &L) { return O < L.Begin; }) - All.begin();
  At -= At > 0;
  auto same = [&](size_t I) { return All[I].File == All[At].File && All[I].Line == All[At].Line; };
  size_t First = At, Last = At;
  while (First > 0 && same(First - 1))
    --First;
  while (Last + 1 < All.size() && same(Last + 1))
    ++Last;
  std::string Line;
  for (size_t I = First; I <= Last; ++I) {
    if (I == At)
      Column = Line.size() + (I > First) + (Offset - All[I].Begin) + 1;
    Line += (I > First ? " " : "") + Text.slice(All[I].Begin, All[I].End).str();
  }
  return Line;
}

Unit::Mapped Unit::mapped(unsigned Offset) {
  SourceLocation L = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
  PresumedLoc P = SM.getPresumedLoc(L);
  Mapped M;
  if (P.isInvalid())
    return M;
  M.At = {P.getFilename(), P.getLine(), P.getColumn()};
  M.File = userFile(M.At.File);
  if (!M.File)
    return M;
  unsigned Column = 0;
  std::string Line = userLine(Offset, Column);
  std::optional<UserFile::Column> C = M.File->column(M.At.Line, Line, Column);
  if (C) {
    M.At.Column = C->Number;
    M.Exact = C->Exact;
  } else {
    M.File = nullptr;
  }
  return M;
}

/// Where the user's file is not there to be shown.
std::string Unit::showPreprocessed(DiagnosticsEngine::Level How, SourceLocation L, StringRef Message) {
  IntrusiveRefCntPtr<DiagnosticOptions> Options = new DiagnosticOptions;
  Options->ShowColors = In.Color;
  Options->ShowPresumedLoc = true; // the user's file and line, not the preprocessed text's
  unsigned LineBegin = Text.rfind('\n', begin(L)) + 1;
  StringRef Line = Text.substr(LineBegin).take_until([](char C) { return C == '\n'; });
  bool Replay = Line.ltrim().starts_with("__ckpt_replay");
  bool Type = Line.ltrim().starts_with("__ckpt_type");
  bool AtSite = Replay || Type || Line.ltrim().starts_with("__ckpt_site");
  Options->ShowCarets = !AtSite;
  std::string Said;
  raw_string_ostream OS(Said);
  TextDiagnostic Printer(OS, Ctx.getLangOpts(), Options.get());
  Printer.emitDiagnostic(FullSourceLoc(SM.getExpansionLoc(L), SM), How, Message, {}, {});
  if (AtSite) // the marker stands for what the user wrote
    OS << "    #pragma ckpt" << (Replay ? " replay" : Type ? " type" : "") << "\n    ^\n";
  return OS.str();
}

Unit::Shown Unit::show(DiagnosticsEngine::Level How, SourceLocation L, StringRef Message, ArrayRef<Fix> Fixes) {
  Mapped M = mapped(begin(L));
  if (!M.File)
    return {M.At, {}, showPreprocessed(How, L, Message)};
  Shown S{M.At, {}, ""};
  std::vector<FixItHint> Hints;
  for (const Fix &X : Fixes) {
    // An end is found by the token before it: what follows may be a macro.
    Mapped Begin = mapped(X.Begin), End = X.End > X.Begin ? mapped(X.End - 1) : Begin;
    if (!Begin.Exact || !End.Exact || Begin.At.File != End.At.File)
      return {M.At, {}, M.File->print(How, M.At.Line, M.At.Column, Message, In.Color)};
    End.At.Column += X.End > X.Begin;
    S.Fixes.push_back({Begin.At, End.At, X.Text});
    if (Begin.At.File == M.At.File) {
      SourceLocation From = M.File->at(Begin.At.Line, Begin.At.Column), To = M.File->at(End.At.Line, End.At.Column);
      Hints.push_back(FixItHint::CreateReplacement(CharSourceRange::getCharRange(From, To), X.Text));
    }
  }
  S.Text = M.File->print(How, M.At.Line, M.At.Column, Message, In.Color, {}, Hints);
  return S;
}

void Unit::report(Id What, SourceLocation L, ArrayRef<std::string> Args, ArrayRef<Fix> Fixes) {
  bool Error = levelOf(What) == Level::Error;
  Errors += Error;
  Shown S = show(Error ? DiagnosticsEngine::Error : DiagnosticsEngine::Warning, L, messageOf(What, Args), Fixes);
  Out.add({What, S.At, textOf(What, Args), wayOf(What, Args), {}, std::move(S.Fixes), std::move(S.Text)});
}

void Unit::pragmaError(StringRef File, unsigned Line, const Twine &Message) {
  ++Errors;
  reportPragma(Out, {File.str(), Line}, "#pragma ckpt", Message.str());
}

void Unit::note(SourceLocation L, const Twine &Message) {
  std::string Text = Message.str();
  Shown S = show(DiagnosticsEngine::Note, L, Text, {});
  Out.note(S.At, Text, S.Text);
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
